"""The messages as models: what may be asked, what is answered, what is told unasked."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

IdValue = int | float | str | None
Id = Annotated[
    int | Annotated[float, Field(allow_inf_nan=False)] | str | None,
    Field(description="Given by the client, and given back with the answer."),
]
TableField = Annotated[
    str | list[str], Field(description="Melds as a list, or as text parted by '|'.")
]
HandField = Annotated[str | list[str], Field(description="Tiles as text, or as a list.")]
RulesField = Annotated[
    str | dict[str, JsonValue] | None,
    Field(description="A preset's name, or options by name; schmidt if absent."),
]
Weights = Annotated[dict[str, float], Field(description="A weight from 0 to 1,000,000 by tile.")]
Limit = Annotated[
    float | None, Field(description="Seconds the search may take; no limit if absent.")
]
Progress = Annotated[bool, Field(description="Whether to send progress notifications.")]
Token = Annotated[str, StringConstraints(max_length=256)]


class Message(BaseModel):
    """Fields are of the type they say; none is unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Message):
    """No fields."""


class Record(BaseModel):
    """A line of the line interface. Fields that mean nothing here are left alone, as there."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    id: JsonValue = Field(default=None, description="Given back in the result if it is there.")
    table: TableField
    hand: HandField
    rules: RulesField = None
    opened: bool = True


class InitializeParams(Message):
    """What a client says first. None of it is needed."""

    protocol: int | None = Field(default=None, description="The version of the protocol it speaks.")
    client: str | None = Field(default=None, description="What it is called.")


class Capabilities(Message):
    """What the engine can do."""

    methods: list[str]
    cancel: bool
    progress: bool
    batch: bool


class Limits(Message):
    """What the engine can bear."""

    line: int = Field(description="Bytes of a line.")
    nesting: int = Field(description="How deep arrays and objects may lie in one another.")
    batch: int = Field(description="Messages of a batch.")
    calls: int = Field(description="Long calls that wait or run.")
    rounds: int = Field(description="Open rounds.")


class InitializeResult(Message):
    """Who the engine is."""

    protocol: int
    package: str
    version: str
    capabilities: Capabilities
    limits: Limits
    bots: list[str]
    presets: dict[str, dict[str, JsonValue]] = Field(description="All options of each.")


class SolveParams(Record):
    """A position to solve (rules 9 to 15)."""

    objective: Literal["tiles", "points"] | Weights = "tiles"
    tidy: bool = Field(default=False, description="Touch the fewest melds.")
    limit: Limit = None
    progress: Progress = False


class Played(Message):
    """What is played, and the table after it."""

    tiles: list[str] = Field(description="The tiles played from the hand.")
    count: int = Field(description="How many they are.")
    points: int = Field(description="What leaves the hand, in final-count points.")
    table: list[str]
    proven: bool = Field(description="False if a limit stopped the search.")


class SolveResult(Played):
    """The best play; no tiles if there is nothing to play."""

    id: JsonValue = Field(default=None, description="That of the params, if they had one.")


class CandidatesParams(Record):
    """A position whose best different plays are asked for."""

    most: int = 64
    objective: Literal["tiles", "points"] | Weights = "tiles"
    limit: Limit = None
    progress: Progress = False


class CandidatesResult(Message):
    """Different plays, best first."""

    id: JsonValue = None
    plays: list[Played]
    complete: bool = Field(description="Whether these are all there are.")
    proven: bool = Field(description="False if a limit stopped the search.")


class CheckParams(Record):
    """A finished turn (rules 9 to 15)."""

    after: TableField = Field(description="The table after the turn; it may be any draft.")


class Reason(Message):
    """Why a turn is refused."""

    code: str
    message: str
    subject: str | None = Field(default=None, description="The tile or meld that is meant.")


class CheckResult(Message):
    """The ruling."""

    id: JsonValue = None
    legal: bool
    reasons: list[Reason]


class StepsParams(CheckParams):
    """A legal turn that is to be told as the moves of a person."""


class Step(Message):
    """One move: take away the pools `before`, put down the pools `after`."""

    kind: str
    text: str
    tiles: list[str]
    before: list[str]
    after: list[str]
    from_hand: list[str]
    borrowed: str | None = None


class StepsResult(Message):
    """The moves in order."""

    id: JsonValue = None
    steps: list[Step]


class Event(Message):
    """What everyone saw of a turn."""

    seat: int
    kind: Literal["play", "draw", "pass", "timeout", "forfeit"]
    tiles: list[str]
    table: list[str]
    drawn: int
    hand_size: int
    pool_size: int


class Outcome(Message):
    """How a round ended (rules 16 to 18)."""

    ending: Literal["out", "closed", "stalemate", "void"]
    winners: list[int]
    scores: list[int]
    left: list[int]


class View(Message):
    """What one seat may see: its own hand and what lies open."""

    seat: int
    rules: RulesField = None
    hand: HandField
    table: TableField
    opened: list[bool]
    hand_sizes: list[int]
    pool_size: int
    to_move: int
    starter: int
    history: list[Event] = []
    outcome: Outcome | None = None


class Level(Message):
    """How strong `search` plays. What is reached first ends its thinking."""

    positions: int | None = Field(default=None, description="Positions it may solve for a turn.")
    seconds: float | None = Field(default=None, description="How long it may think about a turn.")


class ChooseParams(Message):
    """A bot is asked for its turn."""

    view: View
    bot: str
    seed: int = Field(default=0, description="Where the bot draws its chance from, 0 to 2**64 - 1.")
    level: Level | None = Field(default=None, description="Of `search`; its own if absent.")
    limit: Limit = None
    progress: Progress = False


class Turn(Message):
    """What a seat decides; a play has the table after it."""

    kind: Literal["play", "draw", "pass"]
    table: list[str] | None = None


class ChooseResult(Message):
    """What the bot decides."""

    turn: Turn


class NewRoundParams(Message):
    """A round to deal (rules 1 to 3)."""

    seats: int = 2
    rules: RulesField = None
    seed: int | None = Field(
        default=None,
        description="0 to 2**64 - 1; whoever knows it knows the tiles. Drawn if absent.",
    )
    starter: int | None = Field(
        default=None, description="The seat that begins; drawn at random if absent."
    )


class NewRoundResult(Message):
    """The tokens of a round. They are all there is to reach it with."""

    host: str = Field(description="Ends the turn of a seat that is gone, and closes the round.")
    tokens: list[str] = Field(description="That of each seat, for its player only.")
    to_move: int


class SeatParams(Message):
    """A seat of a round."""

    token: Token


class PlayParams(SeatParams):
    """Tiles are played."""

    table: TableField = Field(description="All that lies there after the turn.")


class TimeoutParams(SeatParams):
    """The timeout comes for the seat to move (rule 13)."""

    snapshots: list[TableField] = Field(
        default=[],
        max_length=200,
        description="The table at each moment of the turn, in order; they may be any drafts.",
    )


class TurnResult(Message):
    """A turn was made."""

    event: Event
    hand: str = Field(description="The seat's own hand after it.")
    to_move: int
    outcome: Outcome | None = None


class HostParams(Message):
    """The host of a round."""

    host: Token


class ForfeitResult(Message):
    """The turn of the seat to move was lost."""

    event: Event
    to_move: int
    outcome: Outcome | None = None


class CancelParams(Message):
    """A request that is no longer wanted."""

    id: Id


class CancelResult(Message):
    """Whether that request was still being worked on."""

    cancelled: bool


class ProgressParams(Message):
    """How a long call fares."""

    id: Id
    state: Literal["waiting", "running"]
    seconds: float = Field(description="Since it was asked for.")
    limit: float | None = Field(default=None, description="The limit it was given.")


class ErrorData(BaseModel):
    """What programs read."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    code: str = Field(description="The same as in the line interface, where it has one.")
    reasons: list[Reason] | None = Field(
        default=None, description="Of an illegal turn: all of them."
    )


class Error(Message):
    """Why there is no result."""

    code: int
    message: str
    data: ErrorData


class Request(BaseModel):
    """The envelope of a request, or of a notification if it has no `id`."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    jsonrpc: Literal["2.0"]
    id: Id = None
    method: str
    params: Any = None


class Failure(Message):
    """The answer to a request that failed; `id` is null if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    id: Id
    error: Error
