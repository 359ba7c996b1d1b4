// @ts-check
// Moves the map on the screen. An outer element, always a layer of its own, takes every move, which is the compositor's
// work alone; the scale the map is drawn at, on an inner one, follows when it rests, so that letters are sharp again.

import { NO_EDGES, between, centred, framed, held, reaching, zoomed } from "./camera.js";

/**
 * @typedef {import("./camera.js").Sight} Sight
 * @typedef {import("./camera.js").Spot} Spot
 * @typedef {import("./camera.js").Size} Size
 * @typedef {import("./camera.js").Edges} Edges
 * @typedef {import("./camera.js").Frame} Frame
 */

const REST = 150;
/** The radius of a hex in pixels, at the closest. */
const LARGEST = 140;
/** How much smaller than the window the whole map may get. */
const WIDER = 0.8;
/** The share of the window that lies beyond the edge of the map when the map is fitted. */
const MARGIN = 0.05;
const ZOOM_TIME = 180;
const FOCUS_TIME = 260;
/** A hex that is brought into view lies at least so far from its edge: in pixels, or as a share of a small window: clear of the round buttons there. */
const FOCUS_MARGIN = { most: 90, share: 0.2 };
/** One that lies this far inside is seen well enough: the map stays where it is. */
const SEEN_MARGIN = 36;
/** A thrown map loses two thirds of its speed in this time. */
const FADE = 320;
/** Pixels in a millisecond at which a thrown map stops; */
const SLOWEST = 0.02;
/** below this it was not thrown at all; */
const WEAK = 0.12;
/** and it never flies faster than this. */
const FASTEST = 3;

export class Lens {
  /** @type {Sight} */
  sight = { x: 0, y: 0, k: 1 };
  /** @type {Size} */
  window = { width: 1, height: 1 };
  edges = NO_EDGES;
  #drawnAt = 0;
  /** @type {Sight | null} */
  #goal = null;
  #frame = 0;
  #rest = 0;

  /**
   * @param {HTMLElement} moved  The outer element,
   * @param {HTMLElement} world  and the inner one.
   * @param {Size & {radius: number}} map
   * @param {{moved: (sight: Sight) => void, rested: (sight: Sight) => void, still: () => boolean}} told
   */
  constructor(moved, world, map, told) {
    this.moved = moved;
    this.world = world;
    this.map = map;
    this.told = told;
  }

