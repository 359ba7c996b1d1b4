// @ts-check
// Whether what the main button says could be taken back: the server tries it on a position that it imagines for this side,
// once for each question.

import { Refusal } from "../net/socket.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Milliseconds: who answers at once does not need to know. */
const RESTS = 250;

export class Binding {
  /** The question, by the number of its position and the verb. */
  #asked = "";
  /** What is known of it. @type {boolean | null} */
  #binds = null;
  /** @type {any} */
  #timer = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Whether a verb binds now; null where that is not known yet. A lesson takes back whatever it likes. @param {string} verb */
  of(verb) {
    const { desk } = this;
    if (!desk.mine || desk.frame || desk.lesson) return null;
    const question = `${desk.seen?.number} ${verb}`;
    if (question !== this.#asked) {
      clearTimeout(this.#timer);
      [this.#asked, this.#binds] = [question, null];
      this.#timer = setTimeout(() => this.#ask(question, verb), RESTS);
    }
    return this.#binds;
  }

  /** @param {string} question @param {string} verb */
  async #ask(question, verb) {
    const { desk } = this;
    try {
      const found = await desk.line?.why(null, verb);
      if (question !== this.#asked || !desk.ready) return;
      this.#binds = found?.[0]?.binds ?? null;
      if (this.#binds !== null) desk.tell("binds");
    } catch (error) {
      // Nobody has asked for it: where there is no answer nothing is said.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
