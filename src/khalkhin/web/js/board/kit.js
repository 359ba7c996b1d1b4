// @ts-check
// The pieces of a game, drawn with the symbols of its sprite: counters with what is laid over them, stacks, markers.

import { s } from "../dom.js";
import { drawn } from "../states.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./hexes.js").Point} Point
 */

/** The side of a counter in its own drawing. */
export const FACE = 100;
export const STEP = 7.5;
export const VISIBLE = 3;
const RIDER = 0.4;
const RIDER_OUT = 26;
const BADGE = 14;
/** Laid over somebody who can be chosen himself, not only one below him: nothing is seen of it but that no veil is. */
export const ASKED = "asked";
const FLIPPED = "flipped";

/**
 * @param {Counter} counter
 * @returns {UnitId | null}
 */
export function named(counter) {
  return "id" in counter ? counter.id : null;
}

/**
 * The named counters among some.
 * @param {Counter[]} counters
 * @returns {UnitId[]}
 */
export function names(counters) {
  return counters.flatMap((counter) => ("id" in counter ? [counter.id] : []));
}

/**
 * How far the counters of a stack lie from its middle, the top one first, in hundredths of a counter: the pile leans so
 * that the top one is highest and furthest right.
 * @param {number} count
 * @returns {Point[]}
 */
export function leaning(count) {
  const shown = Math.min(count, VISIBLE);
  return Array.from({ length: shown }, (_, k) => {
    const off = ((shown - 1) / 2 - k) * STEP;
    return /** @type {Point} */ ([off, -off]);
  });
}

export class Kit {
  /**
   * @param {GameSheet} sheet
   * @param {SVGSVGElement} sprite
   */
  constructor(sheet, sprite) {
    this.sheet = sheet;
    /** In the order in which states are laid over one another. */
    this.symbols = new Set([...sprite.querySelectorAll("symbol")].map((symbol) => symbol.id));
    this.states = [...this.symbols]
      .filter((id) => id.startsWith("s-") && !id.endsWith("-clipped"))
      .map((id) => id.slice(2));
  }

  /** @param {Counter} counter */
  nation(counter) {
    return "id" in counter ? this.sheet.units[counter.id]?.nation : counter.nation;
  }

  /**
   * The symbols that make up a counter: its face, then what is laid over it.
   * @param {Counter} counter
   * @param {Iterable<string>} [more]  States that the screen adds.
   * @returns {string[]}
   */
  parts(counter, more = []) {
    const states = new Set(more);
    let face = `n-${this.nation(counter)}`;
    if ("id" in counter) {
      face = `u-${counter.id}`;
      if (counter.is.includes(FLIPPED) && this.symbols.has(`${face}-b`)) face += "-b";
      for (const state of drawn(counter.is, states.has(ASKED))) states.add(state);
    }
    const clipped = this.sheet.nations[this.nation(counter) ?? ""]?.corner === "clipped" ? "-clipped" : "";
    const over = this.states
      .filter((state) => states.has(state))
      .map((state) => `s-${state}${this.symbols.has(`s-${state}${clipped}`) ? clipped : ""}`);
    return [face, ...over];
  }

  /**
   * A counter about a point, in hundredths of its side.
   * @param {Counter} counter
   * @param {Iterable<string>} [more]
   * @param {Point} [at]
   */
  counter(counter, more = [], at = [0, 0]) {
    const [x, y] = [at[0] - FACE / 2, at[1] - FACE / 2];
    return s(
      "g",
      { class: "counter-at", "data-unit": named(counter), transform: `translate(${x} ${y})` },
      s("g", { class: "counter-turn" }, this.parts(counter, more).map(symbol)),
    );
  }

  /**
   * A stack about a point, the top counter first.
   * @param {Counter[]} counters
   * @param {(counter: Counter, top: boolean) => Iterable<string>} [more]
   * @param {number} [count]  What the badge says; none for a single counter.
   * @returns {SVGGElement[]}
   */
  stack(counters, more = () => [], count = counters.length) {
    const places = leaning(counters.length);
    const drawn = places.map((at, k) => this.counter(counters[k], more(counters[k], k === 0), at)).reverse();
    if (count < 2) return drawn;
    return [...drawn, this.badge(String(count), [places[0][0] + FACE / 2 - 2, places[0][1] - FACE / 2 + 2])];
  }

  /**
   * @param {string} text
   * @param {Point} at
   */
  badge(text, [x, y]) {
    return s(
      "g",
      { class: "count-badge", transform: `translate(${x} ${y})` },
      s("circle", { r: BADGE }),
      s("text", { y: 7.2 }, text),
    );
  }

  /**
   * Markers that hang on the lower corner of a stack.
   * @param {string[]} kinds
   * @param {Point} at  The middle of the top counter.
   */
  riders(kinds, [x, y]) {
    return kinds.map((kind, n) => {
      const [left, top] = [x - FACE / 2 + n * RIDER * FACE - RIDER_OUT, y + FACE / 2 - RIDER * FACE + RIDER_OUT];
      return s("g", { transform: `translate(${left} ${top}) scale(${RIDER})` }, symbol(`m-${kind}`));
    });
  }

  /**
   * The flag of a side about a point.
   * @param {string} side
   * @param {Point} at
   * @param {number} size
   */
  flag(side, [x, y], size) {
    const scale = size / FACE;
    return s("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})` }, symbol(`f-${side}`));
  }

  /**
   * The colours of a side: those of the first of its nations.
   * @param {string} side
   */
  colours(side) {
    const found = Object.values(this.sheet.nations).find((nation) => nation.side === side);
    return found ?? { ground: "#808080", ink: "#101010" };
  }
}

/** @param {string} id */
function symbol(id) {
  return s("use", { href: `#${id}`, width: FACE, height: FACE });
}
