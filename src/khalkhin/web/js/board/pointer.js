// @ts-check
// Mouse, pen and fingers on the board: what is pointed at, clicked, pressed long, dragged; pan, throw and pinch.

/**
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./camera.js").Spot} Spot
 * @typedef {import("./lens.js").Lens} Lens
 */

/**
 * @typedef {object} Hit  What lies at a point.
 * @property {HexName | null} hex
 * @property {string | null} place  The stack there, if a counter of it is hit.
 * @property {UnitId | null} unit  The counter, if its name is known.
 * @property {boolean} fan  It lies in the stack that is spread out.
 */

/**
 * @typedef {object} Hands  What the board does about it.
 * @property {(spot: Spot, touch: boolean) => Hit} hit
 * @property {(hit: Hit | null, spot: Spot | null) => void} hover
 * @property {(hit: Hit, event: PointerEvent) => void} click
 * @property {(hit: Hit) => boolean} press  Pressed long; whether that meant something.
 * @property {(hit: Hit) => void} ask  What is it?
 * @property {(hit: Hit) => boolean} held  Whether what is hit is in hand already.
 * @property {(hit: Hit) => boolean} lift  Whether what is hit may be dragged.
 * @property {(spot: Spot) => void} carry
 * @property {(spot: Spot | null, event: Event) => void} drop
 * @property {(hit: Hit) => boolean} idle  Whether nothing can be done with what is hit.
 */

/**
 * What goes on. A finger that has rested on a counter (`held`) may still carry it away.
 * @typedef {"idle" | "press" | "held" | "pan" | "carry" | "pinch" | "spent"} Mode
 */

/** Pixels that tell a click from a drag. */
const SLOP = { mouse: 4, pen: 6, touch: 9 };
const LONG = 450;
const TWICE = 300;
const NEAR = 30;
/** The last milliseconds of a drag tell how fast the map was thrown. */
const LOOK_BACK = 90;
const WHEEL = 0.0016;
const PINCH_WHEEL = 0.01;
const TAP_ZOOM = 1.9;

export class Pointer {
  /** @type {Map<number, Spot>} */
  #down = new Map();
  /** @type {Mode} */
  #mode = "idle";
  /** @type {{hit: Hit, spot: Spot, touch: boolean, slop: number, button: number} | null} */
  #press = null;
  /** @type {{spot: Spot, time: number}[]} */
  #trail = [];
  /** @type {{spot: Spot, time: number} | null} */
  #tap = null;
  /** Where the mouse is. @type {Spot | null} */
  #over = null;
  #long = 0;
  /** Whether the finger that rests has spread a stack out. */
  #spread = false;
  /** @type {DOMRect} */
  #frame;
  #ended = new AbortController();

