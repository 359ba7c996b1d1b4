// @ts-check
// Clicks, drags and keys on the map and in the lists, carried out: what they mean comes from acts.js.

import { onHex, onSome, onStack, onUnit, option, placeOf, unitsIn, choosable } from "./acts.js";
import { announceText } from "./announce.js";
import { insist, justPassedOver, offerChoice, tellWhy } from "./floating.js";
import { offersNow, sorted, spokenHexes, unmoved, wanted } from "./offers.js";
import { verbKey } from "./promptbar.js";
import { servedBy } from "./serving.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./acts.js").Act} Act */
/** @typedef {import("./acts.js").Option} Option */
/** @typedef {import("../types.js").BoardControls} BoardControls */
/** @typedef {import("./floating.js").Point} Point */
/** @typedef {import("./floating.js").Box} Box */

/** Half of a hex that is not to be covered, in its radii. */
const HEX = 0.75;

export class Play {
  /**
   * @param {Desk} desk
   * @param {() => BoardControls} board
   * @param {HTMLElement} map
   */
  constructor(desk, board, map) {
    this.desk = desk;
    this.board = board;
    this.map = map;
    /** What was offered last to be done with counters. @type {Option[]} */
    this.offered = [];
    /** Whether a drag has taken up what is dragged. */
    this.dragged = Promise.resolve(false);
  }

  /** What is not to be covered: the hex, or the pointer elsewhere. @param {Event | null} event @param {string | null} place @returns {Point | Box} */
  at(event, place) {
    if (place && place in this.desk.sheet.map.hexes) return this.boxOf(place);
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
    // What was pressed beside the map, such as a counter of the display.
    const pressed = document.activeElement?.closest("button");
    if (pressed) return pressed.getBoundingClientRect();
    const frame = this.map.getBoundingClientRect();
    return { x: frame.left + frame.width / 2, y: frame.top + frame.height / 3 };
  }

  /** Where a hex is on the screen. @param {string} hex @returns {Box} */
  boxOf(hex) {
    const frame = this.map.getBoundingClientRect();
    const { x, y } = this.board().screen(hex);
    const half = HEX * this.desk.sheet.map.radius * this.board().sight().k;
    return {
      left: frame.left + x - half,
      top: frame.top + y - half,
      right: frame.left + x + half,
      bottom: frame.top + y + half,
    };
  }

  /** What stands in a hex is shown; what lies in boxes the display shows. @param {string} place */
  look(place) {
    this.desk.ui.looked = place in this.desk.sheet.map.hexes ? place : null;
  }

  /**
   * Where a lesson asks, a click only looks: perhaps that is what is waited for.
   * @param {string} place
   * @param {string | null} unit
   */
  looks(place, unit) {
    const { desk } = this;
    if (!desk.pauses) return false;
    if (place in desk.sheet.map.hexes) desk.tell("ask", { hex: place, unit });
    else if (unit) desk.tell("looked", [`unit ${unit}`]);
    return true;
  }

  /** @param {string} unit @param {string} place @param {Event | null} event */
  unit(unit, place, event) {
    if (this.looks(place, unit)) return Promise.resolve(false);
    return this.inTurn(place, event, () => {
      this.look(place);
      return onUnit(this.desk.scene, unit);
    });
  }

  /** @param {string} place @param {Event | null} event */
  stack(place, event) {
    if (this.looks(place, null)) return Promise.resolve(false);
    return this.inTurn(place, event, () => {
      this.look(place);
      return onStack(this.desk.scene, place);
    });
  }

  /** Several of a stack. @param {string[]} units @param {string} place @param {Event | null} event */
  some(units, place, event) {
    return this.inTurn(place, event, () => onSome(this.desk.scene, units));
  }

  /** @param {string} hex @param {Event | null} event */
  async hex(hex, event) {
    if (this.looks(hex, null)) return false;
    const put = this.passedOver(hex);
    if (put) await this.desk.go(() => put);
    return this.inTurn(hex, event, () => {
      this.desk.ui.looked = this.desk.view.places[hex] ? hex : null;
      return onHex(this.desk.scene, hex);
    });
  }

