// @ts-check
// The elements of the board: the printed map, above it one drawing with a layer for each kind of thing, and what stands
// still on the screen. The map is a drawing of its own, so that a hover never paints it again.

import { h, s } from "../dom.js";

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {keyof typeof LAYERS} LayerName
 */

/** From the lowest to the highest. */
const LAYERS = {
  overlays: "overlays",
  reach: "highlights",
  counters: "counters",
  marks: "overlays",
  over: "highlights",
  aim: "highlights",
  fan: "counters",
};

/**
 * @param {HTMLElement} root
 * @param {GameSheet} sheet
 * @param {{map: SVGSVGElement, counters: SVGSVGElement}} art
 * @param {string} label
 */
export function stage(root, sheet, art, label) {
  const { width, height, radius } = sheet.map;
  const defs = s("defs", {}, stopHatch(radius));
  const layers = /** @type {Record<LayerName, SVGGElement>} */ (
    Object.fromEntries(Object.entries(LAYERS).map(([name, kind]) => [name, s("g", { class: `layer-${name} ${kind}` })]))
  );
  const pieces = s(
    "svg",
    { class: "board-pieces", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    defs,
    Object.values(layers),
  );
  pieces.style.setProperty("--r", `${radius}px`);
  art.map.classList.add("board-map");
  art.map.setAttribute("aria-hidden", "true");
  art.map.append(s("rect", { class: "ground-dim", width, height }));
  const world = h("div", { class: "board-world" }, art.map, pieces);
  const hand = h("div", { class: "board-hand", hidden: true, "aria-hidden": "true" });
  Object.assign(world.style, { width: `${width}px`, height: `${height}px` });
  root.classList.add("board");
  if (!root.hasAttribute("tabindex")) root.tabIndex = 0;
  if (!root.hasAttribute("aria-label")) root.setAttribute("aria-label", label);
  if (!root.hasAttribute("role")) root.setAttribute("role", "group");
  const moved = h("div", { class: "board-moved" }, world);
  // Above it all, so that finding what the pointer is over, and its cursor, never go through the drawings.
  const glass = h("div", { class: "board-glass" });
  if (!art.counters.isConnected) {
    art.counters.setAttribute("aria-hidden", "true");
    art.counters.classList.add("board-sprite");
    root.append(art.counters);
  }
  root.append(moved, hand, glass);
  return { moved, glass, world, pieces, defs, layers, hand };
}

/**
 * Slanting strokes for hexes where a move has to end.
 * @param {number} radius
 */
function stopHatch(radius) {
  const pitch = (7 / 40) * radius;
  return s(
    "pattern",
    {
      id: "board-stop",
      width: pitch,
      height: pitch,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    s("path", { class: "stop-stroke", d: `M${pitch / 2} 0V${pitch}` }),
  );
}

/**
 * The ground in the finer picture, once it is there; nothing for a map whose ground is drawn.
 * @param {SVGSVGElement} map
 */
export function refine(map) {
  const image = map.querySelector("#map-ground image");
  const coarse = image?.getAttribute("href") ?? "";
  const fine = coarse.replace("ground@1.", "ground@2.");
  if (!image || fine === coarse) return;
  const loaded = new Image();
  loaded.src = fine;
  loaded.decode().then(
    () => image.setAttribute("href", fine),
    () => undefined, // The coarse one does as well.
  );
}