  /**
   * @param {HTMLElement} glass  What lies over the whole board.
   * @param {Lens} lens
   * @param {Hands} hands
   */
  constructor(glass, lens, hands) {
    this.glass = glass;
    this.lens = lens;
    this.hands = hands;
    this.#frame = glass.getBoundingClientRect();
    const { signal } = this.#ended;
    glass.addEventListener("pointerenter", () => this.measure(), { signal });
    glass.addEventListener("pointerdown", (event) => this.#start(event), { signal });
    glass.addEventListener("pointermove", (event) => this.#move(event), { signal });
    glass.addEventListener("pointerup", (event) => this.#end(event), { signal });
    glass.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    glass.addEventListener("pointerleave", (event) => this.#leave(event), { signal });
    glass.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    glass.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
  }

  get busy() {
    return this.#mode !== "idle";
  }

  /** Where the board is on the page; asked for only when it may have changed, for asking costs a layout. */
  measure() {
    this.#frame = this.glass.getBoundingClientRect();
  }

  /** What is under the mouse, which moves or under which the map has moved. */
  look() {
    if (this.#mode === "idle" && this.#over) this.hands.hover(this.hands.hit(this.#over, false), this.#over);
  }

  /** Let go of what is carried, without dropping it anywhere. */
  abandon() {
    if (this.#mode === "carry") this.hands.drop(null, new Event("abandon"));
    clearTimeout(this.#long);
    if (this.#down.size) this.#turn("spent");
  }

  destroy() {
    clearTimeout(this.#long);
    this.#ended.abort();
  }

  /**
   * @param {MouseEvent} event
   * @returns {Spot}
   */
  spot(event) {
    return { x: event.clientX - this.#frame.left, y: event.clientY - this.#frame.top };
  }

  /** @param {PointerEvent} event */
  #start(event) {
    if (!this.#down.size) this.measure();
    const spot = this.spot(event);
    this.#down.set(event.pointerId, spot);
    this.glass.setPointerCapture(event.pointerId);
    this.lens.stop();
    clearTimeout(this.#long);
    if (this.#down.size > 1) return this.#pinch(event);
    const touch = event.pointerType === "touch";
    const slop = SLOP[/** @type {keyof typeof SLOP} */ (event.pointerType)] ?? SLOP.mouse;
    const hit = this.hands.hit(spot, touch);
    this.#press = { hit, spot, touch, slop, button: event.button };
    this.#trail = [{ spot, time: event.timeStamp }];
    this.#turn("press");
    if (touch) this.#long = window.setTimeout(() => this.#rest(hit), LONG);
  }

  /**
   * A finger that rests on a counter asks what lies there, and may carry it away.
   * @param {Hit} hit
   */
  #rest(hit) {
    if (hit.hex === null) return;
    this.#spread = this.hands.press(hit);
    this.#turn("held");
  }

  /** @param {Event} event */
  #pinch(event) {
    if (this.#mode === "carry") this.hands.drop(null, event);
    this.#turn(this.#down.size === 2 ? "pinch" : "spent");
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const spot = this.spot(event);
    const before = this.#down.get(event.pointerId);
    if (event.pointerType === "mouse") this.#over = spot;
    if (!before) return this.look();
    if (this.#mode === "pinch") this.#squeeze(event.pointerId, before, spot);
    this.#down.set(event.pointerId, spot);
    if (this.#mode === "press" || this.#mode === "held") this.#pull(spot);
    else if (this.#mode === "pan") this.lens.pan(spot.x - before.x, spot.y - before.y);
    if (this.#mode === "carry") this.hands.carry(spot);
    if (this.#mode === "pan") this.#trail.push({ spot, time: event.timeStamp });
  }

  /**
   * Pressed and moved far enough: a drag of counters, or else of the map. A finger moves the map unless it takes what is in
   * hand, or has rested on a counter: nobody who scrolls moves units.
   * @param {Spot} spot
   */
  #pull(spot) {
    const press = this.#press;
    if (!press || distance(press.spot, spot) < press.slop) return;
    clearTimeout(this.#long);
    const takes = !press.touch || this.#mode === "held" || this.hands.held(press.hit);
    const counter = press.button === 0 && press.hit.place !== null;
    if (takes && counter && this.hands.lift(press.hit)) return this.#turn("carry");
    this.#turn("pan");
    this.hands.hover(null, null);
    this.lens.pan(spot.x - press.spot.x, spot.y - press.spot.y);
  }

  /**
   * @param {number} id
   * @param {Spot} before
   * @param {Spot} spot
   */
  #squeeze(id, before, spot) {
    const other = [...this.#down].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const factor = distance(other, spot) / Math.max(distance(other, before), 1);
    const [from, to] = [half(other, before), half(other, spot)];
    this.lens.pan(to.x - from.x, to.y - from.y);
    this.lens.pinch(factor, to);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    if (!this.#down.delete(event.pointerId)) return;
    clearTimeout(this.#long);
    const [mode, spot] = [this.#mode, this.spot(event)];
    if (this.#down.size) {
      // One of two fingers is lifted: the other goes on panning.
      this.#trail = [];
      return this.#turn(mode === "pinch" ? "pan" : "spent");
    }
    this.#turn("idle");
    if (mode === "press") this.#click(event, spot);
    else if (mode === "pan") this.#throw(event.timeStamp);
    else if (mode === "carry") this.hands.drop(spot, event);
    else if (mode === "held" && this.#press && !this.#spread) this.hands.ask(this.#press.hit);
  }

  /**
   * @param {PointerEvent} event
   * @param {Spot} spot
   */
  #click(event, spot) {
    const press = this.#press;
    if (press?.button === 2) return this.hands.ask(press.hit);
    if (!press || press.button !== 0) return;
    const last = this.#tap;
    this.#tap = null;
    if (press.touch && this.hands.idle(press.hit)) {
      if (last && event.timeStamp - last.time < TWICE && distance(last.spot, spot) < NEAR) {
        return this.lens.zoom(TAP_ZOOM, spot);
      }
      this.#tap = { spot, time: event.timeStamp };
    }
    this.hands.hover(press.hit, press.touch ? null : spot);
    this.hands.click(press.hit, event);
  }

  /** @param {number} now */
  #throw(now) {
    const recent = this.#trail.filter(({ time }) => now - time < LOOK_BACK);
    const [first, last] = [recent[0], recent.at(-1)];
    if (!first || !last) return;
    const time = Math.max(now - first.time, 16);
    this.lens.fling((last.spot.x - first.spot.x) / time, (last.spot.y - first.spot.y) / time);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (!this.#down.delete(event.pointerId)) return;
    clearTimeout(this.#long);
    if (this.#mode === "carry") this.hands.drop(null, event);
    this.#turn(this.#down.size ? "spent" : "idle");
  }

  /** @param {PointerEvent} event */
  #leave(event) {
    if (event.pointerType !== "mouse") return;
    this.#over = null;
    if (this.#mode === "idle") this.hands.hover(null, null);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const spot = this.spot(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    if (event.shiftKey) return this.lens.nudge(-(event.deltaX || event.deltaY) * lines, 0);
    const speed = event.ctrlKey ? PINCH_WHEEL : WHEEL;
    this.lens.zoom(Math.exp(-event.deltaY * lines * speed), spot);
  }

  /** @param {Mode} mode */
  #turn(mode) {
    this.#mode = mode;
    this.glass.classList.toggle("panning", mode === "pan" || mode === "pinch");
    this.glass.classList.toggle("carrying", mode === "carry");
    this.glass.classList.toggle("holding", mode === "held");
  }
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
function half(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
