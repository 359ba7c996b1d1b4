// @ts-check
// A stack spread out: where its counters lie, which one is at a point, and how they look.

import { fill, s } from "../dom.js";
import { FACE, named } from "./kit.js";
import { rings } from "./counters.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("./camera.js").Frame} Frame
 * @typedef {import("./hexes.js").Point} Point
 * @typedef {import("./kit.js").Kit} Kit
 */

const ROW = 5;
/** Between counters, in counters. */
const GAP = 0.15;
const RIM = 0.12;

/**
 * The middles of the counters of a fan: rows about a point, moved so that they stay within a frame.
 * @param {number} count
 * @param {Point} middle
 * @param {number} side
 * @param {Frame} frame
 * @returns {Point[]}
 */
export function spread(count, middle, side, frame) {
  const pitch = side * (1 + GAP);
  const rows = Math.ceil(count / ROW);
  const across = Math.ceil(count / rows);
  const [wide, high] = [across * pitch, rows * pitch];
  const x = inside(middle[0], wide / 2 + side * RIM, frame.left, frame.right);
  const y = inside(middle[1], high / 2 + side * RIM, frame.top, frame.bottom);
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / across);
    const inRow = Math.min(across, count - row * across);
    return /** @type {Point} */ ([x + ((n % across) - (inRow - 1) / 2) * pitch, y + (row - (rows - 1) / 2) * pitch]);
  });
}

/**
 * @param {number} at
 * @param {number} half
 * @param {number} low
 * @param {number} high
 */
function inside(at, half, low, high) {
  if (high - low < 2 * half) return (low + high) / 2;
  return Math.min(Math.max(at, low + half), high - half);
}

export class Fan {
  /** @type {string | null} */
  place = null;
  /** @type {Counter[]} */
  counters = [];
  /** @type {Point[]} */
  #middles = [];
  #side = 0;
  #signature = "";

  /**
   * @param {SVGGElement} layer
   * @param {Kit} kit
   */
  constructor(layer, kit) {
    this.layer = layer;
    this.kit = kit;
  }

  /**
   * @param {Picture} picture
   * @param {string | null} place
   * @param {{middle: Point, side: number, frame: Frame, lifted: ReadonlySet<string>, still: boolean}} room
   */
  render(picture, place, { middle, side, frame, lifted, still }) {
    const opened = place !== this.place;
    this.place = place;
    this.counters = place === null ? [] : (picture.places[place] ?? []);
    this.#side = side;
    this.#middles = spread(this.counters.length, middle, side, frame);
    const faces = this.counters.map(
      (counter) => this.kit.parts(counter, rings(picture, counter)).join("+") + lifted.has(named(counter) ?? ""),
    );
    const signature = place === null ? "" : [place, side, ...faces, ...this.#middles.flat()].join("|");
    if (signature === this.#signature) return;
    this.#signature = signature;
    fill(this.layer, place === null ? [] : this.#draw(picture, lifted));
    if (opened && place !== null && !still) this.#open(middle);
  }

  /**
   * The counter at a point of the map: its number in the fan, or -1.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const half = (this.#side * (1 + GAP)) / 2;
    return this.#middles.findIndex(([mx, my]) => Math.abs(x - mx) <= half && Math.abs(y - my) <= half);
  }

  /**
   * Whether a point is on the fan or within a margin of it.
   * @param {number} x
   * @param {number} y
   * @param {number} margin
   */
  near(x, y, margin) {
    const frame = this.frame();
    return (
      x >= frame.left - margin && x <= frame.right + margin && y >= frame.top - margin && y <= frame.bottom + margin
    );
  }

  /** @returns {Frame} */
  frame() {
    const half = this.#side * (0.5 + RIM);
    const [xs, ys] = [this.#middles.map(([x]) => x), this.#middles.map(([, y]) => y)];
    return {
      left: Math.min(...xs) - half,
      right: Math.max(...xs) + half,
      top: Math.min(...ys) - half,
      bottom: Math.max(...ys) + half,
    };
  }

  /**
   * @param {Picture} picture
   * @param {ReadonlySet<string>} lifted
   */
  #draw(picture, lifted) {
    const { left, top, right, bottom } = this.frame();
    const plate = { x: left, y: top, width: right - left, height: bottom - top, rx: this.#side * 0.14 };
    const scale = this.#side / FACE;
    return [
      s("rect", { class: "fan-plate", ...plate }),
      ...this.counters.map((counter, n) => {
        const [x, y] = this.#middles[n];
        const drawn = this.kit.counter(counter, rings(picture, counter));
        drawn.classList.toggle("lifted", lifted.has(named(counter) ?? ""));
        return s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, drawn);
      }),
    ];
  }

  /** @param {Point} middle */
  #open([x, y]) {
    this.layer.style.transformOrigin = `${x}px ${y}px`;
    const from = { transform: "scale(0.86)", opacity: 0.2 };
    this.layer.animate([from, { transform: "scale(1)", opacity: 1 }], { duration: 140, easing: "ease-out" });
  }
}
