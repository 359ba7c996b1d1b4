// @ts-check
// The map widget: shows any picture of any sheet, tells what is clicked, pointed at, dragged. It knows no game.

import { PHONE } from "../sizes.js";
import { Words } from "../words.js";
import { Aim } from "./aim.js";
import { centred, toMap, toScreen } from "./camera.js";
import { Stacks, pile } from "./counters.js";
import { Fan } from "./fan.js";
import { Hands } from "./hands.js";
import { Hexes } from "./hexes.js";
import { Highlights } from "./highlights.js";
import { Kit, named } from "./kit.js";
import { Lens } from "./lens.js";
import { Minimap } from "./minimap.js";
import { Travel } from "./motion.js";
import { frameOf, fullest } from "./opening.js";
import { OverlayLayers } from "./overlays.js";
import { Pointer } from "./pointer.js";
import { refine, stage } from "./stage.js";
import { newState } from "./state.js";

/**
 * @typedef {import("../types.js").BoardControls} BoardControls
 * @typedef {import("../types.js").BoardEvents} BoardEvents
 * @typedef {import("../types.js").Edges} Edges
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../types.js").Motion} Motion
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("./camera.js").Frame} Frame
 * @typedef {import("./camera.js").Sight} Sight
 * @typedef {import("./camera.js").Spot} Spot
 */

/** The side of a counter in hex radii; on phones a little more. */
const SIDE = { wide: 1.2, narrow: 1.28 };
/** A counter of a fan is at least so many pixels wide, however small the map is. */
const FAN_LEAST = { mouse: 54, touch: 62 };
/** A counter whose side has so many pixels can be read. */
const READABLE = 44;
/** A hex of a phone that is less wide, in pixels, is too small to be played on. */
const TINY = 40;
/** At first the map is not closer than this. */
const CLOSEST = 1.15;
/** Around the places that are framed, in hex radii. */
const RIM = 1.5;
const FIT_TIME = 240;
/** Where so few stacks that somebody can be chosen in are seen beside the small map, none lies below it. */
const FEW = 6;
/** Pixels for each unit of the map from which on the finer picture of the ground is worth fetching. */
const FINE = 1.2;
/** The sides of a counter, in pixels, below which designations and then figures are dropped. */
const DETAIL = [52, 30];
/** The radii of a hex, in pixels, below which numbers and then names are dropped. */
const FAR = [33, 23, 14];

/**
 * @param {HTMLElement} root
 * @param {GameSheet} sheet
 * @param {{map: SVGSVGElement, counters: SVGSVGElement}} art
 * @param {BoardEvents} on
 * @returns {BoardControls}
 */
export function createBoard(root, sheet, art, on) {
  const board = new Board(root, sheet, art, on);
  return {
    show: (picture) => board.show(picture),
    open: (places) => board.open(places),
    focus: (hex, how) => board.focus(hex, how),
    fit: (hexes) => board.fit(hexes),
    bring: (hexes) => board.bring(hexes),
    zoom: (factor, at) => board.lens.zoom(factor, at),
    sight: () => board.lens.sight,
    look: (sight) => board.look(sight),
    inset: (edges) => board.inset(edges),
    screen: (hex) => board.screen(hex),
    hexAt: (x, y) => board.hexAt({ x, y }),
    hold: (on) => board.hands.hold(on),
    play: (motions) => board.play(motions),
    destroy: () => board.destroy(),
  };
}

class Board {
  state = newState();
  /** Where to begin, as soon as the board has a size. @type {Record<HexName, number> | null} */
  #beginning = null;
  #coarse = true;
  /** @type {ReadonlySet<string>} */
  #carried = new Set();
  #still = window.matchMedia("(prefers-reduced-motion: reduce)");
  #watch;