  /**
   * Whoever is offered several things to do with a counter and presses a hex instead wants it there, if nothing else can be meant.
   * @param {string} hex
   * @returns {Option | null}
   */
  passedOver(hex) {
    const { desk, offered } = this;
    this.offered = [];
    const [one, more] = offered.filter(({ verb }) => verb === "unit");
    const still = one?.nouns.every((unit) => sorted(desk.offers).units.get(unit)?.includes(one.verb));
    return still && !more && justPassedOver() && onHex(desk.scene, hex).why ? one : null;
  }

  /**
   * A click is judged when all that was clicked and pressed before it is done.
   * @param {string} place
   * @param {Event | null} event
   * @param {() => Act} judge
   * @param {boolean} [dropped]
   * @returns {Promise<boolean>}
   */
  inTurn(place, event, judge, dropped = false) {
    return this.desk.go(() => {
      // Whoever clicked knew nothing of a choice that has come up since: it is answered first.
      if (insist()) return null;
      const act = this.through(place, event) ?? judge();
      return this.meant(act, this.at(event, place), place, event, dropped);
    });
  }

  /**
   * With Shift a hex is one that the way leads through, where a hex alone would end the move.
   * @param {string} hex
   * @param {Event | null} event
   * @returns {Act | null}
   */
  through(hex, event) {
    const { desk } = this;
    const offer = desk.mine ? spokenHexes(desk.view) : null;
    const shift = (event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey;
    if (!shift || !offer || !(hex in desk.sheet.map.hexes)) return null;
    if (offer.nouns.includes(hex)) return { go: option(desk.scene, offer.verb, [hex]) };
    return { why: { noun: hex, verb: offer.verb } };
  }

  /**
   * What an act decides, if it does; else it is shown.
   * @param {Act} act
   * @param {Point | Box} at
   * @param {string} place
   * @param {Event | null} event
   * @param {boolean} dropped
   * @returns {Option | null}
   */
  meant(act, at, place, event, dropped) {
    const { desk } = this;
    if (act.go && this.previews(act.go, event, dropped)) desk.set({ preview: act.go.nouns[0], tapped: null });
    else if (act.go) {
      desk.ui.preview = null;
      return this.told(act.go);
    } else {
      desk.set({ preview: null, tapped: null });
      this.show(act, at, place, event);
    }
    return null;
  }

  /** @param {Act} act @param {Point | Box} at @param {string} place @param {Event | null} event */
  show(act, at, place, event) {
    const { desk } = this;
    this.offered = act.choose ?? [];
    if (act.choose)
      offerChoice(
        desk.words.say("desk.choose"),
        act.choose.map((one) => ({ ...this.described(one), act: () => desk.go(() => this.told(one)) })),
        at,
        { begun: true },
      );
    else if (act.fan && !(event instanceof MouseEvent)) this.chooseIn(act.fan, at);
    else if (act.fan) desk.set({ fanned: desk.ui.fanned === act.fan ? null : act.fan });
    else if (act.why) this.why(act.why, at);
    else desk.set({ looked: place });
  }

  /**
   * What would be used up is told of first, by whatever means it was pressed: the second press says it; what would serve
   * nobody only its button says.
   * @param {Option} one
   */
  told(one) {
    const { desk } = this;
    const [noun] = one.nouns;
    const known = desk.ui.tapped?.verb === one.verb && desk.ui.tapped.noun === noun;
    const vain = servedBy(desk.view, one.verb, noun)?.length === 0;
    if ((known && !vain) || !this.spends(one.verb, noun)) return one;
    desk.set({ tapped: { verb: one.verb, noun }, preview: null });
    return null;
  }

  /** Whether something is used up by a decision at once. @param {string} verb @param {string} noun */
  spends(verb, noun) {
    const { view, offers } = this.desk;
    return servedBy(view, verb, noun) !== null || offers.some((offer) => offer.verb === verb && Boolean(offer.spends));
  }

  /**
   * A finger looks first: the first tap shows the way, the second goes it; what it drops it only aims.
   * @param {Option} one
   * @param {Event | null} event
   * @param {boolean} dropped
   */
  previews(one, event, dropped) {
    const [noun] = one.nouns;
    const { left, move } = this.desk.view.details;
    return (
      byFinger(event) &&
      (dropped || this.desk.ui.preview !== noun) &&
      (move !== undefined || left?.[noun] !== undefined) &&
      this.isHex(one.verb, noun)
    );
  }

  /** @param {string} verb @param {string} noun */
  isHex(verb, noun) {
    return sorted(this.desk.offers).hexes.get(noun)?.includes(verb) ?? false;
  }

  /** @param {Option} one */
  described(one) {
    const { words, sheet } = this.desk;
    const text = words.say(verbKey(this.desk, one.verb));
    const note = one.nouns.map((noun) => sheet.units[noun]?.name ?? noun).join(", ");
    return { text, note, icon: sheet.units[one.nouns[0]] ? "person" : "target" };
  }

  /** Which counter of a stack, as a list: for those who cannot see it spread out. @param {string} place @param {Point | Box} at */
  chooseIn(place, at) {
    const { desk } = this;
    const units = unitsIn(desk.view, place);
    offerChoice(
      desk.words.say("desk.choose"),
      units.map((unit) => ({
        text: desk.sheet.units[unit].name,
        note: desk.sheet.units[unit].printed,
        icon: "person",
        act: () => this.unit(unit, place, null),
      })),
      at,
    );
  }

  /** @param {{noun: string, verb?: string | null}} asked @param {Point | Box} at */
  async why(asked, at) {
    const { desk } = this;
    const found = await desk.ask((line) => line.why(asked.noun, asked.verb ?? null));
    const reasons = (found ?? []).flatMap(({ reason }) => (reason ? [reason] : []));
    const different = reasons
      .filter((one, n) => reasons.findIndex((other) => other.text === one.text) === n)
      .slice(0, 3);
    if (different.length) tellWhy(different, at, this.desk.words);
  }

  // -- dragging

  /** @param {string[]} units @param {string} place */
  grab(units, place) {
    const { desk } = this;
    if (!desk.mine) return false;
    if (!desk.busy && this.holds(units)) return true;
    // As long as an answer is on its way nobody knows what can be taken up: that shows when its turn comes.
    const may = desk.busy ? units.some((unit) => desk.sheet.units[unit]?.side === desk.me) : this.taken(units, place);
    if (!may) return false;
    this.dragged = desk.go(() => (this.holds(units) ? null : this.taken(units, place)));
    return true;
  }

  /** Whether one of them is in hand already. @param {string[]} units */
  holds(units) {
    const { view } = this.desk;
    const held = new Set([...(view.details.move?.units ?? []), ...wanted(view)]);
    return units.some((unit) => held.has(unit));
  }

  /** How a drag takes counters up; null where it cannot. @param {string[]} units @param {string} place @returns {Option | null} */
  taken(units, place) {
    const { view, scene } = this.desk;
    const { go } = units.length > 1 ? onStack(scene, place) : onUnit(scene, units[0]);
    if (!go || go.takesOut || view.details.plan || !units.some((unit) => go.nouns.includes(unit))) return null;
    return this.spends(go.verb, go.nouns[0]) ? null : go;
  }

  /** @param {string | null} hex @param {Event} event */
  async drop(hex, event) {
    const { desk } = this;
    const fresh = this.dragged;
    this.dragged = Promise.resolve(false);
    if (hex === null) {
      if (await fresh) await desk.undo();
      return;
    }
    const by = byFinger(event) ? event : null;
    await this.inTurn(hex, by, () => (hex === standingAt(desk) ? { look: true } : onHex(desk.scene, hex)), true);
  }

  /** What was dragged out of the tray is dropped; nowhere, it goes back. @param {string | null} hex */
  async setDown(hex) {
    const { desk } = this;
    if (hex !== null) await this.inTurn(hex, null, () => onHex(desk.scene, hex));
    else if (desk.seen?.undo) await desk.undo();
  }

  // -- the keyboard

  /** Take up the next stack that can be chosen, or go to it. @param {number} step */
  async next(step) {
    const { desk } = this;
    /** @type {string[]} */
    let units = [];
    await desk.go(() => {
      const found = desk.mine && !insist() ? this.following(step) : null;
      if (!found) return null;
      const { place } = found;
      units = found.units;
      this.look(place);
      desk.set({ cursor: place in desk.sheet.map.hexes ? place : null });
      if (place in desk.sheet.map.hexes) this.board().focus(place, { closer: "always" });
      return found.take;
    });
    if (units.length) announceText(units.map((unit) => desk.sheet.units[unit].name).join(", "));
  }

  /**
   * The next stack that can be chosen, and how it is taken up.
   * @param {number} step
   * @returns {{place: string, units: string[], take: Option | null} | null}
   */
  following(step) {
    const { desk } = this;
    const { move, plan } = desk.view.details;
    const skipping = Boolean(unmoved(desk.view) && desk.trail.hand.length);
    const offers = skipping ? desk.trail.hand[0].offers : offersNow(desk.view);
    const all = choosable(desk.view, offers, desk.sheet.map.hexes);
    if (!all.length) return null;
    const now = skipping ? move?.origin : desk.ui.cursor;
    const at = all.findIndex((one) => one.place === now);
    const found = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
    return { ...found, take: plan ? null : this.taking(found.units, offers, skipping) };
  }

  /** @param {string[]} units @param {import("../types.js").Offer[]} offers @param {boolean} skipping @returns {Option | null} */
  taking(units, offers, skipping) {
    const { desk } = this;
    const found = offers.filter((one) => one.kind === "unit" && one.nouns.includes(units[0]));
    const [offer] = found;
    // Going from one to the next takes counters up; it does nothing with them that would be hard to see.
    if (found.length !== 1 || offer.verb !== "unit") return null;
    const nouns = offer.gather ? units.filter((unit) => offer.nouns.includes(unit)) : units.slice(0, 1);
    const undo = skipping ? desk.trail.hand.reduce((sum, one) => sum + one.say.length, 0) : 0;
    return option(desk.scene, offer.verb, nouns, undo);
  }

  /** What lies under the cursor is chosen; with Shift the way leads through it. @param {KeyboardEvent} [event] */
  pick(event) {
    const { desk } = this;
    const hex = desk.ui.cursor;
    if (!hex) return;
    if (desk.view.places[hex]?.length) this.stack(hex, event ?? null);
    else this.hex(hex, event ?? null);
  }

  /** Why what lies under the cursor cannot be chosen. */
  async whyHere() {
    const hex = this.desk.ui.cursor ?? this.desk.ui.hoverHex;
    if (hex && this.desk.view.prompt) await this.why({ noun: hex }, this.at(null, hex));
  }

  /** Where the cursor begins. @returns {string} */
  start() {
    const { desk } = this;
    const hexes = desk.sheet.map.hexes;
    const first =
      (desk.pauses ? desk.taught?.lights[0] : null) ??
      standingAt(desk) ??
      choosable(desk.view, desk.offers, hexes)[0]?.place ??
      desk.offers.find((offer) => offer.kind === "hex")?.nouns[0];
    if (first && first in hexes) return String(first);
    const frame = this.map.getBoundingClientRect();
    return this.board().hexAt(frame.width / 2, frame.height / 2) ?? Object.keys(hexes)[0];
  }
}

/** @param {Event | null} event */
function byFinger(event) {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** @param {Desk} desk @returns {string | null} */
function standingAt(desk) {
  const { move } = desk.view.details;
  if (move) return move.path.at(-1) ?? move.origin;
  const [unit] = wanted(desk.view);
  return unit ? placeOf(desk.view, unit) : null;
}
