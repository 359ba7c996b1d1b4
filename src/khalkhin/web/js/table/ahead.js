// @ts-check
// Odds before a move: what the units in hand would attack from the hex that is pointed at. The server is asked once for
// each hex beside an enemy, when the pointer rests there.

import { Refusal } from "../net/socket.js";
import { distance } from "../panels/parts.js";
import { handUnits, standing } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Prospects} Prospects */

const RESTS = 60;

/** The hex that is pointed at, by whatever means. @param {import("./desk.js").Ui} ui */
export function pointedAt({ preview, hoverHex, cursor }) {
  return preview ?? hoverHex ?? cursor;
}

export class Ahead {
  /** Of which position. */
  #number = -1;
  /** Hex -> what it would mean to stand there; null while the server is asked. @type {Map<string, Prospects | null>} */
  #told = new Map();
  /** The hex that has been told of last. @type {string | null} */
  #shown = null;
  /** @type {any} */
  #timer = null;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** From now on ask about what is pointed at. */
  follow() {
    this.desk.on(["view", "ui", "hover"], () => this.#look());
  }

  /** What is known of the hex that is pointed at. @returns {{hex: string, told: Prospects} | null} */
  now() {
    const { ui, seen, frame } = this.desk;
    const hex = pointedAt(ui);
    const told = hex !== null && !frame && this.#number === seen?.number ? this.#told.get(hex) : null;
    return hex !== null && told && (told.attacks.length || told.rule) ? { hex, told } : null;
  }

  /** Soon ask about the hex that is pointed at, if that has not been done yet. */
  #look() {
    const { desk } = this;
    clearTimeout(this.#timer);
    if (!desk.ready) return;
    const number = desk.seen?.number ?? -1;
    if (number !== this.#number) [this.#number, this.#told] = [number, new Map()];
    this.#show();
    const hex = pointedAt(desk.ui);
    if (hex !== null && !this.#told.has(hex) && isWorthAsking(desk, hex))
      this.#timer = setTimeout(() => this.#ask(hex), RESTS);
  }

  /** Tell once of each hex that is pointed at, as soon as there is something to tell. */
  #show() {
    const hex = this.now()?.hex ?? null;
    const news = hex !== null && hex !== this.#shown;
    this.#shown = hex;
    if (news) this.desk.tell("ahead");
  }

  /** @param {string} hex */
  async #ask(hex) {
    const { line } = this.desk;
    const told = this.#told;
    told.set(hex, null);
    try {
      const found = await line?.prospects(hex);
      if (!found || told !== this.#told) return;
      told.set(hex, found);
      this.#show();
    } catch (error) {
      // Nobody has asked for it: where there is no answer nothing is said.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/**
 * Whether the units in hand may go to a hex, or have come there, and an enemy stands beside it.
 * @param {Desk} desk
 * @param {string} hex
 */
function isWorthAsking(desk, hex) {
  const { sheet, view, me } = desk;
  if (!desk.mine || !me || !handUnits(view).length || !(hex in sheet.map.hexes)) return false;
  const goes = desk.offers.some((offer) => offer.kind === "hex" && offer.nouns.includes(hex));
  if (!goes && standing(view) !== hex) return false;
  /** @param {import("../types.js").Counter} one */
  const sideOf = (one) => ("id" in one ? sheet.units[one.id]?.side : sheet.nations[one.nation]?.side);
  return Object.entries(view.places).some(
    ([place, counters]) => counters.some((one) => sideOf(one) !== me) && distance(sheet.map, hex, place) === 1,
  );
}
