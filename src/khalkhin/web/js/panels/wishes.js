// @ts-check
// Numbers that are being chosen step by step: what is wished for is said when the hand has come to rest, for every change
// is a decision, and a panel that is drawn anew in between must not forget it.

/** How long to wait for the next press, in milliseconds. */
export const PATIENCE = 260;

/** @typedef {{value: number, timer: ReturnType<typeof setTimeout> | null}} Wish  Without a timer it is being said. */

export class Wishes {
  /** @type {Map<string, Wish>} */
  #wished = new Map();

  /**
   * @param {object} how
   * @param {(verb: string, value: number) => Promise<boolean>} how.say  0: what was said of it is taken back.
   * @param {() => void} how.refused  A number was not to be had: what shows it is drawn again.
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
    this.#stop(verb);
    this.#wished.set(verb, { value, timer: setTimeout(() => this.#grant(verb), PATIENCE) });
  }

  /** Say at once what is wished for: something else is said after it. */
  grant() {
    for (const [verb, { timer }] of this.#wished) if (timer !== null) this.#grant(verb);
  }

  forget() {
    for (const verb of this.#wished.keys()) this.#stop(verb);
    this.#wished.clear();
  }

  /** @param {string} verb */
  #stop(verb) {
    const timer = this.#wished.get(verb)?.timer;
    if (timer !== null) clearTimeout(timer);
  }

  /** @param {string} verb */
  async #grant(verb) {
    this.#stop(verb);
    const wish = { value: this.of(verb) ?? 0, timer: null };
    this.#wished.set(verb, wish);
    const said = await this.how.say(verb, wish.value);
    // Presses since then are a wish of their own.
    if (this.#wished.get(verb) !== wish) return;
    this.#wished.delete(verb);
    if (!said) this.how.refused();
  }
}
