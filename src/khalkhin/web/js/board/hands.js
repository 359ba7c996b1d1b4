// @ts-check
// What pointer and keys do on the board: find what is hit, spread stacks, lift and drop counters, tell the page.

import { fill, s } from "../dom.js";
import { toMap } from "./camera.js";
import { pile } from "./counters.js";
import { fingered } from "./hexes.js";
import { FACE, leaning, named, names } from "./kit.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./camera.js").Spot} Spot
 * @typedef {import("./pointer.js").Hit} Hit
 */

const FAN_AFTER = 350;
const FAN_UNTIL = 220;
const FAN_MARGIN = 14;
const KEY_STEP = 120;
const KEY_ZOOM = 1.35;
/** A finger means the nearest counter within so many pixels. */
const FINGER = 22;
/** How long what was dropped waits for the page. */
const LANDING = 1500;
/** Within so many pixels of the edge, what is carried pulls the map along, */
const EDGE = 36;
/** so many pixels a frame. */
const EDGE_STEP = 9;

/** @type {Hit} */
const NOTHING = { hex: null, place: null, unit: null, fan: false };

export class Hands {
  #opening = 0;
  #closing = 0;
  /** @type {string | null} */
  #waiting = null;
  #edgeFrame = 0;
  #landed = 0;
  /** @type {Spot} */
  #carried = { x: 0, y: 0 };
  #ended = new AbortController();

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { signal } = this.#ended;
    board.root.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  // -- what is hit -----------------------------------------------------------------------------------------------------

  /**
   * @param {Spot} spot
   * @param {boolean} touch  A finger means the stack wherever it touches its hex.
   * @returns {Hit}
   */
  hit(spot, touch) {
    const { board } = this;
    const { state } = board;
    state.touch = touch;
    const { x, y } = toMap(board.lens.sight, spot);
    if (state.fan !== null && board.fan.near(x, y, 0)) {
      const counter = board.fan.counters[board.fan.at(x, y)];
      return { hex: state.fan, place: state.fan, unit: counter ? named(counter) : null, fan: true };
    }
    const under = board.hexes.at(x, y);
    const hex = touch ? fingered(state.picture, board.hexes, under, { x, y }, FINGER / board.lens.sight.k) : under;
    if (hex === null) return NOTHING;
    const counters = pile(state.picture, hex);
    if (!counters.length) return { hex, place: null, unit: null, fan: false };
    const [cx, cy] = board.hexes.centre(hex);
    const reach = state.side * (0.5 + leaning(counters.length)[0][0] / FACE);
    // Beside the counter its hex is meant only where the hex can be chosen.
    const on = touch || !state.picture.offered.has(hex) || (Math.abs(x - cx) <= reach && Math.abs(y - cy) <= reach);
    return { hex, place: on ? hex : null, unit: on ? named(counters[0]) : null, fan: false };
  }

  /** @param {Hit} hit */
  idle(hit) {
    return hit.place === null && (hit.hex === null || !this.board.state.picture.offered.has(hit.hex));
  }

  // -- pointed at ------------------------------------------------------------------------------------------------------

  /**
   * @param {Hit | null} hit
   * @param {Spot | null} spot  Where the mouse is; null for fingers, which do not hover.
   */
  hover(hit, spot) {
    const { state, on, stage } = this.board;
    const { hex, unit } = hit ?? NOTHING;
    if (spot) this.#watchFan(hit, spot);
    else if (!hit) this.#leaveFan();
    if (hex === state.hex && unit === state.unit) return;
    const another = hex !== state.hex;
    [state.hex, state.unit] = [hex, unit];
    stage.glass.classList.toggle("pickable", hit !== null && !this.idle(hit));
    if (another) this.board.renderAim();
    on.hover(hex, unit);
  }

