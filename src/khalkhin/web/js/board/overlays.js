// @ts-check
// What a player may ask to see over the map: zones, hexes that bring points, lines of supply, what has changed.

import { fill, s } from "../dom.js";
import { softLine, trimmed } from "./hexes.js";
import { cased } from "./highlights.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Overlays} Shown
 * @typedef {import("./hexes.js").Hexes} Hexes
 * @typedef {import("./hexes.js").Point} Point
 * @typedef {import("./kit.js").Kit} Kit
 */

/** Between the strokes of a zone, in hex radii. */
const PITCH = 0.2;

/** @type {(keyof Shown)[]} */
const KINDS = ["zones", "objectives", "supply", "changes"];

export class OverlayLayers {
  /** @type {Shown} */
  #shown = {};
  /** @type {import("../types.js").HexName[]} */
  #outside = [];

  /**
   * @param {SVGGElement} under
   * @param {SVGGElement} over
   * @param {SVGDefsElement} defs
   * @param {Kit} kit
   * @param {Hexes} hexes
   */
  constructor(under, over, defs, kit, hexes) {
    this.under = under;
    this.over = over;
    this.kit = kit;
    this.hexes = hexes;
    kit.sheet.sides.forEach((side, n) => defs.append(this.#pattern(side, n)));
  }

  /** @param {Picture} picture */
  render({ overlays, outside }) {
    const shown = this.#shown;
    if (outside === this.#outside && KINDS.every((kind) => overlays[kind] === shown[kind])) return;
    this.#shown = overlays;
    this.#outside = outside;
    fill(
      this.under,
      outside.length && s("path", { class: "out-of-play", d: this.hexes.outline(outside) }),
      this.#zones(overlays),
      this.#objectives(overlays),
      this.#rings(overlays),
      this.#supplied(overlays),
    );
    fill(this.over, this.#badges(overlays), this.#paths(overlays), this.#lines(overlays));
  }

  /**
   * Strokes that lean to the one side or the other: zones are told apart without their colours.
   * @param {string} side
   * @param {number} n
   */
  #pattern(side, n) {
    const pitch = PITCH * this.hexes.radius;
    const turn = n % 2 ? -45 : 45;
    return s(
      "pattern",
      {
        id: `board-zone-${n}`,
        width: pitch,
        height: pitch,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${turn})`,
      },
      s("path", { d: `M0 0V${pitch}`, stroke: deep(this.kit.colours(side).ground), "stroke-width": pitch * 0.34 }),
    );
  }

  /** @param {Shown} overlays */
  #zones({ zones = {} }) {
    return Object.entries(zones).flatMap(([side, hexes]) => {
      const outline = this.hexes.outline(hexes);
      const { ground } = this.kit.colours(side);
      return [
        s("path", { class: "zone-tint", d: outline, fill: ground }),
        s("path", {
          class: "zone-strokes",
          d: outline,
          fill: `url(#board-zone-${this.kit.sheet.sides.indexOf(side)})`,
        }),
        s("path", { class: "zone-line line-case", d: outline, fill: "none" }),
        s("path", { class: "zone-line", d: outline, fill: "none", stroke: deep(ground) }),
      ];
    });
  }

