/** Events that one answer has at most; if there are so many, there may be more. */
const PAGE = 1_000;

/** Passes the events of a seat on in order, each once, whatever the connection does. */
class Follower {
  #rummy;
  #token;
  #next;
  #listener;
  #isReading = false;
  #isBehind = false;

  isStopped = false;

  constructor(rummy, token, from, listener) {
    this.#rummy = rummy;
    this.#token = token;
    this.#next = from;
    this.#listener = listener;
  }

  get token() {
    return this.#token;
  }

  get next() {
    return this.#next;
  }

  #tell(event) {
    if (this.isStopped || event.number !== this.#next) return;
    this.#next += 1;
    this.#listener(event);
  }

  /** Reads what happened since the last event, and from then on hears of more. */
  async read() {
    this.#isBehind = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isBehind && !this.isStopped) {
        this.#isBehind = false;
        const params = { token: this.#token, from: this.#next };
        const { events } = await this.#rummy.call("match/events", params);
        events.forEach((event) => this.#tell(event));
        this.#isBehind ||= events.length === PAGE;
      }
    } finally {
      this.#isReading = false;
    }
  }

  /** Hears of an event. One that comes before the answer is in the answer, or in the next. */
  hear(event) {
    if (event.number > this.#next) this.readOn();
    else this.#tell(event);
  }

  /** Reads on; if the match or the connection is gone meanwhile, no more happens. */
  readOn() {
    this.read().catch(() => {});
  }
}

/** What follows which seat on a connection. */
export class Followers {
  #all = new Map();

  hear({ match, seat, event }) {
    this.#all.get(`${match} ${seat}`)?.forEach((follower) => follower.hear(event));
  }

  reconnect() {
    for (const followers of this.#all.values()) {
      followers.forEach((follower) => follower.readOn());
    }
  }

  /** Follows a seat; resolves once past events were told, with a function that ends it. */
  async follow(rummy, token, { from = 0 }, listener) {
    const { match, seat } = await rummy.call("match/view", { token });
    const key = `${match} ${seat}`;
    const follower = new Follower(rummy, token, from, listener);
    const followers = this.#all.get(key) ?? new Set();
    this.#all.set(key, followers.add(follower));
    const stop = async () => {
      if (follower.isStopped) return;
      follower.isStopped = true;
      followers.delete(follower);
      if (followers.size > 0) return;
      this.#all.delete(key);
      const params = { token, from: follower.next, follow: false };
      // A match or a connection that is gone tells no more events either.
      await rummy.call("match/events", params).catch(() => {});
    };
    try {
      await follower.read();
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  }
}

/** A seat of a match, or its host, for who has the token. */
export class Seat {
  #rummy;
  #followers;

  constructor(rummy, followers, token) {
    this.#rummy = rummy;
    this.#followers = followers;
    this.token = token;
  }

  #call(method, params, how) {
    return this.#rummy.call(`match/${method}`, { token: this.token, ...params }, how);
  }

  /** How the match stands: the result of `match/view`. */
  view(how) {
    return this.#call("view", {}, how);
  }

  /** Takes a turn: `{ turn, kind, table }`. Sent twice, it is taken once. */
  turn(params, how) {
    return this.#call("turn", params, how);
  }

  /** Keeps a table on the way to a turn: `{ turn, table }`. */
  draft(params, how) {
    return this.#call("draft", params, how);
  }

  /** The record, for the host. */
  record(how) {
    return this.#rummy.call("match/record", { host: this.token }, how);
  }

  /** Ends the match, for the host. */
  close(how) {
    return this.#rummy.call("match/close", { host: this.token }, how);
  }

  /**
   * Tells the listener each event once and in order: those from the number `from` on that happened before, then
   * those that happen, also after the connection broke and came back.
   */
  follow(options, listener) {
    return this.#followers.follow(this.#rummy, this.token, options ?? {}, listener);
  }
}