  /**
   * A stack under a mouse that rests is spread out; when the mouse has left it, it closes.
   * @param {Hit | null} hit
   * @param {Spot} spot
   */
  #watchFan(hit, spot) {
    const { state, lens, fan } = this.board;
    if (state.fan === null) return this.#waitAt(hit?.place ?? null);
    const { x, y } = toMap(lens.sight, spot);
    if (fan.near(x, y, FAN_MARGIN / lens.sight.k)) this.#stay();
    else this.#leaveFan();
  }

  /** @param {string | null} place */
  #waitAt(place) {
    const wanted = place !== null && this.#spreads(place) ? place : null;
    if (wanted === this.#waiting) return;
    clearTimeout(this.#opening);
    this.#waiting = wanted;
    if (wanted !== null) this.#opening = window.setTimeout(() => this.spread(wanted, "pointer"), FAN_AFTER);
  }

  #stay() {
    clearTimeout(this.#closing);
    this.#closing = 0;
  }

  /** The pointer is on what belongs to the stack that is spread out, or has left it. @param {boolean} on */
  hold(on) {
    if (on) this.#stay();
    else this.#leaveFan();
  }

  #leaveFan() {
    this.#waitAt(null);
    const { state } = this.board;
    if (state.fan === null || state.fanBy !== "pointer" || this.#closing) return;
    this.#closing = window.setTimeout(() => this.spread(null, null), FAN_UNTIL);
  }

  /**
   * Whether there is something to see in a stack, and the player is not choosing where to go.
   * @param {string} place
   */
  #spreads(place) {
    const { picture, lifted } = this.board.state;
    const counters = picture.places[place] ?? [];
    const chosen = picture.selected.size > 0 && picture.offered.has(place);
    return counters.length > 1 && names(counters).length > 0 && !chosen && !lifted.size;
  }

  /**
   * @param {string | null} place
   * @param {"pointer" | "page" | null} by
   */
  spread(place, by) {
    const { state, on } = this.board;
    this.#waitAt(null);
    this.#stay();
    if (state.fan === place) return;
    [state.fan, state.fanBy] = [place, by];
    this.board.render();
    on.fan(place);
  }

  // -- clicked ---------------------------------------------------------------------------------------------------------

  /**
   * @param {Hit} hit
   * @param {Event} event
   */
  click(hit, event) {
    const { on, state } = this.board;
    this.#waitAt(null);
    if (state.fan !== null && !hit.fan) this.spread(null, null);
    if (hit.fan && hit.place !== null && hit.unit !== null) on.unit(hit.unit, hit.place, event);
    else if (hit.place !== null) on.stack(hit.place, event);
    else if (hit.hex !== null) on.hex(hit.hex, event);
  }

  /** @param {Hit} hit */
  press(hit) {
    const alone = hit.place === null || (this.board.state.picture.places[hit.place] ?? []).length < 2;
    if (alone || hit.fan) return false;
    this.spread(hit.place, "page");
    return true;
  }

  /** @param {Hit} hit */
  ask(hit) {
    this.#waitAt(null);
    if (hit.hex === null) return;
    this.board.state.asked = hit.hex;
    this.board.on.ask(hit.hex, hit.unit);
    this.board.render();
  }

  // -- dragged ---------------------------------------------------------------------------------------------------------

  /** @param {Hit} hit */
  held(hit) {
    const { picture } = this.board.state;
    if (hit.fan) return hit.unit !== null && picture.selected.has(hit.unit);
    return names(pile(picture, hit.place ?? "")).some((unit) => picture.selected.has(unit));
  }

  /** @param {Hit} hit */
  lift(hit) {
    const { state, on } = this.board;
    const units = this.#meant(hit);
    if (hit.place === null || !units.length || !on.grab(units, hit.place)) return false;
    this.#waitAt(null);
    this.putDown();
    state.lifted = new Set(units);
    this.#fillHand(units);
    if (state.fan !== null) this.spread(null, null);
    else this.board.render();
    return true;
  }

  /**
   * Those in hand if one of them is hit; else the counter of a fan, or those of a stack that can act.
   * @param {Hit} hit
   * @returns {UnitId[]}
   */
  #meant(hit) {
    const { picture } = this.board.state;
    const here = names(pile(picture, hit.place ?? ""));
    const inHand = here.filter((unit) => picture.selected.has(unit));
    if (inHand.length && (!hit.fan || inHand.includes(hit.unit ?? ""))) return inHand;
    if (hit.fan) return hit.unit === null ? [] : [hit.unit];
    const able = here.filter((unit) => picture.act.has(unit));
    return able.length ? able : here;
  }

  /** @param {UnitId[]} units */
  #fillHand(units) {
    const { state, kit, stage, lens } = this.board;
    const all = Object.values(state.picture.places).flat();
    const counters = units.flatMap((unit) => all.filter((counter) => named(counter) === unit));
    const side = state.side * lens.sight.k;
    const drawing = s("svg", { width: side, height: side, viewBox: `-50 -50 ${FACE} ${FACE}` }, kit.stack(counters));
    fill(stage.hand, drawing);
    stage.hand.hidden = false;
  }

  /** @param {Spot} spot */
  carry(spot) {
    const { stage } = this.board;
    this.#carried = spot;
    // A finger hides what lies under it.
    const lift = this.board.state.touch ? "-115%" : "-50%";
    stage.hand.style.transform = `translate(${spot.x}px, ${spot.y}px) translate(-50%, ${lift})`;
    this.hover(this.#under(spot), null);
    if (!this.#edgeFrame) this.#pullMap();
  }

  /**
   * Carried over a hex means the hex, whatever stands there; over a sheet it means none.
   * @param {Spot} spot
   * @returns {Hit}
   */
  #under(spot) {
    const { lens, state } = this.board;
    const covered = state.touch && spot.y > lens.free().bottom;
    return { ...NOTHING, hex: covered ? null : this.board.hexAt(spot) };
  }

  /** Near the edge the map comes along, frame by frame. */
  #pullMap() {
    const { lens, state } = this.board;
    const { left, top, right, bottom } = lens.free();
    /** @param {number} at @param {number} start @param {number} end */
    const pull = (at, start, end) => (at < start + EDGE ? 1 : at > end - EDGE ? -1 : 0);
    const [dx, dy] = [pull(this.#carried.x, left, right), pull(this.#carried.y, top, bottom)];
    this.#edgeFrame = 0;
    if (!state.lifted.size || state.landing || (!dx && !dy)) return;
    lens.pan(dx * EDGE_STEP, dy * EDGE_STEP);
    this.#edgeFrame = requestAnimationFrame(() => this.#pullMap());
  }

  /**
   * @param {Spot | null} spot
   * @param {Event} event
   */
  drop(spot, event) {
    const { state, on } = this.board;
    cancelAnimationFrame(this.#edgeFrame);
    this.#edgeFrame = 0;
    const hex = spot === null ? null : this.#under(spot).hex;
    // What a finger drops aims first: the counter stays where it is.
    if (hex !== null && state.picture.offered.has(hex) && !state.touch) this.#land(hex);
    else this.putDown();
    on.drop(hex, event);
  }

  /**
   * Dropped where they may go, counters lie there at once, until the page says that they do.
   * @param {HexName} hex
   */
  #land(hex) {
    const { state } = this.board;
    state.landing = { hex, units: state.lifted };
    this.#landed = window.setTimeout(() => this.putDown(), LANDING);
    this.followLanding();
    this.board.render();
  }

  /** What has landed stays on its hex when the map moves. */
  followLanding() {
    const { state, stage } = this.board;
    if (!state.landing) return;
    const { x, y } = this.board.screen(state.landing.hex);
    stage.hand.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  /** Nothing is carried any more. */
  putDown() {
    const { state, stage } = this.board;
    clearTimeout(this.#landed);
    state.lifted = new Set();
    state.landing = null;
    stage.hand.hidden = true;
    this.board.render();
  }

  // -- keys ------------------------------------------------------------------------------------------------------------

  /**
   * Keys that belong to the map itself. Arrows alone are the page's, which may move a hex cursor with them.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { board } = this;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [KEY_STEP, 0],
      ArrowRight: [-KEY_STEP, 0],
      ArrowUp: [0, KEY_STEP],
      ArrowDown: [0, -KEY_STEP],
    });
    if (event.key === "+" || event.key === "=") board.lens.zoom(KEY_ZOOM);
    else if (event.key === "-") board.lens.zoom(1 / KEY_ZOOM);
    else if (event.key === "0") board.fit();
    else if (event.key in steps && event.shiftKey) board.lens.nudge(...steps[event.key]);
    else if (event.key === "Escape" && board.state.lifted.size) board.pointer.abandon();
    else return;
    event.preventDefault();
  }

  destroy() {
    for (const timer of [this.#opening, this.#closing, this.#landed]) clearTimeout(timer);
    cancelAnimationFrame(this.#edgeFrame);
    this.#ended.abort();
  }
}
