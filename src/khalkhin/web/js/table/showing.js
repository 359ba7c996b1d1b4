// @ts-check
// What has to be seen, one thing after another. While something is on the screen that nobody may miss, such as dice, whatever
// comes next waits in a queue: the other side's next move, the curtain, the end of the game.

/** @typedef {{show: () => void, paced: boolean, waited?: boolean}} Item  paced: a move, of which two are shown some time apart. */

export class Showing {
  /**
   * @param {() => number} pause  Milliseconds between two moves that have waited.
   */
  constructor(pause) {
    this.pause = pause;
    /** @type {Item[]} */
    this.queue = [];
    /** What is on the screen now, with what is done when something has to wait for it. @type {Set<() => void>} */
    this.holds = new Set();
    /** @type {any} */
    this.timer = null;
  }

  /** Whether moves wait to be shown. */
  get behind() {
    return this.queue.some((item) => item.paced);
  }

  /** Whether what comes now would have to wait. */
  get waits() {
    return this.holds.size > 0 || this.queue.length > 0;
  }

  /**
   * Show something now, or as soon as everything before it has been seen.
   * @param {() => void} show
   * @param {{paced?: boolean}} [how]
   */
  next(show, { paced = false } = {}) {
    this.queue.push({ show, paced, waited: this.waits });
    this.#go();
    if (paced && this.queue.length) for (const waiting of this.holds) waiting();
  }

  /**
   * Something is on the screen that has to be seen before anything else.
   * @param {() => void} [waiting]  Called when a move begins to wait for it.
   * @returns {() => void}  It has been seen.
   */
  hold(waiting = () => {}) {
    const held = () => waiting();
    this.holds.add(held);
    return () => {
      if (this.holds.delete(held)) this.#go();
    };
  }

  /** Show at once what has waited, as far as nothing on the screen has to be seen first. */
  hurry() {
    for (const item of this.queue) item.waited = false;
    clearTimeout(this.timer);
    this.timer = null;
    this.#go();
  }

  /** Somebody else sits down: what waited was not for their eyes. */
  clear() {
    clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.holds.clear();
  }

  #go() {
    while (this.queue.length && !this.holds.size && this.timer === null) {
      const item = /** @type {Item} */ (this.queue.shift());
      item.show();
      const time = item.paced && item.waited && this.queue[0]?.paced ? this.pause() : 0;
      if (time > 0) {
        this.timer = setTimeout(() => {
          this.timer = null;
          this.#go();
        }, time);
      }
    }
  }
}
