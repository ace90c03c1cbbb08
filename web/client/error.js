/** What the engine refuses, or why it cannot answer. */
export class RummyError extends Error {
  /**
   * @param {string} code for programs: docs/errors.md lists them; besides, `connection_lost`
   * @param {string} message for people
   * @param {{ reasons?: object[], number?: number, wording?: object }} more every reason of an illegal turn; the JSON-RPC
   *   number; the message as template and values, if `connect` was told `wordings: true` and it is translated
   */
  constructor(code, message, { reasons = [], number = null, wording = null } = {}) {
    super(message);
    this.name = "RummyError";
    this.code = code;
    this.reasons = reasons;
    this.number = number;
    this.wording = wording;
  }
}

/** The engine is gone, with whatever it was asked. */
export const lost = (why) => new RummyError("connection_lost", why);

/** The caller has closed the connection. */
export const closed = () => lost("the connection is closed");