  /** @param {Shown} overlays */
  #rings({ changes }) {
    const hexes = (changes?.hexes ?? []).filter((hex) => this.hexes.has(hex));
    return hexes.flatMap((hex) => cased("changed-line", this.hexes.shape(hex, 0.94)));
  }

  /** @param {Shown} overlays */
  #paths({ changes }) {
    const r = this.hexes.radius;
    return (changes?.paths ?? []).flatMap((path) => {
      const points = path.filter((hex) => this.hexes.has(hex)).map((hex) => this.hexes.centre(hex));
      if (points.length < 2) return [];
      const ends = trimmed(points, 0.2 * r, 0.3 * r);
      return [...cased("changed-path", softLine(ends)), ...cased("changed-head", arrowHead(ends, 0.26 * r))];
    });
  }

  /** Round the hexes that have a line, and those that have none. @param {Shown} overlays */
  #supplied({ supply = [] }) {
    const there = supply.filter(({ hex }) => this.hexes.has(hex));
    return there.flatMap(({ hex, path }) =>
      cased(path.length ? "supply-line" : "cut-line", this.hexes.shape(hex, 0.9)),
    );
  }

  /**
   * The lines themselves, each piece once however many units it feeds; where there is none, the hex in its way.
   * @param {Shown} overlays
   */
  #lines({ supply = [] }) {
    const pieces = [...new Set(supply.flatMap(({ path }) => steps(path)))].map((piece) => piece.split(" "));
    const drawn = pieces
      .filter((ends) => ends.every((hex) => this.hexes.has(hex)))
      .map((ends) => `M${ends.map((hex) => this.hexes.centre(hex).join(" ")).join("L")}`)
      .join("");
    const blocks = new Set(
      supply.flatMap(({ path, block }) => (block && !path.length && this.hexes.has(block) ? [block] : [])),
    );
    const crosses = [...blocks].flatMap((hex) =>
      cased("cut-cross", cross(this.hexes.centre(hex), 0.3 * this.hexes.radius)),
    );
    return [...(drawn ? cased("supply-path", drawn) : []), ...crosses];
  }

  /** @param {Shown} overlays */
  #objectives({ objectives = [] }) {
    const hexes = objectives.map(({ hex }) => hex).filter((hex) => this.hexes.has(hex));
    return hexes.flatMap((hex) => cased("objective-line", this.hexes.shape(hex, 0.97)));
  }

  /**
   * Who holds them, and what they bring.
   * @param {Shown} overlays
   */
  #badges({ objectives = [] }) {
    return objectives
      .filter(({ hex }) => this.hexes.has(hex))
      .flatMap(({ hex, points, holder }) => {
        const [x, y] = this.hexes.centre(hex);
        const [dx, dy] = this.hexes.flat ? [0.79 * this.hexes.radius, 0] : this.hexes.corners[2];
        const at = /** @type {Point} */ ([x + dx, y + dy]);
        return [
          holder !== null && this.kit.symbols.has(`f-${holder}`) && this.#holder(hex, holder),
          points !== null && diamond(String(points), at, 0.24 * this.hexes.radius),
        ];
      });
  }

  /**
   * @param {string} hex
   * @param {string} holder
   */
  #holder(hex, holder) {
    const [x, y] = this.hexes.centre(hex);
    const [dx, dy] = this.hexes.corners[this.hexes.flat ? 0 : 5];
    return this.kit.flag(holder, [x + dx * 0.93, y + dy * 0.93], this.hexes.radius * 0.48);
  }
}

/**
 * The steps of a way, each as both its hexes in one order whichever way it is gone.
 * @param {string[]} path
 */
export function steps(path) {
  return path.slice(1).map((hex, n) => [path[n], hex].sort().join(" "));
}

/**
 * @param {Point} at
 * @param {number} r
 */
function cross([x, y], r) {
  return `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`;
}

/**
 * @param {string} text
 * @param {Point} at
 * @param {number} r
 */
function diamond(text, [x, y], r) {
  return s(
    "g",
    { class: "objective-badge", transform: `translate(${x} ${y})` },
    s("path", { d: `M0 ${-1.25 * r}L${1.25 * r} 0L0 ${1.25 * r}L${-1.25 * r} 0z` }),
    s("text", { y: 0.42 * r, "font-size": 1.2 * r }, text),
  );
}

/**
 * @param {Point[]} points
 * @param {number} size
 */
function arrowHead(points, size) {
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [((bx - ax) / length) * size, ((by - ay) / length) * size];
  const [left, right] = [
    [bx - ux - uy * 0.7, by - uy + ux * 0.7],
    [bx - ux + uy * 0.7, by - uy - ux * 0.7],
  ];
  return `M${left.join(" ")}L${bx} ${by}L${right.join(" ")}`;
}

/**
 * A colour dark enough for thin strokes on the map.
 * @param {string} colour  #rrggbb
 */
function deep(colour) {
  const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.52));
  return `rgb(${parts.join(" ")})`;
}
