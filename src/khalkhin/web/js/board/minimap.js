// @ts-check
// The whole map small in a corner: who is where, what part of it is seen; a press goes there.

import { h, s } from "../dom.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("./camera.js").Sight} Sight
 * @typedef {import("./camera.js").Size} Size
 * @typedef {import("./camera.js").Spot} Spot
 * @typedef {import("./hexes.js").Hexes} Hexes
 * @typedef {import("./kit.js").Kit} Kit
 */

const WIDTH = 150;
const HIGHEST = 190;
const DOT = 2.4;
/** As far from the edges of the window as the style sheet has it. */
const RIM = 16;

export class Minimap {
  #scale;
  /** @type {Size} */
  #size;
  #grain = window.devicePixelRatio || 1;
  #canvas = h("canvas", {});
  #window = h("div", { class: "minimap-window" });
  /** @type {Picture["places"] | null} */
  #places = null;

  /**
   * @param {SVGSVGElement} drawing  The map, for its ground.
   * @param {Size} map
   * @param {Kit} kit
   * @param {Hexes} hexes
   * @param {string} label
   * @param {(spot: Spot) => void} go
   */
  constructor(drawing, map, kit, hexes, label, go) {
    this.kit = kit;
    this.hexes = hexes;
    this.#scale = Math.min(WIDTH / map.width, HIGHEST / map.height);
    const [width, height] = [map.width * this.#scale, map.height * this.#scale];
    this.#size = { width, height };
    this.element = h("div", { class: "minimap", role: "img", "aria-label": label });
    this.element.append(thumbnail(drawing, map), this.#canvas, this.#window);
    Object.assign(this.element.style, { width: `${width}px`, height: `${height}px` });
    [this.#canvas.width, this.#canvas.height] = [Math.round(width * this.#grain), Math.round(height * this.#grain)];
    this.#listen(go);
  }

  /** @param {(spot: Spot) => void} go */
  #listen(go) {
    const goTo = (/** @type {PointerEvent} */ event) => {
      const box = this.element.getBoundingClientRect();
      go({ x: (event.clientX - box.left) / this.#scale, y: (event.clientY - box.top) / this.#scale });
    };
    this.element.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      this.element.setPointerCapture(event.pointerId);
      goTo(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      event.stopPropagation();
      if (this.element.hasPointerCapture(event.pointerId)) goTo(event);
    });
  }

  /** Whether a spot of the window, or anything so near it, would lie below. @param {Spot} spot @param {number} near */
  covers({ x, y }, near) {
    const { width, height } = this.#size;
    return x > RIM - near && y > RIM - near && x < RIM + width + near && y < RIM + height + near;
  }

  /** @param {Picture} picture */
  render({ places }) {
    if (places === this.#places) return;
    this.#places = places;
    const pen = this.#canvas.getContext("2d");
    if (!pen) return;
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    for (const [place, counters] of Object.entries(places)) {
      if (!this.hexes.has(place) || !counters.length) continue;
      const look = this.kit.sheet.nations[this.kit.nation(counters[0]) ?? ""];
      if (look) this.#dot(pen, this.hexes.centre(place), look);
    }
  }

  /**
   * Round for the one side, square for the other, as the corners of their counters are.
   * @param {CanvasRenderingContext2D} pen
   * @param {[number, number]} at
   * @param {{ground: string, ink: string, corner?: string}} look
   */
  #dot(pen, [x, y], look) {
    const unit = this.#grain;
    const [px, py, r] = [x * this.#scale * unit, y * this.#scale * unit, DOT * unit];
    pen.beginPath();
    if (look.corner === "clipped") pen.rect(px - r * 0.9, py - r * 0.9, 1.8 * r, 1.8 * r);
    else pen.arc(px, py, r, 0, 2 * Math.PI);
    pen.fillStyle = look.ground;
    pen.fill();
    pen.lineWidth = 0.9 * unit;
    pen.strokeStyle = look.ink;
    pen.stroke();
  }

  /**
   * @param {Sight} sight
   * @param {Size} window
   */
  follow({ x, y, k }, window) {
    const scale = this.#scale / k;
    const { style } = this.#window;
    style.transform = `translate(${-x * scale}px, ${-y * scale}px)`;
    style.width = `${window.width * scale}px`;
    style.height = `${window.height * scale}px`;
  }
}

/**
 * The ground of the map: its picture, or a copy of its drawing.
 * @param {SVGSVGElement} drawing
 * @param {Size} map
 */
function thumbnail(drawing, map) {
  const ground = drawing.querySelector("#map-ground");
  const picture = ground?.querySelector("image")?.getAttribute("href");
  if (picture) return h("img", { src: picture, alt: "", draggable: "false" });
  const copy = ground?.cloneNode(true);
  if (copy instanceof Element) copy.removeAttribute("id");
  return s("svg", { viewBox: `0 0 ${map.width} ${map.height}` }, copy);
}
