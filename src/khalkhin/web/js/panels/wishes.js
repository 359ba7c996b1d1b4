// @ts-check
// Numbers that are being chosen step by step: what is wished for is said when the hand has come to rest, for every change
// is a decision, and a panel that is drawn anew in between must not forget it.

/** @typedef {import("./odds.js").Decision} Decision */

/** How long to wait for the next press, in milliseconds. */
export const PATIENCE = 260;

export class Wishes {
  /** @type {Map<string, {value: number, timer: ReturnType<typeof setTimeout>}>} */
  #wished = new Map();

  /**
   * @param {object} how
   * @param {() => boolean} how.busy  Nothing can be said just now.
   * @param {() => Decision[]} how.said
   * @param {(say: Decision[]) => void} how.say
   * @param {(said: Decision, instead?: number) => void} how.amend
   */
  constructor(how) {
    this.how = how;
  }

  /** The number wished for with a verb and not said yet. @param {string} verb */
  of(verb) {
    return this.#wished.get(verb)?.value;
  }

  /** @param {string} verb @param {number} value  0: none. */
  make(verb, value) {
    clearTimeout(this.#wished.get(verb)?.timer);
    this.#wished.set(verb, { value, timer: setTimeout(() => this.#grant(verb, value), PATIENCE) });
  }

  /** Whether nothing is wished for that is not said yet. */
  idle() {
    return !this.#wished.size;
  }

  forget() {
    for (const { timer } of this.#wished.values()) clearTimeout(timer);
    this.#wished.clear();
  }

  /** @param {string} verb @param {number} value */
  #grant(verb, value) {
    if (this.how.busy()) return this.make(verb, value);
    this.#wished.delete(verb);
    const before = this.how.said().find((one) => one.verb === verb);
    if (value === (before?.noun ?? 0)) return;
    if (before) this.how.amend(before, value || undefined);
    else this.how.say([{ verb, noun: value }]);
  }
}
