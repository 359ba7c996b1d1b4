// @ts-check
// Counters that travel and turn over. They are drawn apart from the map while they move, so that only the compositor
// works, and nothing waits for them.

import { h, s } from "../dom.js";
import { FACE } from "./kit.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./hexes.js").Point} Point
 * @typedef {import("./kit.js").Kit} Kit
 */

const PER_HEX = 90;
const LONGEST = 700;
const FLIP = 180;

/**
 * How long a way takes.
 * @param {number} hexes  How many are on it, with the first.
 * @param {number} [speed]
 */
export function duration(hexes, speed = 1) {
  return Math.min(Math.max(hexes - 1, 0) * PER_HEX, LONGEST) / speed;
}

export class Travel {
  /**
   * @param {HTMLElement} world
   * @param {Kit} kit
   */
  constructor(world, kit) {
    this.world = world;
    this.kit = kit;
  }

  /**
   * A stack goes along points of the map.
   * @param {Counter[]} counters
   * @param {Point[]} points
   * @param {number} side
   * @param {number} speed
   */
  async move(counters, points, side, speed) {
    const drawing = s(
      "svg",
      { class: "board-mover", width: side, height: side, viewBox: `-50 -50 ${FACE} ${FACE}` },
      this.kit.stack(counters),
    );
    const mover = h("div", { class: "board-travel", "aria-hidden": "true" }, drawing);
    this.world.append(mover);
    const frames = points.map(([x, y]) => ({ transform: `translate(${x - side / 2}px, ${y - side / 2}px)` }));
    const timing = { duration: duration(points.length, speed), easing: "cubic-bezier(.45,0,.25,1)", fill: "both" };
    try {
      await mover.animate(frames, /** @type {KeyframeAnimationOptions} */ (timing)).finished;
    } finally {
      mover.remove();
    }
  }

  /**
   * A counter on the map turns over: the other face first.
   * @param {Element} node  Its drawing, which shows the new face already.
   * @param {UnitId} unit
   */
  async flip(node, unit) {
    const [turn, face] = [node.querySelector(".counter-turn"), node.querySelector("use")];
    const now = face?.getAttribute("href");
    if (!turn || !face || !now) return;
    const other = now.endsWith("-b") ? `#u-${unit}` : `#u-${unit}-b`;
    const edge = { transform: "scaleX(0.04)" };
    const open = { transform: "scaleX(1)" };
    face.setAttribute("href", other);
    try {
      await turn.animate([open, edge], { duration: FLIP / 2, easing: "ease-in" }).finished;
    } finally {
      face.setAttribute("href", now);
    }
    await turn.animate([edge, open], { duration: FLIP / 2, easing: "ease-out" }).finished;
  }
}
