// @ts-check
// The player's own decisions that can still be taken back, gesture by gesture, so that one can change one's mind about any
// part of what is in hand: the rest is said again after it.

import { sameHand } from "./offers.js";

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Noun} Noun */
/** @typedef {import("./offers.js").Said} Said */

/**
 * @typedef {object} Gesture  What one click said. `offers`: what was on offer before it.
 * @property {Said[]} say
 * @property {Offer[]} offers
 * @property {boolean} starts  It took something new in hand.
 * @property {string} [prompt]  What was asked.
 */

/**
 * @typedef {{undo: number, gestures: Gesture[]}} Change  Take back so many decisions, then make these gestures.
 */

export class Trail {
  /** @param {{number: number, gestures: Gesture[]} | null} [kept] */
  constructor(kept = null) {
    /** @type {Gesture[]} */
    this.gestures = kept?.gestures ?? [];
    /** The position after the last of them. */
    this.number = kept?.number ?? 0;
  }

  /**
   * A view has come. What is remembered holds only if nobody else has changed the position, and no way back was closed.
   * @param {number} number
   * @param {boolean} undo
   */
  settle(number, undo) {
    if (!undo || number !== this.number) this.gestures = [];
    this.number = number;
  }

  /**
   * A change was carried out.
   * @param {Change} change
   * @param {View} before
   * @param {{number: number, view: View, undo: boolean}} after
   */
  record({ undo, gestures }, before, after) {
    if (!undo && gestures.length) gestures[0].prompt = before.prompt?.key;
    this.gestures = after.undo ? [...this.#upTo(undo), ...gestures] : [];
    const last = this.gestures.at(-1);
    if (last && gestures.length === 1 && !undo) last.starts = !sameHand(before, after.view);
    this.number = after.number;
  }

  /** The last so many gestures become one: one step back takes all of them back. @param {number} count */
  join(count) {
    if (count < 2) return;
    const joined = this.gestures.splice(-count);
    if (joined.length) this.gestures.push({ ...joined[0], say: joined.flatMap((one) => one.say) });
  }

  /** @param {number} undo @returns {Gesture[]} */
  #upTo(undo) {
    const kept = [...this.gestures];
    for (let left = undo; left > 0 && kept.length;) left -= kept.pop()?.say.length ?? 0;
    return kept;
  }

  /** The gestures that made what is in hand now. @returns {Gesture[]} */
  get hand() {
    const from = this.gestures.map((gesture) => gesture.starts).lastIndexOf(true);
    return this.gestures.slice(Math.max(from, 0));
  }

  /** How many decisions one step back takes: the last click's, or one where nothing is remembered. */
  get back() {
    return this.gestures.at(-1)?.say.length ?? 1;
  }

  /**
   * How something could still be said that was on offer before what is in hand, the nearest first.
   * @param {"unit" | "hex" | "nothing"} kind
   * @param {Noun} noun
   * @returns {{verb: string, undo: number, steps: number}[]}
   */
  alternatives(kind, noun) {
    let undo = 0;
    const hand = this.hand;
    for (let n = hand.length - 1; n >= 0; n -= 1) {
      undo += hand[n].say.length;
      const verbs = hand[n].offers
        .filter((offer) => offer.kind === kind && offer.nouns.includes(noun))
        .map((offer) => offer.verb);
      if (verbs.length) return verbs.map((verb) => ({ verb, undo, steps: hand.length - n }));
    }
    return [];
  }

  /**
   * Take one thing out of the hand, or put another noun in its place, and say the rest again.
   * @param {Said} said
   * @param {Noun} [instead]  Without it the thing is left out.
   * @returns {Change | null}
   */
  amend(said, instead) {
    const at = this.hand.map((gesture) => gesture.say.some((one) => same(one, said))).lastIndexOf(true);
    return at < 0 ? null : this.#again(at, said.verb, (one) => amended(one, said, instead));
  }

  /**
   * Take several things out of the hand, and say the rest again.
   * @param {Noun[]} nouns
   * @returns {Change | null}
   */
  leaveOut(nouns) {
    /** @param {Said} one */
    const out = (one) => nouns.includes(one.noun);
    const at = this.hand.findIndex((gesture) => gesture.say.some(out));
    const verb = this.hand[at]?.say.find(out)?.verb ?? "";
    return at < 0 ? null : this.#again(at, verb, (one) => (out(one) ? [] : [one]));
  }

  /**
   * Take back the hand from its gesture `at` on, and say again what is left of it.
   * @param {number} at
   * @param {string} verb  Of what is left out.
   * @param {(one: Said) => Said[]} left
   * @returns {Change}
   */
  #again(at, verb, left) {
    const undone = this.hand.slice(at);
    const undo = undone.reduce((sum, gesture) => sum + gesture.say.length, 0);
    const rest = undone.map((gesture) => ({
      ...gesture,
      say: gesture.say.flatMap(left),
    }));
    const gestures = rest.filter((gesture) => gesture.say.length);
    // Where the last of those goes that everything began with, the rest has nobody to be said of.
    const orphaned = undone[0].starts && !gestures.some((gesture) => gesture.say.some((one) => one.verb === verb));
    if (orphaned) return { undo, gestures: [] };
    return { undo, gestures: gestures.map((gesture, n) => ({ ...gesture, starts: n === 0 && undone[0].starts })) };
  }

  /**
   * Leave out something said some time ago, and say again what came after it.
   * @param {Noun} noun
   * @returns {Change | null}
   */
  without(noun) {
    const at = this.gestures.map((gesture) => gesture.say.some((one) => one.noun === noun)).lastIndexOf(true);
    if (at < 0) return null;
    const undone = this.gestures.slice(at);
    const undo = undone.reduce((sum, gesture) => sum + gesture.say.length, 0);
    const rest = undone.map((gesture) => ({ ...gesture, say: gesture.say.filter((one) => one.noun !== noun) }));
    return { undo, gestures: rest.filter((gesture) => gesture.say.length) };
  }

  /**
   * What the hand holds of a verb, such as the number of air points, with what was on offer for it.
   * @param {string} verb
   * @returns {{said: Said, offer: Offer} | null}
   */
  named(verb) {
    for (const gesture of [...this.hand].reverse()) {
      const said = gesture.say.find((one) => one.verb === verb);
      const offer = said && gesture.offers.find((one) => one.verb === verb);
      if (said && offer) return { said, offer };
    }
    return null;
  }

  toJSON() {
    return { number: this.number, gestures: this.gestures };
  }
}

/**
 * A gesture made now.
 * @param {Said[]} say
 * @param {Offer[]} offers
 * @returns {Gesture}
 */
export function gesture(say, offers) {
  return { say, offers, starts: true };
}

/**
 * @param {Said} a
 * @param {Said} b
 */
function same(a, b) {
  return a.verb === b.verb && a.noun === b.noun;
}

/**
 * @param {Said} one
 * @param {Said} said
 * @param {Noun} [instead]
 * @returns {Said[]}
 */
function amended(one, said, instead) {
  if (!same(one, said)) return [one];
  return instead === undefined ? [] : [{ verb: one.verb, noun: instead }];
}