  /**
   * @param {HTMLElement} root
   * @param {GameSheet} sheet
   * @param {{map: SVGSVGElement, counters: SVGSVGElement}} art
   * @param {BoardEvents} on
   */
  constructor(root, sheet, art, on) {
    this.root = root;
    this.art = art;
    this.on = on;
    this.words = new Words(sheet.language, sheet.words, sheet.units, sheet.formations);
    this.hexes = new Hexes(sheet.map);
    this.kit = new Kit(sheet, art.counters);
    this.stage = stage(root, sheet, art, this.words.say("board.label", { title: sheet.title }));
    const { moved, world, glass, layers, defs } = this.stage;
    this.lens = new Lens(moved, world, sheet.map, {
      moved: (sight) => this.#moved(sight),
      rested: (sight) => this.#rested(sight),
      still: () => this.#still.matches,
    });
    this.stacks = new Stacks(layers.counters, this.kit, this.hexes);
    this.highlights = new Highlights(layers.reach, layers.over, this.hexes);
    this.overlays = new OverlayLayers(layers.overlays, layers.marks, defs, this.kit, this.hexes);
    this.aim = new Aim(layers.aim, this.kit, this.hexes, this.words);
    this.fan = new Fan(layers.fan, this.kit);
    this.travel = new Travel(world, this.kit);
    const label = this.words.say("board.minimap");
    this.minimap = new Minimap(art.map, sheet.map, this.kit, this.hexes, label, (spot) => this.#go(spot));
    root.append(this.aim.tip, this.minimap.element);
    this.hands = new Hands(this);
    this.pointer = new Pointer(glass, this.lens, this.hands);
    this.#watch = new ResizeObserver(() => this.#resized());
    this.#watch.observe(root);
  }

  // -- what is shown ---------------------------------------------------------------------------------------------------

  /** @param {Picture} picture */
  show(picture) {
    const { state } = this;
    // The page says what is spread out by changing it; what the pointer did meanwhile stays.
    if (picture.fanned !== state.picture.fanned && picture.fanned !== state.fan) {
      [state.fan, state.fanBy] = [picture.fanned, picture.fanned === null ? null : "page"];
    }
    if (state.fan !== null && (picture.places[state.fan] ?? []).length < 2) state.fan = null;
    state.picture = picture;
    if (state.landing && this.#arrived(state.landing)) this.#arrive(state.landing);
    else this.render();
  }

  /** @param {{hex: HexName, units: ReadonlySet<string>}} landing */
  #arrived({ hex, units }) {
    return (this.state.picture.places[hex] ?? []).some((counter) => units.has(named(counter) ?? ""));
  }

  /**
   * What was dropped is there: it has no need to travel.
   * @param {{hex: HexName, units: ReadonlySet<string>}} landing
   */
  #arrive({ units }) {
    this.#carried = units;
    queueMicrotask(() => (this.#carried = new Set()));
    this.hands.putDown();
  }

  render() {
    const { state } = this;
    this.stacks.render(state.picture, { away: state.away, lifted: state.lifted, fanned: state.fan }, state.side);
    this.highlights.render(state.picture);
    this.overlays.render(state.picture);
    this.minimap.render(state.picture);
    this.#showMinimap();
    this.renderFan();
    this.renderAim();
  }

  /** The whole map, small, gives way to what is in hand, asked about or offered; where all is seen nobody needs it. */
  #showMinimap() {
    const { origin, target, asked, path, cursor, offered, places, act } = this.state.picture;
    const able = Object.keys(places).filter((place) => places[place].some((one) => "id" in one && act.has(one.id)));
    const near = this.hexes.radius * this.lens.sight.k;
    const below = [
      ...[origin, target, asked, path.at(-1), cursor, this.state.asked, ...offered.keys()],
      ...(able.filter((hex) => this.#seesFree(hex, near)).length < FEW ? able : []),
    ].some((hex) => hex && this.hexes.has(hex) && this.minimap.covers(this.screen(hex), near));
    this.minimap.element.hidden = below || this.#allSeen();
  }

  /** Whether a hex is in sight, and not below the small map. @param {string} hex @param {number} near */
  #seesFree(hex, near) {
    if (!this.hexes.has(hex)) return false;
    const [spot, { left, top, right, bottom }] = [this.screen(hex), this.lens.free()];
    const sees = spot.x > left && spot.x < right && spot.y > top && spot.y < bottom;
    return sees && !this.minimap.covers(spot, near);
  }

  /** Only what hangs on the pointer. */
  renderAim() {
    const { state } = this;
    const hex = state.hex !== null && state.picture.offered.has(state.hex) ? state.hex : state.picture.cursor;
    const aimed = state.fan === null && !state.landing ? hex : null;
    this.aim.render(state.picture, aimed, state.lifted.size > 0, state.side);
    this.highlights.hush(this.aim.ghost ? this.aim.hex : null);
    this.#placeTip();
  }

  renderFan() {
    const { state, lens } = this;
    const least = state.touch ? FAN_LEAST.touch : FAN_LEAST.mouse;
    this.fan.render(state.picture, state.fan, {
      middle: state.fan === null ? [0, 0] : this.hexes.centre(state.fan),
      side: Math.max(state.side, least / lens.sight.k),
      frame: this.#seen(),
      lifted: state.lifted,
      still: this.#still.matches,
    });
    this.#tellFan();
  }

  /** What belongs beside the stack that is spread out has to know where it lies. */
  #tellFan() {
    const { fan } = this.state;
    if (fan === null) return this.on.spread(null);
    const { left, top, right, bottom } = this.fan.frame();
    const from = toScreen(this.lens.sight, { x: left, y: top });
    const to = toScreen(this.lens.sight, { x: right, y: bottom });
    this.on.spread({ place: fan, left: from.x, top: from.y, right: to.x, bottom: to.y });
  }

  // -- where things are ------------------------------------------------------------------------------------------------

  /** @param {Spot} spot */
  hexAt(spot) {
    const { x, y } = toMap(this.lens.sight, spot);
    return this.hexes.at(x, y);
  }

  /**
   * @param {HexName} hex
   * @param {number} [dx]
   * @param {number} [dy]
   */
  screen(hex, dx = 0, dy = 0) {
    const [x, y] = this.hexes.centre(hex);
    return toScreen(this.lens.sight, { x: x + dx, y: y + dy });
  }

  /**
   * The part of the map that is seen and not covered.
   * @returns {Frame}
   */
  #seen() {
    const { left, top, right, bottom } = this.lens.free();
    const from = toMap(this.lens.sight, { x: left, y: top });
    const to = toMap(this.lens.sight, { x: right, y: bottom });
    return { left: from.x, top: from.y, right: to.x, bottom: to.y };
  }

