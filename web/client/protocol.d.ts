// Made by `make client-types` from the JSON Schema of the protocol. Do not edit.

/** Cancel a request. */
export type CancelParams = {
  /** The id of the request. */
  id: number | string | null;
};

/** Whether that request was still under way. */
export type CancelResult = {
  /** Whether it waited or ran. */
  cancelled: boolean;
};

/** A position whose best distinct plays are wanted. Unknown fields are ignored. */
export type CandidatesParams = {
  /** Tiles as text, or as a list. */
  hand: string | string[];
  /** Returned in the result if present. */
  id?: unknown;
  /** The seconds the search may take; no limit by default. */
  limit?: number | null;
  /** The most plays to list, from 1 to 10,000; 64 by default. */
  most?: number;
  /** What to maximize, as for `solve`. */
  objective?: "tiles" | "points" | Record<string, number>;
  /** Whether the player has opened (rule 11); true by default. */
  opened?: boolean;
  /** Whether to send progress notifications; false by default. */
  progress?: boolean;
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** Melds as a list, or as text separated by '|'. */
  table: string | string[];
  /** Of the plays of the same tiles, choose one that changes the fewest melds; false by default. */
  tidy?: boolean;
};

/** Distinct plays, best first. */
export type CandidatesResult = {
  /** Whether there are no others. */
  complete: boolean;
  /** The id of the params, if present. */
  id?: unknown;
  /** The plays. */
  plays: Played[];
  /** False if a limit stopped the search. */
  proven: boolean;
};

/** What the engine can do. */
export type Capabilities = {
  /** Whether messages may come in batches. */
  batch: boolean;
  /** Whether requests can be cancelled. */
  cancel: boolean;
  /** The names of the methods. */
  methods: string[];
  /** Whether long calls report their progress. */
  progress: boolean;
};

/** A finished turn (rules 9 to 15). Unknown fields are ignored. */
export type CheckParams = {
  /** The table after the turn; any draft is allowed. */
  after: string | string[];
  /** Tiles as text, or as a list. */
  hand: string | string[];
  /** Returned in the result if present. */
  id?: unknown;
  /** Whether the player has opened (rule 11); true by default. */
  opened?: boolean;
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** Melds as a list, or as text separated by '|'. */
  table: string | string[];
};

/** Whether the turn is legal. */
export type CheckResult = {
  /** The id of the params, if present. */
  id?: unknown;
  /** Whether there is no reason against it. */
  legal: boolean;
  /** Every reason against it. */
  reasons: Reason[];
};

/** Ask a bot for its turn. */
export type ChooseParams = {
  /** The name of the bot. A level may follow, as in "search:positions=20000". */
  bot: string;
  /** The level of `search`; its default if absent. */
  level?: Level | null;
  /** The seconds the bot may take; no limit by default. */
  limit?: number | null;
  /** Whether to send progress notifications; false by default. */
  progress?: boolean;
  /** The seed of the bot, 0 to 2**64 - 1; 0 by default. */
  seed?: number;
  /** What the bot sees. */
  view: View;
};

/** The turn of the bot. */
export type ChooseResult = {
  /** The turn. */
  turn: Turn;
};

/** Why there is no result. */
export type Error = {
  /** The number. */
  code: number;
  /** The details. */
  data: ErrorData;
  /** A sentence for people, which names the field, tile, meld or seat, and the rule. */
  message: string;
};

/** The details of an error, for programs. */
export type ErrorData = {
  /** The same code as in the JSON lines, where they have it. */
  code: string;
  /** All reasons why a turn is illegal. */
  reasons?: Reason[];
  /** The message as template and values, for clients that asked for it in `initialize`, if it is translated. */
  wording?: Sentence | null;
};

/** What all seats see of a turn. */
export type Event = {
  /** How many tiles were drawn. */
  drawn: number;
  /** How many tiles the seat holds after the turn. */
  hand_size: number;
  /** "play", "draw", "pass", "timeout" or "forfeit". */
  kind: string;
  /** How many tiles the pool has after the turn. */
  pool_size: number;
  /** The seat whose turn it was, from 0. */
  seat: number;
  /** The table after the turn. */
  table: string[];
  /** The tiles played from the hand. */
  tiles: string[];
};

/** The turn of the seat to move was lost. */
export type ForfeitResult = {
  /** What all seats see of it. */
  event: Event;
  /** How the round ended; null while it goes on. */
  outcome?: Outcome | null;
  /** The seat to move. */
  to_move: number;
};

