// @ts-check
// Questions that everybody is asked so that nobody learns what somebody holds: a seat may have them passed until the phase
// ends. Only this browser knows of it.

import { keepHere, keptHere } from "./kept.js";

/** @typedef {import("./desk.js").Desk} Desk */

const PASS = "pass";

export class Quiet {
  /** @param {Desk} desk @param {string | null} side */
  constructor(desk, side) {
    this.desk = desk;
    this.side = side;
    /** @type {{phase: string, keys: string[]}} */
    this.kept = keptHere("quiet", desk.id, side) ?? { phase: "", keys: [] };
  }

  /** Whether some questions are passed in this phase. */
  on() {
    return this.kept.keys.length > 0 && this.kept.phase === this.#phase();
  }

  /** Whether what is asked now may be passed from now on. */
  may() {
    const { desk } = this;
    return desk.mine && !desk.lesson && Boolean(desk.view.prompt?.offers.some((offer) => offer.verb === PASS));
  }

  /** Pass what is asked now, and whenever it is asked again. */
  start() {
    const key = this.desk.view.prompt?.key;
    if (!key || !this.may()) return;
    const keys = this.on() ? this.kept.keys : [];
    this.#keep([...new Set([...keys, key])]);
    this.desk.say(PASS);
  }

  /** Ask again. */
  stop() {
    this.#keep([]);
    // Bar and combat panel both show that it is on.
    this.desk.tell("busy");
  }

  /** Pass what is asked, if it is to be passed. */
  follow() {
    const { desk } = this;
    if (this.kept.keys.length && !this.on()) this.#keep([]);
    if (this.may() && this.kept.keys.includes(desk.view.prompt?.key ?? "")) desk.decisions.byItself(PASS);
  }

  #phase() {
    const { desk } = this;
    return desk.ready ? JSON.stringify([desk.view.summary.turn, desk.view.phase]) : "";
  }

  /** @param {string[]} keys */
  #keep(keys) {
    this.kept = { phase: this.#phase(), keys };
    keepHere("quiet", this.desk.id, this.side, this.kept);
  }
}
