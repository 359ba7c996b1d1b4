// @ts-check
// What the rules allow now, drawn on the map: the reach as one region, points left, stops, the target, what the log
// points at, the keyboard's hex. Nothing that is not allowed is marked.

import { fill, s } from "../dom.js";
import { softLine, trimmed } from "./hexes.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("./hexes.js").Hexes} Hexes
 */

/** Half the side of a counter with its ring and the end of a line, in hex radii. */
export const CLEAR = 0.72;
/** Half the height of a pill, in hex radii. */
const PILL = 0.235;
/** What each further letter adds to its width. */
const PILL_GROWS = 0.17;
/** Where a pill stands below the middle of a hex with counters in it. */
const BESIDE = 0.76;

/**
 * A layer that is drawn anew only when what it shows has changed.
 */
class Layer {
  #signature = "";

  /** @param {SVGGElement} node */
  constructor(node) {
    this.node = node;
  }

  /**
   * @param {string} signature
   * @param {() => (Node | null | false)[]} draw
   */
  show(signature, draw) {
    if (signature === this.#signature) return;
    this.#signature = signature;
    fill(this.node, draw());
  }
}

export class Highlights {
  /**
   * @param {SVGGElement} under  Below the counters.
   * @param {SVGGElement} over  Above them.
   * @param {Hexes} hexes
   */
  constructor(under, over, hexes) {
    this.hexes = hexes;
    const layer = (/** @type {SVGGElement} */ parent, /** @type {string} */ name) => {
      const node = s("g", { class: name });
      parent.append(node);
      return new Layer(node);
    };
    this.reach = layer(under, "reach");
    this.stops = layer(under, "stops");
    this.lit = layer(under, "lit");
    this.pills = layer(under, "pills");
    this.raised = layer(over, "pills");
    this.target = layer(over, "target");
    this.gone = layer(over, "gone");
    this.cursor = layer(over, "cursor");
  }

  /** @param {Picture} picture */
  render(picture) {
    const offered = [...picture.offered.keys()].filter((hex) => this.hexes.has(hex));
    const stops = offered.filter((hex) => Object.hasOwn(picture.stops, hex));
    const { origin, left } = picture;
    // Where the units stand belongs to where they can go: no hole in the middle of the reach.
    const home = origin !== null && !picture.offered.has(origin) && offered.some((hex) => hex in left) ? [origin] : [];
    const region = [...offered, ...home];
    this.reach.show(region.join(" "), () => this.#region(region));
    this.stops.show(stops.join(" "), () => [
      s("path", { class: "stop-hatch", d: stops.map((hex) => this.hexes.shape(hex)).join("") }),
    ]);
    this.#pills(picture, offered);
    const lit = [...picture.lit.hexes].filter((hex) => this.hexes.has(hex));
    this.lit.show(lit.join(" "), () => cased("lit-line", this.hexes.outline(lit)));
    // Counters under attack have brackets of their own.
    const bare = picture.target !== null && !picture.places[picture.target]?.length ? picture.target : null;
    this.target.show(bare ?? "", () => this.#ring("target-line", bare, 0.97));
    this.cursor.show(picture.cursor ?? "", () => this.#ring("cursor-line", picture.cursor, 0.9));
    this.gone.show(picture.path.join(" "), () => this.#gone(picture.path));
  }

  /** @param {HexName[]} offered */
  #region(offered) {
    const outline = this.hexes.outline(offered);
    return [s("path", { class: "reach-fill", d: outline }), ...cased("reach-line", outline)];
  }

  /**
   * Points left in every hex that is offered, or allotted to a hex; where counters stand, below them.
   * @param {Picture} picture
   * @param {HexName[]} offered
   */
  #pills(picture, offered) {
    const texts = { ...picture.left, ...picture.points };
    const told = [...new Set([...offered, ...Object.keys(picture.points ?? {})])].filter((hex) =>
      Object.hasOwn(texts, hex),
    );
    const free = told.filter((hex) => !picture.places[hex]?.length);
    const taken = told.filter((hex) => picture.places[hex]?.length);
    const signature = (/** @type {HexName[]} */ hexes) =>
      hexes.map((hex) => `${hex}${hex in picture.stops ? "!" : ":"}${texts[hex]}`).join(" ");
    const pill = (/** @type {HexName} */ hex, low = 0) =>
      this.#pill(hex, String(texts[hex]), Object.hasOwn(picture.stops, hex), low);
    this.pills.show(signature(free), () => free.map((hex) => pill(hex)));
    this.raised.show(signature(taken), () => taken.map((hex) => pill(hex, BESIDE)));
  }

  /**
   * @param {HexName} hex
   * @param {string} text
   * @param {boolean} stop
   * @param {number} low
   */
  #pill(hex, text, stop, low) {
    const r = this.hexes.radius;
    const [x, y] = this.hexes.centre(hex);
    const half = r * (PILL + PILL_GROWS * (text.length - 1) * 0.5);
    return s(
      "g",
      {
        class: stop ? "points-pill stop" : "points-pill",
        "data-hex": hex,
        transform: `translate(${x} ${y + low * r})`,
      },
      s("rect", { x: -half, y: -PILL * r, width: 2 * half, height: 2 * PILL * r, rx: PILL * r }),
      s("text", { "font-size": r * 0.33, y: r * 0.117 }, text),
    );
  }

  /**
   * @param {string} kind
   * @param {HexName | null} hex
   * @param {number} share
   */
  #ring(kind, hex, share) {
    return hex !== null && this.hexes.has(hex) ? cased(kind, this.hexes.shape(hex, share)) : [];
  }

  /**
   * Where a ghost stands, the pill makes room: the label says the same.
   * @param {HexName | null} hex
   */
  hush(hex) {
    if (hex === this.#hushed?.dataset.hex && this.#hushed?.isConnected) return;
    this.#hushed?.classList.remove("hushed");
    this.#hushed = hex === null ? null : this.pills.node.querySelector(`[data-hex="${hex}"]`);
    this.#hushed?.classList.add("hushed");
  }

  /** @type {SVGGElement | null} */
  #hushed = null;

  /** @param {HexName[]} path */
  #gone(path) {
    const points = path.filter((hex) => this.hexes.has(hex)).map((hex) => this.hexes.centre(hex));
    return points.length > 1 ? cased("gone-line", softLine(trimmed(points, 0, CLEAR * this.hexes.radius))) : [];
  }
}

/**
 * A line over a wider one in white, for the ground varies.
 * @param {string} kind
 * @param {string} d
 */
export function cased(kind, d) {
  return [s("path", { class: `${kind} line-case`, d, fill: "none" }), s("path", { class: kind, d, fill: "none" })];
}
