// @ts-check
// Clicks, drags and keys on the map and in the lists, carried out: what they mean comes from acts.js.

import { onHex, onStack, onUnit, option, placeOf, unitsIn, choosable } from "./acts.js";
import { announceText } from "./announce.js";
import { offerChoice, tellWhy } from "./floating.js";
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
    /** Units that a drag has picked. */
    this.dragged = false;
  }

  /** What is not to be covered: the hex, or the pointer elsewhere. @param {Event | null} event @param {string | null} place @returns {Point | Box} */
  at(event, place) {
    if (place && place in this.desk.sheet.map.hexes) return this.boxOf(place);
    if (event instanceof MouseEvent && (event.clientX || event.clientY)) return { x: event.clientX, y: event.clientY };
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

  /** @param {string} unit @param {string} place @param {Event | null} event */
  async unit(unit, place, event) {
    await this.desk.settled();
    this.look(place);
    if (await this.through(place, event)) return;
    await this.carryOut(onUnit(this.desk.scene, unit), this.at(event, place), place, event);
  }

  /** @param {string} place @param {Event | null} event */
  async stack(place, event) {
    await this.desk.settled();
    this.look(place);
    if (await this.through(place, event)) return;
    await this.carryOut(onStack(this.desk.scene, place), this.at(event, place), place, event);
  }

  /** @param {string} hex @param {Event | null} event */
  async hex(hex, event) {
    await this.desk.settled();
    this.desk.ui.looked = this.desk.view.places[hex] ? hex : null;
    if (await this.through(hex, event)) return;
    await this.carryOut(onHex(this.desk.scene, hex), this.at(event, hex), hex, event);
  }

  /**
   * With Shift a hex is one that the way leads through, where a hex alone would end the move.
   * @param {string} hex
   * @param {Event | null} event
   */
  async through(hex, event) {
    const { desk } = this;
    const offer = desk.mine ? spokenHexes(desk.view) : null;
    const shift = (event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey;
    if (!shift || !offer || !(hex in desk.sheet.map.hexes)) return false;
    if (offer.nouns.includes(hex)) await desk.go(option(desk.scene, offer.verb, [hex]));
    else await this.why({ noun: hex, verb: offer.verb }, this.at(event, hex));
    return true;
  }

  /**
   * @param {Act} act
   * @param {Point | Box} at
   * @param {string} place
   * @param {Event | null} event
   * @param {boolean} [dropped]
   */
  async carryOut(act, at, place, event, dropped = false) {
    const { desk } = this;
    if (act.go) {
      if (this.previews(act.go, event, dropped)) return desk.set({ preview: act.go.nouns[0] });
      if (this.tells(act.go, event)) return desk.set({ tapped: act.go.nouns[0], preview: null });
      desk.ui.preview = null;
      await this.go(act.go, at);
      return;
    }
    desk.set({ preview: null, tapped: null });
    if (act.choose)
      offerChoice(
        desk.words.say("desk.choose"),
        act.choose.map((one) => ({ ...this.described(one), act: () => this.go(one, at) })),
        at,
        { begun: true },
      );
    else if (act.fan && event === null) this.chooseIn(act.fan, at);
    else if (act.fan) desk.set({ fanned: desk.ui.fanned === act.fan ? null : act.fan });
    else if (act.why) await this.why(act.why, at);
    else desk.set({ looked: place });
  }

  /** Supply that would serve nobody is not expended by one click: that may be meant, but has to be said. @param {Option} one @param {Point | Box} at */
  async go(one, at) {
    const { desk } = this;
    const [noun] = one.nouns;
    if (servedBy(desk.view, one.verb, noun)?.length !== 0) return desk.go(one);
    const { text, note } = this.described(one);
    offerChoice(
      desk.words.say("desk.choose"),
      [
        { text: desk.words.say("desk.serves-keep"), note, icon: "undo", act: () => desk.set({ tapped: null }) },
        {
          text: desk.words.say("desk.serves-anyway", { verb: text }),
          note: desk.words.say("desk.serves", { units: [] }),
          icon: "warning",
          act: () => desk.go(one),
        },
      ],
      at,
    );
    return false;
  }

  /** The first tap on what would be expended tells whom it would serve. @param {Option} one @param {Event | null} event */
  tells(one, event) {
    const [noun] = one.nouns;
    return byFinger(event) && this.desk.ui.tapped !== noun && servedBy(this.desk.view, one.verb, noun) !== null;
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
    if (different.length) tellWhy(different, at);
  }

  // -- dragging

  /** @param {string[]} units @param {string} place */
  grab(units, place) {
    const { desk } = this;
    if (!desk.mine || desk.busy) return false;
    const { view } = desk;
    const held = new Set([...(view.details.move?.units ?? []), ...wanted(view)]);
    if (units.some((unit) => held.has(unit))) return true;
    const act = units.length > 1 ? onStack(desk.scene, place) : onUnit(desk.scene, units[0]);
    if (!act.go || act.go.takesOut || !units.some((unit) => act.go?.nouns.includes(unit)) || desk.view.details.plan)
      return false;
    if (servedBy(view, act.go.verb, act.go.nouns[0]) !== null) return false;
    this.dragged = true;
    desk.go(act.go);
    return true;
  }

  /** @param {string | null} hex @param {Event} event */
  async drop(hex, event) {
    const { desk } = this;
    const fresh = this.dragged;
    this.dragged = false;
    await desk.settled();
    if (hex === null || hex === standingAt(desk)) {
      if (fresh && hex === null) await desk.undo();
      return;
    }
    await this.carryOut(onHex(desk.scene, hex), this.at(event, hex), hex, byFinger(event) ? event : null, true);
  }

  /** What was dragged out of the tray is dropped; nowhere, it goes back. @param {string | null} hex */
  async setDown(hex) {
    const { desk } = this;
    await desk.settled();
    if (hex !== null) await this.carryOut(onHex(desk.scene, hex), this.at(null, hex), hex, null);
    else if (desk.seen?.undo) await desk.undo();
  }

  // -- the keyboard

  /** Take up the next stack that can be chosen, or go to it. @param {number} step */
  async next(step) {
    const { desk } = this;
    await desk.settled();
    if (!desk.mine) return;
    const { move, plan } = desk.view.details;
    const skipping = Boolean(unmoved(desk.view) && desk.trail.hand.length);
    const offers = skipping ? desk.trail.hand[0].offers : offersNow(desk.view);
    const all = choosable(desk.view, offers, desk.sheet.map.hexes);
    if (!all.length) return;
    const now = skipping ? move?.origin : desk.ui.cursor;
    const at = all.findIndex((one) => one.place === now);
    const found = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
    this.look(found.place);
    desk.set({ cursor: found.place in desk.sheet.map.hexes ? found.place : null });
    if (found.place in desk.sheet.map.hexes) this.board().focus(found.place, { closer: "always" });
    if (!plan) await this.take(found.units, offers, skipping);
    announceText(found.units.map((unit) => desk.sheet.units[unit].name).join(", "));
  }

  /** @param {string[]} units @param {import("../types.js").Offer[]} offers @param {boolean} skipping */
  async take(units, offers, skipping) {
    const { desk } = this;
    const found = offers.filter((one) => one.kind === "unit" && one.nouns.includes(units[0]));
    const [offer] = found;
    // Going from one to the next takes counters up; it does nothing with them that would be hard to see.
    if (found.length !== 1 || offer.verb !== "unit") return;
    const nouns = offer.gather ? units.filter((unit) => offer.nouns.includes(unit)) : units.slice(0, 1);
    const undo = skipping ? desk.trail.hand.reduce((sum, one) => sum + one.say.length, 0) : 0;
    await desk.go(option(desk.scene, offer.verb, nouns, undo));
  }

  /** What lies under the cursor is chosen; with Shift the way leads through it. @param {KeyboardEvent} [event] */
  async pick(event) {
    const { desk } = this;
    const hex = desk.ui.cursor;
    if (!hex) return;
    if (await this.through(hex, event ?? null)) return;
    if (desk.view.places[hex]?.length) this.stack(hex, null);
    else this.hex(hex, null);
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