/** The host of a round. */
export type HostParams = {
  /** The token of the host. */
  host: string;
};

/** The first message of a client. All fields are optional. */
export type InitializeParams = {
  /** The name of the client. */
  client?: string | null;
  /** The version of the protocol that the client speaks. */
  protocol?: number | null;
  /** Whether errors, reasons and steps are sent as template and values, too, for clients that translate them; false by default. */
  wordings?: boolean;
};

/** What the engine is and can do. */
export type InitializeResult = {
  /** The built-in bots. */
  bots: string[];
  /** What the engine can do. */
  capabilities: Capabilities;
  /** Its limits. */
  limits: Limits;
  /** A JSON Schema for each option. */
  options: Record<string, Record<string, unknown>>;
  /** The name of the package. */
  package: string;
  /** All options of each preset. */
  presets: Record<string, Record<string, unknown>>;
  /** The version of the protocol. */
  protocol: number;
  /** The version of the package. */
  version: string;
};

/** The level of `search`. It stops at whichever bound it reaches first. */
export type Level = {
  /** The most positions to solve for a turn. */
  positions?: number | null;
  /** The most seconds for a turn. */
  seconds?: number | null;
};

/** The limits of the engine. */
export type Limits = {
  /** The most messages of a batch. */
  batch: number;
  /** The most bytes in flight: calls that wait, and answers that the client has not read. */
  bytes: number;
  /** The most long calls under way. */
  calls: number;
  /** The most bytes of a line. */
  line: number;
  /** The most open matches. */
  matches: number;
  /** How deep arrays and objects may be nested. */
  nesting: number;
  /** The most open rounds. */
  rounds: number;
};

/** A table on the way to a turn. The last legal one may stand if the turn times out (rule 13). */
export type MatchDraftParams = {
  /** The whole table as it is now; any draft is allowed. */
  table: string | string[];
  /** The token of the seat. */
  token: string;
  /** The number of the turn in the match, from 1. */
  turn: number;
};

/** Something that happened in a match, as one seat sees it. */
export type MatchEvent = {
  /** The number of the event in the match, from 0. */
  number: number;
  /** The number of the round, from 1. */
  round: number;
} & ({
  /** The hand dealt to this seat; null for the host. */
  hand?: string | null;
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  kind: "round";
  /** The seat that plays first. */
  starter: number;
} | {
  /** The tiles that this seat drew; null for other seats. */
  drew?: string[] | null;
  /** What all seats see of it. */
  event: Event;
  /** Why a turn was lost: "raised", "illegal" or "gone"; null if it was not. */
  fault?: string | null;
  kind: "turn";
  /** The number of the turn in the match, from 1. */
  turn: number;
} | {
  kind: "end";
  /** How it ended. */
  outcome: Outcome;
  /** The total score of each seat. */
  totals: number[];
} | {
  kind: "over";
  /** The total score of each seat. */
  totals: number[];
  /** The seats that won. */
  winners: number[];
  /** The rounds each seat has won. */
  won: number[];
});

/** Read events, and hear of those to come. */
export type MatchEventsParams = {
  /** Whether match/event notifications follow, true by default; false ends them. */
  follow?: boolean;
  /** The number of the first event wanted, from 0, which is the default. */
  from?: number;
  /** The token of the seat, or of the host, who sees no hand. */
  token: string;
};

/** Events of a match. */
export type MatchEventsResult = {
  /** The events, at most 1,000. */
  events: MatchEvent[];
  /** The number of the match. */
  match: number;
  /** The number of the event that comes next: as a notification, or as the next `from`. */
  next: number;
};

/** The host of a match. */
export type MatchHostParams = {
  /** The token of the host. */
  host: string;
};

/** The params of the notification `match/event`. */
export type MatchNotice = {
  /** The event. */
  event: MatchEvent;
  /** The number of the match. */
  match: number;
  /** The seat that the event is for; null for the host. */
  seat?: number | null;
};

/** The record of a match. It has every hidden tile. */
export type MatchRecordResult = {
  /** Whether all rounds have been played. */
  complete: boolean;
  /** The text of the record. */
  record: string;
};

/** A seat of a match, or its host. */
export type MatchTokenParams = {
  /** The token of the seat, or of the host, who sees no hand. */
  token: string;
};

