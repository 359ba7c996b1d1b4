// @ts-check
// What would happen in the hex that is pointed at: the way there, the units in hand standing there, what they have left.

import { fill, h, s } from "../dom.js";
import { softLine, trimmed, wayTo } from "./hexes.js";
import { CLEAR, cased } from "./highlights.js";
import { FACE, STEP } from "./kit.js";
import { pile } from "./counters.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../words.js").Words} Words
 * @typedef {import("./camera.js").Spot} Spot
 * @typedef {import("./hexes.js").Hexes} Hexes
 * @typedef {import("./kit.js").Kit} Kit
 */

export class Aim {
  /** @type {HexName | null} */
  hex = null;
  /** Whether the units in hand are drawn there. */
  ghost = false;
  #signature = "";
  /** The hex beside which the label stands. @type {HexName | null} */
  #tipped = null;
  tip = h("div", { class: "board-tip", hidden: true });
  /** How large the label is. */
  #size = { width: 0, height: 0 };
  /** Enemy hexes that the label speaks of. @type {HexName[]} */
  #targets = [];

  /**
   * @param {SVGGElement} layer
   * @param {Kit} kit
   * @param {Hexes} hexes
   * @param {Words} words
   */
  constructor(layer, kit, hexes, words) {
    this.layer = layer;
    this.kit = kit;
    this.hexes = hexes;
    this.words = words;
  }

  /**
   * @param {Picture} picture
   * @param {HexName | null} hex  What is pointed at.
   * @param {boolean} carried  The units hang on the pointer already: no ghost.
   * @param {number} side  Of a counter.
   */
  render(picture, hex, carried, side) {
    this.hex = hex !== null && picture.offered.has(hex) && this.hexes.has(hex) ? hex : null;
    const way = this.hex === null ? [] : this.#way(picture, this.hex);
    const hand = this.hex === null || carried ? [] : this.#hand(picture, this.hex);
    this.ghost = hand.length > 0;
    const faces = hand.map((counter) => this.kit.parts(counter).join("+"));
    const joins = Boolean(this.hex !== null && picture.places[this.hex]?.length);
    const signature = [this.hex ?? "", way.join(" "), faces.join(" "), side, joins].join("|");
    if (signature !== this.#signature) {
      this.#signature = signature;
      fill(this.layer, this.hex === null ? [] : this.#draw(this.hex, way, hand, side, joins));
    }
    this.#label(picture);
  }

  /**
   * @param {Picture} picture
   * @param {HexName} hex
   */
  #way(picture, hex) {
    const start = picture.path.at(-1) ?? picture.origin;
    const own = picture.ways?.[hex];
    if (own && start !== null) return [start, ...own];
    return Object.hasOwn(picture.from, hex) ? wayTo(picture.from, hex, start) : [];
  }

  /**
   * The units in hand, if it is they that would go there.
   * @param {Picture} picture
   * @param {HexName} hex
   */
  #hand(picture, hex) {
    const goes = Object.hasOwn(picture.left, hex) || Object.hasOwn(picture.from, hex);
    if (!goes || picture.origin === null) return [];
    return pile(picture, picture.origin).filter((one) => "id" in one && picture.selected.has(one.id));
  }

  /**
   * @param {HexName} hex
   * @param {HexName[]} way
   * @param {import("../types.js").Counter[]} hand
   * @param {number} side
   * @param {boolean} joins  Others stand there.
   */
  #draw(hex, way, hand, side, joins) {
    const [x, y] = this.hexes.centre(hex);
    // Over a stack it lies on top, as it will once it is there.
    const off = joins ? (side * STEP) / FACE : 0;
    const points = trimmed(
      way.filter((name) => this.hexes.has(name)).map((name) => this.hexes.centre(name)),
      CLEAR * this.hexes.radius,
    );
    const ghost = s(
      "g",
      { class: joins ? "ghost joining" : "ghost", transform: `translate(${x + off} ${y - off}) scale(${side / FACE})` },
      this.kit.stack(hand.map((counter) => ("id" in counter ? { ...counter, is: faceOnly(counter.is) } : counter))),
    );
    return [
      ...cased("aim-line", this.hexes.shape(hex, 0.97)),
      ...(points.length > 1 ? cased("path-line", softLine(points)) : []),
      ...(hand.length ? [ghost] : []),
    ];
  }

  /** @param {Picture} picture */
  #label(picture) {
    const left = this.hex === null ? undefined : picture.left[this.hex];
    const ahead = picture.ahead && picture.ahead.hex === this.hex ? picture.ahead : null;
    const note = left === undefined && !ahead ? (picture.note ?? null) : null;
    this.#tipped = note?.hex ?? this.hex;
    this.tip.hidden = left === undefined && !ahead && !note;
    this.tip.classList.toggle("warned", Boolean(note?.warn));
    this.tip.classList.toggle("told", Boolean(note));
    this.#targets = ahead ? ahead.targets.filter((hex) => this.hexes.has(hex)) : [];
    this.#write(picture, left, note ? [note.text] : (ahead?.lines ?? []).map((line) => h("p", {}, line)));
    this.#size = { width: this.tip.offsetWidth, height: this.tip.offsetHeight };
  }

  /**
   * @param {Picture} picture
   * @param {string | undefined} left
   * @param {(string | HTMLElement)[]} more
   */
  #write(picture, left, more) {
    const stop = this.hex !== null && Object.hasOwn(picture.stops, this.hex);
    const key = picture.allowance ? "board.left-of" : "board.left";
    fill(this.tip, left === undefined ? null : this.words.say(key, { left, allowance: picture.allowance }), more);
    this.tip.classList.toggle("stop", stop && left !== undefined);
  }

  /**
   * Put the label below the hex, or above it where there is no room below, or what it speaks of is there.
   * @param {(hex: HexName, dx: number, dy: number) => Spot} screen
   * @param {{width: number, height: number}} window
   */
  place(screen, window) {
    if (this.tip.hidden || this.#tipped === null || !this.hexes.has(this.#tipped)) return;
    const below = screen(this.#tipped, 0, 0.76 * this.hexes.radius);
    const above = screen(this.#tipped, 0, -0.76 * this.hexes.radius);
    const { width, height } = this.#size;
    const under = below.y + height + 8 < window.height && !(this.#speaksOfBelow(this.#tipped) && above.y > height);
    const half = Math.max(60, width / 2 + 4);
    const x = Math.min(Math.max(below.x, half), Math.max(window.width - half, half));
    const [y, lift] = under ? [below.y, "0"] : [above.y, "-100%"];
    this.tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, ${lift})`;
  }

  /** Whether all that the label speaks of lies lower than the hex. @param {HexName} hex */
  #speaksOfBelow(hex) {
    const [, y] = this.hexes.centre(hex);
    return this.#targets.length > 0 && this.#targets.every((target) => this.hexes.centre(target)[1] > y);
  }
}

/**
 * A ghost shows which side is up, nothing that has happened to it.
 * @param {string[]} states
 */
function faceOnly(states) {
  return states.filter((state) => state === "flipped");
}