  limits() {
    const all = framed(this.#whole(), this.window, this.edges, { least: 0, most: Infinity }).k;
    const most = LARGEST / this.map.radius;
    return { least: Math.min(all * WIDER, most), most };
  }

  /** @param {Sight} sight */
  set(sight) {
    this.sight = held(sight, this.map, this.window, this.edges);
    this.#draw();
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#ease(), REST);
    this.told.moved(this.sight);
  }

  /** Rest, unless a slow machine only takes its time between two frames. */
  #ease() {
    if (this.#frame) this.#rest = window.setTimeout(() => this.#ease(), REST);
    else this.settle();
  }

  /** Come to rest now: whole pixels, sharp letters. */
  settle() {
    this.stop();
    clearTimeout(this.#rest);
    const grain = window.devicePixelRatio || 1;
    const { x, y, k } = this.sight;
    this.sight = { x: Math.round(x * grain) / grain, y: Math.round(y * grain) / grain, k };
    if (k !== this.#drawnAt) this.#redraw(k);
    this.#draw();
    this.told.rested(this.sight);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.stop();
    this.set({ ...this.sight, x: this.sight.x + dx, y: this.sight.y + dy });
  }

  /**
   * Glide a little way, as the arrow keys do.
   * @param {number} dx
   * @param {number} dy
   */
  nudge(dx, dy) {
    const from = this.#goal ?? this.sight;
    this.glide({ ...from, x: from.x + dx, y: from.y + dy }, ZOOM_TIME);
  }

  /**
   * At once, under the fingers.
   * @param {number} factor
   * @param {Spot} at
   */
  pinch(factor, at) {
    this.stop();
    this.set(zoomed(this.sight, this.#bounded(this.sight.k * factor), at));
  }

  /**
   * Softly, from where the last step was to end.
   * @param {number} factor
   * @param {Spot} [at]
   */
  zoom(factor, at = this.middle()) {
    const from = this.#goal ?? this.sight;
    this.glide(zoomed(from, this.#bounded(from.k * factor), at), ZOOM_TIME);
  }

  /**
   * The part of the window that nothing covers.
   * @returns {Frame}
   */
  free() {
    const { width, height } = this.window;
    const { top, right, bottom, left } = this.edges;
    return { left, top, right: width - right, bottom: height - bottom };
  }

  /** @returns {Spot} */
  middle() {
    const { left, top, right, bottom } = this.free();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  /**
   * Show a frame, or the whole map.
   * @param {Frame} [frame]
   * @param {{least: number, most: number}} [limits]
   */
  framing(frame = this.#whole(), limits = this.limits()) {
    return held(framed(frame, this.window, this.edges, limits), this.map, this.window, this.edges, MARGIN);
  }

  /**
   * Bring a spot into view.
   * @param {Spot} spot
   * @param {number} [least]  The scale that the map then has at least, if it has to move;
   * @param {boolean} [always]  or in any case.
   */
  focus(spot, least = 0, always = false) {
    const from = this.#goal ?? this.sight;
    const { width, height } = this.window;
    const margin = Math.min(FOCUS_MARGIN.most, FOCUS_MARGIN.share * Math.min(width, height));
    const near = reaching(from, spot, Math.min(margin, SEEN_MARGIN), this.window, this.edges);
    const moves = near.x !== from.x || near.y !== from.y;
    const to = reaching(from, spot, margin, this.window, this.edges);
    if (from.k < least && (moves || always)) this.glide(centred(spot, least, this.window, this.edges), FOCUS_TIME);
    else if (moves) this.glide(to, FOCUS_TIME);
  }

  /**
   * @param {Sight} goal
   * @param {number} time
   */
  glide(goal, time) {
    this.stop();
    const to = held(goal, this.map, this.window, this.edges);
    if (this.told.still()) return this.set(to);
    const from = this.sight;
    const start = performance.now();
    this.#goal = to;
    const step = (/** @type {number} */ now) => {
      const t = Math.min(Math.max((now - start) / time, 0), 1);
      this.set(between(from, to, 1 - (1 - t) ** 3));
      if (t < 1) this.#frame = requestAnimationFrame(step);
      else this.stop();
    };
    this.#frame = requestAnimationFrame(step);
    return undefined;
  }

  /**
   * Thrown: on and on, slower and slower.
   * @param {number} vx  Pixels in a millisecond.
   * @param {number} vy
   */
  fling(vx, vy) {
    const thrown = Math.hypot(vx, vy);
    if (this.told.still() || thrown < WEAK) return;
    let [before, speed] = [performance.now(), Math.min(1, FASTEST / thrown)];
    const step = (/** @type {number} */ now) => {
      const passed = Math.max(now - before, 0);
      before = now;
      speed *= Math.exp(-passed / FADE);
      this.set({ ...this.sight, x: this.sight.x + vx * speed * passed, y: this.sight.y + vy * speed * passed });
      if (thrown * speed > SLOWEST) this.#frame = requestAnimationFrame(step);
      else this.stop();
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#goal = null;
  }

  /**
   * The window has another size: what was in its middle stays there.
   * @param {Size} size
   */
  resize(size) {
    const [dx, dy] = [size.width - this.window.width, size.height - this.window.height];
    this.window = size;
    this.stop();
    this.set({ ...this.sight, x: this.sight.x + dx / 2, y: this.sight.y + dy / 2 });
  }

  destroy() {
    this.stop();
    clearTimeout(this.#rest);
  }

  /**
   * Draw the map at another scale. A layer that is said to move keeps the scale of its pixels, so nothing is said until
   * it has been drawn.
   * @param {number} k
   */
  #redraw(k) {
    this.#drawnAt = k;
    this.world.style.transform = `scale(${k})`;
    this.moved.style.willChange = "opacity";
    requestAnimationFrame(() => requestAnimationFrame(() => (this.moved.style.willChange = "")));
  }

  /**
   * The scale is written as a division of the whole (the last number of the matrix), which is the same to the eye; but a
   * browser that sees a plain scale measures every letter of the map anew before it next looks what the pointer is over.
   */
  #draw() {
    const { x, y, k } = this.sight;
    const less = (this.#drawnAt || k) / k;
    this.moved.style.transform =
      less === 1
        ? `translate(${x}px, ${y}px)`
        : `matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ${x * less}, ${y * less}, 0, ${less})`;
  }

  /** @param {number} k */
  #bounded(k) {
    const { least, most } = this.limits();
    return Math.min(Math.max(k, least), most);
  }

  /** @returns {Frame} */
  #whole() {
    return { left: 0, top: 0, right: this.map.width, bottom: this.map.height };
  }
}
