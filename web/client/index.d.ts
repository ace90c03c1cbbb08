import type {
  CandidatesParams,
  CandidatesResult,
  CheckParams,
  CheckResult,
  ChooseParams,
  ChooseResult,
  MatchEvent,
  MatchRecordResult,
  MatchTurnResult,
  MatchView,
  Methods,
  NewMatchParams,
  NewMatchResult,
  Nothing,
  Progress,
  Reason,
  ResumeMatchParams,
  Sentence,
  SolveParams,
  SolveResult,
  StepsResult,
} from "./protocol.js";

export type * from "./protocol.js";

/** What the engine refuses, or why it cannot answer. */
export class RummyError extends Error {
  /** For programs: a code of the protocol (docs/errors.md), or `connection_lost`. */
  readonly code: string;
  /** Every reason why a turn is illegal. */
  readonly reasons: Reason[];
  /** The number of the JSON-RPC error; null if the engine did not answer. */
  readonly number: number | null;
  /** The message as template and values, if `connect` was told `wordings: true` and it is translated. */
  readonly wording: Sentence | null;
}

/** How a call can be stopped. */
export interface Stop {
  /** Rejects the call with the reason of the signal, and ends the work on it. */
  signal?: AbortSignal;
}

/** How a long call can be watched. */
export interface Watch extends Stop {
  /** Hears four times a second how long the call has run. */
  onProgress?: (progress: Progress) => void;
}

/** A turn of a guest. */
export interface GuestTurn {
  /** The number of the turn: `turn` of the view. A turn sent twice is taken once. */
  turn: number;
  kind: "play" | "draw" | "pass" | "forfeit";
  /** The whole table after a play. */
  table?: string | string[];
}

/** A seat of a match, or its host, for who has the token. */
export interface Seat {
  readonly token: string;
  /** How the match stands. */
  view(how?: Stop): Promise<MatchView>;
  /** Takes a turn. */
  turn(turn: GuestTurn, how?: Stop): Promise<MatchTurnResult>;
  /** Keeps the table on the way to a turn. */
  draft(draft: { turn: number; table: string | string[] }, how?: Stop): Promise<Nothing>;
  /** The record of the match so far, for the host. */
  record(how?: Stop): Promise<MatchRecordResult>;
  /** Closes the match, for the host. */
  close(how?: Stop): Promise<Nothing>;
  /**
   * Tells the listener each event once and in order: those from the number `from` on (0 by default) that happened
   * before, then each as it happens, also after the connection broke and came back. Resolves when the past ones are
   * told, with a function that ends it.
   */
  follow(options: { from?: number }, listener: (event: MatchEvent) => void): Promise<() => Promise<void>>;
}

/** An engine: its solver, its referee and its bots. */
export interface Rummy {
  /** The best play of a position. */
  solve(params: SolveParams, how?: Watch): Promise<SolveResult>;
  /** Different plays, best first. */
  candidates(params: CandidatesParams, how?: Watch): Promise<CandidatesResult>;
  /** Whether a turn is legal, and every reason against it. */
  check(params: CheckParams, how?: Watch): Promise<CheckResult>;
  /** A legal turn as moves that a person can carry out. */
  steps(params: CheckParams, how?: Watch): Promise<StepsResult>;
  /** A turn of a built-in bot. */
  choose(params: ChooseParams, how?: Watch): Promise<ChooseResult>;
  /** Calls any method of the protocol. */
  call<M extends keyof Methods>(
    method: M,
    params?: Methods[M]["params"],
    how?: Watch,
  ): Promise<Methods[M]["result"]>;
  /** Starts a match. Give each player their token, and keep that of the host. */
  newMatch(params: NewMatchParams, how?: Stop): Promise<NewMatchResult>;
  /** Goes on with a recorded match. */
  resumeMatch(params: ResumeMatchParams, how?: Stop): Promise<NewMatchResult>;
  /** The seat of a token. */
  seat(token: string): Seat;
  /** Resolves when the connection has ended: with null after `close`, else with the error. */
  readonly closed: Promise<RummyError | null>;
  /** Ends the connection, and a Worker or process that was started for it. */
  close(): Promise<void>;
}

/** An engine in a Worker: `worker.js` of this package, with `rummy_fast.wasm` beside it. */
export interface OverWorker {
  worker: string | URL;
}

/** An engine behind a WebSocket: `/ws` of `rummy-fast serve`. It connects again by itself. */
export interface OverSocket {
  socket: string | URL;
  /** The class to use; that of the platform by default. */
  WebSocket?: new (url: string) => object;
  /** Told when the connection breaks and when it is back. */
  onState?: (state: "connected" | "reconnecting") => void;
}

/** An engine as a process, in Node: `rummy-engine` and its options. */
export interface OverProcess {
  process: string | string[];
}

/** For clients that translate what the engine says. */
export interface Wordings {
  /** Whether errors, reasons and steps have a `wording`, their sentence as template and values; false by default. */
  wordings?: boolean;
}

/** Connects to an engine. */
export function connect(how: (OverWorker | OverSocket | OverProcess) & Wordings): Promise<Rummy>;
