"""The messages of the protocol as models: requests, answers and notifications."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

IdValue = int | float | str | None
Id = Annotated[
    int | Annotated[float, Field(allow_inf_nan=False)] | str | None,
    Field(description="Chosen by the client and returned with the answer."),
]
TableField = Annotated[
    str | list[str], Field(description="Melds as a list, or as text separated by '|'.")
]
HandField = Annotated[str | list[str], Field(description="Tiles as text, or as a list.")]
RulesField = Annotated[
    str | dict[str, JsonValue] | None,
    Field(description="The name of a preset, or options by name; schmidt by default."),
]
Weights = Annotated[
    dict[str, float], Field(description="A weight from 0 to 1,000,000 for each tile.")
]
Limit = Annotated[
    float | None, Field(description="The seconds the search may take; no limit by default.")
]
Progress = Annotated[bool, Field(description="Whether to send progress notifications.")]
Token = Annotated[str, StringConstraints(max_length=256)]


class Message(BaseModel):
    """A message with strictly typed fields and no unknown ones."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Message):
    """No fields."""


class Record(BaseModel):
    """A line of the line interface. Unknown fields are ignored, as there."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    id: JsonValue = Field(default=None, description="Returned in the result if present.")
    table: TableField
    hand: HandField
    rules: RulesField = None
    opened: bool = True


class InitializeParams(Message):
    """The first message of a client. All fields are optional."""

    protocol: int | None = Field(
        default=None, description="The version of the protocol that the client speaks."
    )
    client: str | None = Field(default=None, description="The name of the client.")


class Capabilities(Message):
    """What the engine can do."""

    methods: list[str]
    cancel: bool
    progress: bool
    batch: bool


class Limits(Message):
    """The limits of the engine."""

    line: int = Field(description="The most bytes of a line.")
    nesting: int = Field(description="How deep arrays and objects may be nested.")
    batch: int = Field(description="The most messages of a batch.")
    calls: int = Field(description="The most long calls under way.")
    rounds: int = Field(description="The most open rounds.")


class InitializeResult(Message):
    """What the engine is and can do."""

    protocol: int
    package: str
    version: str
    capabilities: Capabilities
    limits: Limits
    bots: list[str]
    options: dict[str, dict[str, JsonValue]] = Field(description="A JSON Schema for each option.")
    presets: dict[str, dict[str, JsonValue]] = Field(description="All options of each preset.")


class SolveParams(Record):
    """A position to solve (rules 9 to 15)."""

    objective: Literal["tiles", "points"] | Weights = "tiles"
    tidy: bool = Field(
        default=False, description="Of the best plays, choose one that changes the fewest melds."
    )
    limit: Limit = None
    progress: Progress = False


class Played(Message):
    """A play and the table after it."""

    tiles: list[str] = Field(description="The tiles played from the hand.")
    count: int = Field(description="The number of tiles played.")
    points: int = Field(description="The points that leave the hand, as in the final count.")
    table: list[str]
    proven: bool = Field(description="False if a limit stopped the search.")


class SolveResult(Played):
    """The best play; without tiles if there is nothing to play."""

    id: JsonValue = Field(default=None, description="The id of the params, if present.")


class CandidatesParams(Record):
    """A position whose best distinct plays are wanted."""

    most: int = 64
    objective: Literal["tiles", "points"] | Weights = "tiles"
    limit: Limit = None
    progress: Progress = False


class CandidatesResult(Message):
    """Distinct plays, best first."""

    id: JsonValue = None
    plays: list[Played]
    complete: bool = Field(description="Whether there are no others.")
    proven: bool = Field(description="False if a limit stopped the search.")


class CheckParams(Record):
    """A finished turn (rules 9 to 15)."""

    after: TableField = Field(description="The table after the turn; any draft is allowed.")


class Reason(Message):
    """Why a turn is illegal."""

    code: str
    message: str
    subject: str | None = Field(default=None, description="The tile or meld in question.")


class CheckResult(Message):
    """Whether the turn is legal."""

    id: JsonValue = None
    legal: bool
    reasons: list[Reason]


class StepsParams(CheckParams):
    """A legal turn, to be explained as the moves of a person."""


class Step(Message):
    """One move: it replaces the heaps `before` with the heaps `after`."""

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
    """What all seats see of a turn."""

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
    """What one seat may see: its own hand and everything public."""

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
    """The level of `search`. It stops at whichever bound it reaches first."""

    positions: int | None = Field(
        default=None, description="The most positions to solve for a turn."
    )
    seconds: float | None = Field(default=None, description="The most seconds for a turn.")


class ChooseParams(Message):
    """Ask a bot for its turn."""

    view: View
    bot: str
    seed: int = Field(default=0, description="The seed of the bot, 0 to 2**64 - 1.")
    level: Level | None = Field(
        default=None, description="The level of `search`; its default if absent."
    )
    limit: Limit = None
    progress: Progress = False


class Turn(Message):
    """A turn; a play has the table after it."""

    kind: Literal["play", "draw", "pass"]
    table: list[str] | None = None


class ChooseResult(Message):
    """The turn of the bot."""

    turn: Turn


class NewRoundParams(Message):
    """A round to deal (rules 1 to 3)."""

    seats: int = 2
    rules: RulesField = None
    seed: int | None = Field(
        default=None,
        description="0 to 2**64 - 1; it reveals all tiles. Random by default.",
    )
    starter: int | None = Field(
        default=None, description="The seat that plays first; random by default."
    )


class NewRoundResult(Message):
    """The tokens of a round, the only way to reach it."""

    host: str = Field(
        description="Forfeits the turn of a seat that has left, and closes the round."
    )
    tokens: list[str] = Field(description="The token of each seat, for its player only.")
    to_move: int


class SeatParams(Message):
    """A seat of a round."""

    token: Token


class PlayParams(SeatParams):
    """Play tiles."""

    table: TableField = Field(description="The whole table after the turn.")


class TimeoutParams(SeatParams):
    """Time out the turn of the seat to move (rule 13)."""

    snapshots: list[TableField] = Field(
        default=[],
        max_length=200,
        description="The table at each moment of the turn, in order; any drafts are allowed.",
    )


class TurnResult(Message):
    """A turn was taken."""

    event: Event
    hand: str = Field(description="The seat's own hand after the turn.")
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
    """Cancel a request."""

    id: Id


class CancelResult(Message):
    """Whether that request was still under way."""

    cancelled: bool


class ProgressParams(Message):
    """The progress of a long call."""

    id: Id
    state: Literal["waiting", "running"]
    seconds: float = Field(description="The seconds since the request.")
    limit: float | None = Field(default=None, description="The limit of the request.")


class ErrorData(BaseModel):
    """The details of an error, for programs."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    code: str = Field(description="The same code as in the line interface, where that has it.")
    reasons: list[Reason] | None = Field(
        default=None, description="All reasons why a turn is illegal."
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