/** The turn of a guest. */
export type MatchTurnParams = {
  /** "play", "draw", "pass" or "forfeit". */
  kind: string;
  /** The whole table after a play. */
  table?: string | string[] | null;
  /** The token of the seat. The host may forfeit the turn of a guest who has left. */
  token: string;
  /** The number of the turn in the match, from 1. The same turn sent twice is taken once. */
  turn: number;
};

/** A turn was taken, now or before. */
export type MatchTurnResult = {
  /** The event of the turn. */
  event: MatchEvent;
};

/** A match as one seat sees it. */
export type MatchView = {
  /** The bot in each seat; null for a guest. */
  bots: (string | null)[];
  /** How many events there have been. */
  events: number;
  /** The number of the match. */
  match: number;
  /** The names of the seats. */
  names: string[];
  /** The seconds until the turn of a guest times out (rule 13); null without a clock, and during the turn of a bot. */
  remaining?: number | null;
  /** The number of the round, from 1. */
  round: number;
  /** The number of rounds. */
  rounds: number;
  /** The seat; null for the host. */
  seat?: number | null;
  /** The seat to move; null once the match is over. */
  to_move?: number | null;
  /** The total score of each seat. */
  totals: number[];
  /** The number of the next turn in the match, from 1. */
  turn: number;
  /** What the seat sees of the round; null for the host. */
  view?: View | null;
  /** What the match waits for. */
  waiting: WaitingFor;
  /** The seats that won the match; null while it goes on. */
  winners?: number[] | null;
  /** The rounds each seat has won. */
  won: number[];
};

/** A match to play: the seats, and the settings of all its rounds. */
export type NewMatchParams = {
  /** The seconds a bot may take for a turn; by default a little less than the rules allow. */
  limit?: number | null;
  /** The name of each seat; null keeps the name of its bot. */
  names?: (string | null)[] | null;
  /** How many rounds, 1 to 100; 1 by default. */
  rounds?: number;
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** Who sits in each seat: the name of a built-in bot, with its level if it has one, as in "search:positions=20000", or null for a guest. */
  seats: (string | null)[];
  /** 0 to 2**64 - 1; it reveals all tiles. Random by default. */
  seed?: number | null;
};

/** The tokens of a match, the only way to reach it. */
export type NewMatchResult = {
  /** Reads the record, forfeits the turn of a guest who has left, and closes the match. */
  host: string;
  /** The number of the match, which tells its events from others. It is no secret. */
  match: number;
  /** The names of the seats. */
  names: string[];
  /** The token of each guest, for that player only; null for a bot. */
  tokens: (string | null)[];
};

/** A round to deal (rules 1 to 3). */
export type NewRoundParams = {
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** How many seats; 2 by default. */
  seats?: number;
  /** 0 to 2**64 - 1; it reveals all tiles. Random by default. */
  seed?: number | null;
  /** The seat that plays first; random by default. */
  starter?: number | null;
};

/** The tokens of a round, the only way to reach it. */
export type NewRoundResult = {
  /** Forfeits the turn of a seat that has left, and closes the round. */
  host: string;
  /** The seat to move. */
  to_move: number;
  /** The token of each seat, for its player only. */
  tokens: string[];
};

/** No fields. */
export type Nothing = Record<string, unknown>;

/** How a round ended (rules 16 to 18). */
export type Outcome = {
  /** "out", "closed", "stalemate" or "void". */
  ending: string;
  /** The points left in each hand. */
  left: number[];
  /** The score of each seat. */
  scores: number[];
  /** The seats that won. */
  winners: number[];
};

/** Play tiles. */
export type PlayParams = {
  /** The whole table after the turn. */
  table: string | string[];
  /** The token of the seat. */
  token: string;
};

/** A play and the table after it. */
export type Played = {
  /** The number of tiles played. */
  count: number;
  /** The points that leave the hand, as in the final count. */
  points: number;
  /** False if a limit stopped the search. */
  proven: boolean;
  /** The table after the play. */
  table: string[];
  /** The tiles played from the hand. */
  tiles: string[];
};

/** The progress of a long call. */
export type Progress = {
  /** The id of the request. */
  id: number | string | null;
  /** The limit of the request. */
  limit?: number | null;
  /** The seconds since the request. */
  seconds: number;
  /** Whether it waits or runs. */
  state: ProgressState;
};

