// @ts-check
// What the buttons of a question would do: whether dice fall, and whether it could be taken back. The server tries each on
// a position that it imagines for this side, once for each question.

import { Refusal } from "../net/socket.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Noun} Noun */
/** @typedef {import("../panels/effect.js").Effect} Effect */

/** Milliseconds: who answers at once does not need to know. */
const RESTS = 150;

export class Effects {
  /** The position that is asked about. */
  #number = -1;
  /** What is known of it, by what is said. @type {Map<string, Effect | null>} */
  #known = new Map();
  /** What the same answers to the same questions did before: most likely they do it again. @type {Map<string, Effect>} */
  #before = new Map();
  /** What is to be asked. @type {Map<string, {verb: string, noun: Noun}>} */
  #wanted = new Map();
  /** @type {any} */
  #timer = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** What saying something now would do; null where that is not known yet. @param {string} verb @param {Noun} [noun] @returns {Effect | null} */
  of(verb, noun = null) {
    const { desk } = this;
    if (!desk.mine || desk.frame) return null;
    if (desk.seen?.number !== this.#number) {
      clearTimeout(this.#timer);
      [this.#number, this.#timer] = [desk.seen?.number ?? -1, null];
      this.#known.clear();
      this.#wanted.clear();
    }
    const said = `${verb} ${noun ?? ""}`;
    if (!this.#known.has(said) && !this.#wanted.has(said)) {
      this.#wanted.set(said, { verb, noun });
      this.#timer ??= setTimeout(() => this.#ask(), RESTS);
    }
    return this.#known.get(said) ?? this.#before.get(this.#question(said)) ?? null;
  }

  /** @param {string} said */
  #question(said) {
    return `${this.desk.view.prompt?.key} ${said}`;
  }

  async #ask() {
    const { desk } = this;
    this.#timer = null;
    const number = this.#number;
    for (const [said, { verb, noun }] of [...this.#wanted]) {
      this.#wanted.delete(said);
      this.#known.set(said, null);
      try {
        const found = await desk.line?.why(noun, verb);
        if (number !== this.#number || !desk.ready) return;
        this.#learn(said, found?.[0] ?? null);
      } catch (error) {
        // Nobody has asked for it: where there is no answer nothing is said.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    desk.tell("effects");
  }

  /** @param {string} said @param {{binds: boolean | null, dice: boolean | null} | null} found */
  #learn(said, found) {
    if (!found || found.binds === null) return;
    // A lesson takes back whatever it likes.
    const effect = { dice: found.dice, binds: this.desk.lesson ? null : found.binds };
    this.#known.set(said, effect);
    this.#before.set(this.#question(said), effect);
  }
}