  #allSeen() {
    const { left, top, right, bottom } = this.#seen();
    const { width, height } = this.lens.map;
    return left <= 0 && top <= 0 && right >= width && bottom >= height;
  }

  // -- what part of the map is shown -----------------------------------------------------------------------------------

  /**
   * Begin with the places that matter, large enough to be read.
   * @param {Record<HexName, number>} places  And how much each of them does.
   */
  open(places) {
    this.#beginning = places;
    this.#resized();
  }

  /** @param {Record<HexName, number>} places */
  #open(places) {
    const { lens, state, hexes } = this;
    const spots = Object.entries(places)
      .filter(([hex]) => hexes.has(hex))
      .map(([hex, weight]) => ({ x: hexes.centre(hex)[0], y: hexes.centre(hex)[1], weight }));
    const least = Math.max(READABLE / state.side, lens.limits().least);
    const rim = RIM * hexes.radius;
    const { left, top, right, bottom } = lens.free();
    const found = fullest(spots, (right - left) / least - 2 * rim, (bottom - top) / least - 2 * rim);
    const limits = { least, most: Math.max(CLOSEST, least) };
    lens.stop();
    lens.set(found.length ? lens.framing(frameOf(found, rim), limits) : lens.framing());
    lens.settle();
  }

  /**
   * Bring a hex into view; where that moves the map, or always, also so close that its counters can be read.
   * @param {HexName} hex
   * @param {{closer?: "moving" | "always" | "never"}} [how]
   */
  focus(hex, { closer = "moving" } = {}) {
    if (!this.hexes.has(hex)) return;
    const [x, y] = this.hexes.centre(hex);
    const least = closer === "never" ? 0 : Math.min(READABLE / this.state.side, this.lens.limits().most);
    // On a phone that shows the whole map nothing of a hex can be made out.
    const tiny = matchMedia(PHONE).matches && this.hexes.width * this.lens.sight.k < TINY;
    this.lens.focus({ x, y }, least, closer === "always" || (tiny && closer === "moving"));
  }

  /** @param {HexName[]} [hexes]  Without any: all that is in play. */
  fit(hexes = this.#sector()) {
    this.lens.glide(hexes.length ? this.lens.framing(this.#around(hexes)) : this.lens.framing(), FIT_TIME);
  }

  /** The hexes in play, where some are not. */
  #sector() {
    const outside = new Set(this.state.picture.outside);
    return outside.size ? Object.keys(this.hexes.centres).filter((hex) => !outside.has(hex)) : [];
  }

  /**
   * Bring hexes into view together, large enough to be read; where all of them are, nothing moves.
   * @param {HexName[]} hexes
   */
  bring(hexes) {
    const { lens } = this;
    const known = hexes.filter((hex) => this.hexes.has(hex));
    if (!known.length) return;
    const [frame, seen] = [this.#around(known), this.#seen()];
    const readable = READABLE / this.state.side;
    const tiny = matchMedia(PHONE).matches && this.hexes.width * lens.sight.k < TINY;
    const { least } = lens.limits();
    if (!tiny && within(frame, seen)) return;
    lens.glide(lens.framing(frame, { least, most: Math.max(lens.sight.k, readable) }), FIT_TIME);
  }

  /** @param {Sight} sight */
  look(sight) {
    this.lens.stop();
    this.lens.set(sight);
    this.lens.settle();
  }

  /** @param {Partial<Edges>} edges */
  inset(edges) {
    this.lens.edges = { ...this.lens.edges, ...edges };
  }

  /** @param {Spot} spot */
  #go(spot) {
    this.lens.stop();
    this.lens.set(centred(spot, this.lens.sight.k, this.lens.window, this.lens.edges));
  }

  /** @param {HexName[]} hexes */
  #around(hexes) {
    const centres = hexes.filter((hex) => this.hexes.has(hex)).map((hex) => this.hexes.centre(hex));
    return frameOf(
      centres.map(([x, y]) => ({ x, y })),
      RIM * this.hexes.radius,
    );
  }

  #resized() {
    const { lens, root } = this;
    const size = { width: root.clientWidth, height: root.clientHeight };
    if (!size.width || !size.height) return;
    const side = this.hexes.radius * (matchMedia(PHONE).matches ? SIDE.narrow : SIDE.wide);
    if (side !== this.state.side) {
      this.state.side = side;
      this.stacks.forget();
      this.render();
    }
    this.pointer.measure();
    if (size.width !== lens.window.width || size.height !== lens.window.height) lens.resize(size);
    if (!this.#beginning) return;
    this.#open(this.#beginning);
    this.#beginning = null;
  }

  /** @param {Sight} sight */
  #moved(sight) {
    this.minimap.follow(sight, this.lens.window);
    this.hands.followLanding();
    if (this.state.fan !== null) this.#tellFan();
    this.#placeTip();
  }

  /**
   * Letters thin out, and lines keep their width on the screen; only now, for it paints everything anew.
   * @param {Sight} sight
   */
  #rested({ k }) {
    const { layers } = this.stage;
    const counter = this.state.side * k;
    const hex = this.hexes.radius * k;
    this.root.classList.toggle("detail-2", counter < DETAIL[0] && counter >= DETAIL[1]);
    this.root.classList.toggle("detail-1", counter < DETAIL[1]);
    FAR.forEach((least, n) => this.root.classList.toggle(`far-${n + 1}`, hex < least));
    for (const layer of [layers.overlays, layers.reach, layers.marks, layers.over, layers.aim]) {
      layer.style.setProperty("--px", `${1 / k}px`);
    }
    if (this.state.fan !== null) this.renderFan();
    this.#showMinimap();
    this.pointer.look();
    // Chromium measures the letters when it next looks what is at a point: let it do so now, not in the next gesture.
    window.requestIdleCallback?.(() => document.elementFromPoint(0, 0));
    if (this.#coarse && k * window.devicePixelRatio > FINE) {
      this.#coarse = false;
      refine(this.art.map);
    }
  }

  #placeTip() {
    const {
      window: { width, height },
      edges,
    } = this.lens;
    this.aim.place((hex, dx, dy) => this.screen(hex, dx, dy), { width, height: height - edges.bottom });
  }

  // -- motion ----------------------------------------------------------------------------------------------------------

  /** @param {Motion[]} motions */
  async play(motions) {
    if (this.#still.matches) return;
    const carried = this.#carried;
    const wanted = motions.filter(
      (motion) => "flip" in motion || !motion.units.length || !motion.units.every((unit) => carried.has(unit)),
    );
    await Promise.all(wanted.map((motion) => ("flip" in motion ? this.#flip(motion.flip) : this.#move(motion))));
  }

  /** @param {{units: string[], path: HexName[], speed?: number, strangers?: import("../types.js").Counter[]}} motion */
  async #move({ units, path, speed = 1, strangers = [] }) {
    const { state } = this;
    const points = path.filter((hex) => this.hexes.has(hex)).map((hex) => this.hexes.centre(hex));
    const going = new Set(units);
    const found = Object.keys(state.picture.places)
      .flatMap((place) => pile(state.picture, place))
      .filter((counter) => going.has(named(counter) ?? ""))
      .concat(strangers);
    if (points.length < 2 || !found.length) return;
    for (const unit of units) state.away.add(unit);
    this.render();
    try {
      await this.travel.move(found, points, state.side, speed);
    } finally {
      for (const unit of units) state.away.delete(unit);
      this.render();
    }
  }

  /** @param {string} unit */
  async #flip(unit) {
    const node = this.stage.pieces.querySelector(`[data-unit="${CSS.escape(unit)}"]`);
    if (node) await this.travel.flip(node, unit);
  }

  destroy() {
    this.#watch.disconnect();
    this.pointer.destroy();
    this.hands.destroy();
    this.lens.destroy();
    for (const element of [this.stage.moved, this.stage.glass, this.stage.hand]) element.remove();
    this.aim.tip.remove();
    this.minimap.element.remove();
  }
}

/** Whether a frame lies in another one. @param {import("./camera.js").Frame} inner @param {import("./camera.js").Frame} outer */
function within(inner, outer) {
  return (
    inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom
  );
}

export { Board };