/** Whether a thread works on a call. */
export type ProgressState = "waiting" | "running";

/** Why a turn is illegal. */
export type Reason = {
  /** A name for programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** The tile or meld in question. */
  subject?: string | null;
  /** The same sentence as template and values, for clients that asked for it in `initialize`. */
  wording?: Sentence | null;
};

/** The record of a match to go on with. */
export type ResumeMatchParams = {
  /** The text of the record. */
  record: string;
  /** Whether to drop an incomplete last line, which a crash may leave; false by default. */
  salvage?: boolean;
  /** Who sits in each seat from here on, as in match/new; by default who sat there. */
  seats?: (string | null)[] | null;
};

/** A match to review. */
export type ReviewParams = {
  /** The number of the first turn to review, from 1, which is the default. */
  from?: number;
  /** Whether to use the tiles of all hands, which the seats could not see; false by default. */
  hidden?: boolean;
  /** The seconds after which the review ends with the turns it has come to; none by default. */
  limit?: number | null;
  /** Whether progress notifications are wanted; false by default. */
  progress?: boolean;
  /** The text of its record. */
  record: string;
  /** Whether to drop an incomplete last line, which a crash may leave; false by default. */
  salvage?: boolean;
  /** The samples on which turns are compared, 10 to 10,000; 200 by default. */
  samples?: number;
  /** The seed of the samples, 0 to 2**64 - 1; 0 by default. The same seed gives the same review. */
  seed?: number;
};

/** The review of a match. */
export type ReviewResult = {
  /** How much of its chances each seat kept when it had a choice, 0 to 1; null if it never had one. */
  accuracy: (number | null)[];
  /** Whether all turns from the first one were reviewed. If not, ask again from the next one. */
  complete: boolean;
  /** The names of the seats. */
  names: string[];
  /** The turns. */
  turns: TurnReview[];
};

/** A seat of a round. */
export type SeatParams = {
  /** The token of the seat. */
  token: string;
};

/** A sentence for people before its places are filled. The templates are those of the catalogs in `python/rummy_fast/words`. */
export type Sentence = {
  /** The English template of the plural, used unless the value `count` is 1. */
  plural?: string | null;
  /** The English template, with places such as `{tile}`; of a sentence with a plural, its singular. */
  template: string;
  /** What the places are filled with. */
  values: Record<string, SentenceValue>;
};

/** What a place is filled with. */
export type SentenceValue = number | string | Sentence | Sentence[];

/** A position to solve (rules 9 to 15). Unknown fields are ignored. */
export type SolveParams = {
  /** Tiles as text, or as a list. */
  hand: string | string[];
  /** Returned in the result if present. */
  id?: unknown;
  /** The seconds the search may take; no limit by default. */
  limit?: number | null;
  /** What to maximize: "tiles" (the default), "points", or a weight from 0 to 1,000,000 for each tile. */
  objective?: "tiles" | "points" | Record<string, number>;
  /** Whether the player has opened (rule 11); true by default. */
  opened?: boolean;
  /** Whether to send progress notifications; false by default. */
  progress?: boolean;
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** Melds as a list, or as text separated by '|'. */
  table: string | string[];
  /** Of the best plays, choose one that changes the fewest melds; false by default. */
  tidy?: boolean;
};

/** The best play; without tiles if there is nothing to play. */
export type SolveResult = {
  /** The number of tiles played. */
  count: number;
  /** The id of the params, if present. */
  id?: unknown;
  /** The points that leave the hand, as in the final count. */
  points: number;
  /** False if a limit stopped the search. */
  proven: boolean;
  /** The table after the play. */
  table: string[];
  /** The tiles played from the hand. */
  tiles: string[];
};

/** One move: it replaces the heaps `before` with the heaps `after`. */
export type Step = {
  /** The heaps after. */
  after: string[];
  /** The heaps before. */
  before: string[];
  /** The heap that a tile is borrowed from. */
  borrowed?: string | null;
  /** The tiles that come from the hand. */
  from_hand: string[];
  /** What is done. */
  kind: string;
  /** A sentence for people. */
  text: string;
  /** The tiles that move. */
  tiles: string[];
  /** The sentence as template and values, for clients that asked for it in `initialize`. */
  wording?: Sentence | null;
};

/** The moves in order. */
export type StepsResult = {
  /** The id of the params, if present. */
  id?: unknown;
  /** The moves. */
  steps: Step[];
};

