// The opponents' turns one after the other, so that a person can follow them: a short pause for each, a cap for all of
// them together, and a way to skip the rest.

/** Milliseconds that a turn is shown, and the most that turns waiting together are shown for. */
export const PAUSE = 900;
export const LONGEST = 4000;

/** Shows what has happened, one thing at a time. */
export class Follower {
  #waiting = [];
  #running = null;
  #wake = null;
  #skips = false;

  /**
   * @param {(item: object) => number | Promise<number>} show Shows an item, and returns the milliseconds it wants to be
   *   seen for, at once or when the person has seen it.
   * @param {() => void} done Called once nothing waits any more.
   */
  constructor(show, done) {
    this.show = show;
    this.done = done;
  }

  /** Whether something is still to be shown. */
  get busy() {
    return this.#running !== null;
  }

  /** Adds an item to show. */
  add(item) {
    this.#waiting.push(item);
    this.#running ??= this.#run();
  }

  /** Shows all that waits at once. */
  skip() {
    this.#skips = true;
    this.#wake?.();
  }

  async #run() {
    let left = LONGEST;
    await null;
    while (this.#waiting.length) {
      const wanted = await this.show(this.#waiting.shift());
      const pause = Math.min(wanted, this.#waiting.length ? left / this.#waiting.length : left);
      left -= pause;
      if (pause > 0 && !this.#skips) await this.#pause(pause);
    }
    this.#running = null;
    this.#skips = false;
    this.done();
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