/** Time out the turn of the seat to move (rule 13). */
export type TimeoutParams = {
  /** The table at each moment of the turn, in order; any drafts are allowed. */
  snapshots?: (string | string[])[];
  /** The token of the seat. */
  token: string;
};

/** A turn; a play has the table after it. */
export type Turn = {
  /** "play", "draw" or "pass". */
  kind: string;
  /** The table after a play. */
  table?: string[] | null;
};

/** A turn was taken. */
export type TurnResult = {
  /** What all seats see of it. */
  event: Event;
  /** The seat's own hand after the turn. */
  hand: string;
  /** How the round ended; null while it goes on. */
  outcome?: Outcome | null;
  /** The seat to move. */
  to_move: number;
};

/** A turn and what it was worth. */
export type TurnReview = {
  /** The chance to win the round after the turn. */
  after: number;
  /** The chance to win the round before the turn, 0 to 1: that of the best turn found. */
  before: number;
  /** The better turn; null if none was found. */
  better?: Turn | null;
  /** How many turns were compared; 1 if the seat had no choice. */
  choices: number;
  /** The standard error of the difference. */
  error: number;
  /** The hand before the turn. */
  hand: string;
  /** "play", "draw", "pass", "timeout" or "forfeit". */
  kind: string;
  /** "inaccuracy", "mistake" or "blunder" if the turn gave away significantly much; null if not. */
  label?: string | null;
  /** Whether the seat had opened (rule 11). */
  opened: boolean;
  /** The number of the round, from 1. */
  round: number;
  /** The seat, from 0. */
  seat: number;
  /** The table before the turn. */
  table: string[];
  /** The tiles played. */
  tiles: string[];
  /** The number of the turn in the match, from 1. */
  turn: number;
};

/** What one seat may see: its own hand and everything public. */
export type View = {
  /** The hand of the seat. */
  hand: string | string[];
  /** How many tiles each seat holds. */
  hand_sizes: number[];
  /** The turns so far. They may begin in the middle of a round. */
  history?: Event[];
  /** Whether each seat has opened (rule 11). */
  opened: boolean[];
  /** How the round ended; null while it goes on. */
  outcome?: Outcome | null;
  /** How many tiles the pool has. */
  pool_size: number;
  /** The name of a preset, or options by name; schmidt by default. */
  rules?: string | Record<string, unknown> | null;
  /** The seat that sees this, from 0. */
  seat: number;
  /** The seat that began the round. */
  starter: number;
  /** The table. */
  table: string | string[];
  /** The seat to move; after the end, the seat that moved last. */
  to_move: number;
};

/** What a match waits for. */
export type WaitingFor = "guest" | "bot" | "nothing";

/** The methods of the protocol. */
export interface Methods {
  "cancel": { params: CancelParams; result: CancelResult };
  "candidates": { params: CandidatesParams; result: CandidatesResult };
  "check": { params: CheckParams; result: CheckResult };
  "choose": { params: ChooseParams; result: ChooseResult };
  "initialize": { params: InitializeParams | null; result: InitializeResult };
  "match/close": { params: MatchHostParams; result: Nothing };
  "match/draft": { params: MatchDraftParams; result: Nothing };
  "match/events": { params: MatchEventsParams; result: MatchEventsResult };
  "match/new": { params: NewMatchParams; result: NewMatchResult };
  "match/record": { params: MatchHostParams; result: MatchRecordResult };
  "match/resume": { params: ResumeMatchParams; result: NewMatchResult };
  "match/review": { params: ReviewParams; result: ReviewResult };
  "match/turn": { params: MatchTurnParams; result: MatchTurnResult };
  "match/view": { params: MatchTokenParams; result: MatchView };
  "round/close": { params: HostParams; result: Nothing };
  "round/draw": { params: SeatParams; result: TurnResult };
  "round/forfeit": { params: HostParams; result: ForfeitResult };
  "round/new": { params: NewRoundParams | null; result: NewRoundResult };
  "round/pass": { params: SeatParams; result: TurnResult };
  "round/play": { params: PlayParams; result: TurnResult };
  "round/timeout": { params: TimeoutParams; result: TurnResult };
  "round/view": { params: SeatParams; result: View };
  "shutdown": { params: Nothing | null; result: Nothing };
  "solve": { params: SolveParams; result: SolveResult };
  "steps": { params: CheckParams; result: StepsResult };
}
