// @ts-check
// The stacks on the map, drawn in one pass: each place has a node and a signature of what it shows, and only those whose
// signature has changed are drawn again.

import { s } from "../dom.js";
import { ASKED, FACE, leaning, named, names } from "./kit.js";

/**
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./hexes.js").Hexes} Hexes
 * @typedef {import("./kit.js").Kit} Kit
 * @typedef {{node: SVGGElement, signature: string}} Drawn
 */

const HELD = "held-";

/**
 * @typedef {object} Hands  What the pointer and motions do to counters, apart from the picture.
 * @property {ReadonlySet<UnitId>} away  On their way in a motion: not drawn.
 * @property {ReadonlySet<UnitId>} lifted  Held by the pointer: drawn faintly where they came from.
 * @property {string | null} fanned  The stack that is drawn spread out instead.
 */

/**
 * The kinds of a place's markers, without their namespace.
 * @param {Picture} picture
 * @param {string} place
 */
function kinds(picture, place) {
  return (picture.markers[place] ?? []).map((key) => key.slice(key.indexOf(".") + 1));
}

/**
 * The counters of a place as they lie: those in hand on top.
 * @param {Picture} picture
 * @param {string} place
 * @returns {Counter[]}
 */
export function pile(picture, place) {
  const counters = picture.places[place] ?? [];
  const inHand = (/** @type {Counter} */ counter) => picture.selected.has(named(counter) ?? "");
  if (!counters.some(inHand)) return counters;
  return [...counters.filter(inHand), ...counters.filter((counter) => !inHand(counter))];
}

/**
 * What the screen draws round a counter. The ring of a stack lies on its top counter, whoever in it can act.
 * @param {Picture} picture
 * @param {Counter} counter
 * @param {Counter[]} [under]  The stack it stands for.
 * @returns {string[]}
 */
export function rings(picture, counter, under = [counter]) {
  const ids = names(under);
  const own = named(counter) ?? "";
  const out = [];
  if (picture.act.has(own)) out.push(ASKED);
  if (picture.selected.has(own)) out.push("selected");
  else if (ids.some((id) => picture.act.has(id))) out.push("can_act");
  if (ids.some((id) => picture.lit.units.has(id))) out.push("changed");
  return out;
}

export class Stacks {
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();
  /** @type {Map<string, number>} */
  #rank;

  /**
   * @param {SVGGElement} layer
   * @param {Kit} kit
   * @param {Hexes} hexes
   */
  constructor(layer, kit, hexes) {
    this.layer = layer;
    this.kit = kit;
    this.hexes = hexes;
    // From north to south, so that what leans over lies on top.
    const order = Object.entries(hexes.centres).sort(([, [ax, ay]], [, [bx, by]]) => ay - by || ax - bx);
    this.#rank = new Map(order.map(([name], n) => [name, n]));
  }

  /**
   * @param {Picture} picture
   * @param {Hands} hands
   * @param {number} side  Of a counter, on the map.
   */
  render(picture, hands, side) {
    const rank = (/** @type {string} */ place) => this.#rank.get(place) ?? 0;
    const places = [...new Set([...Object.keys(picture.places), ...Object.keys(picture.markers)])]
      .filter((place) => this.hexes.has(place) && place !== hands.fanned)
      .sort((a, b) => rank(a) - rank(b));
    const gone = new Map(this.#drawn);
    let next = this.layer.firstChild;
    for (const place of places) {
      const drawn = this.#place(place, picture, hands, side);
      if (!drawn) continue;
      gone.delete(place);
      if (drawn.node === next) next = next.nextSibling;
      else this.layer.insertBefore(drawn.node, next);
    }
    for (const [place, { node }] of gone) {
      node.remove();
      this.#drawn.delete(place);
    }
  }

  /** Draw everything again: the counters have another size. */
  forget() {
    for (const drawn of this.#drawn.values()) drawn.signature = "";
  }

  /**
   * The node of a place as it should be; null if there is nothing to show.
   * @param {string} place
   * @param {Picture} picture
   * @param {Hands} hands
   * @param {number} side
   */
  #place(place, picture, hands, side) {
    const here = kinds(picture, place);
    const flags = here.filter((kind) => kind.startsWith(HELD)).map((kind) => kind.slice(HELD.length));
    const riders = here.filter((kind) => this.kit.symbols.has(`m-${kind}`));
    const counters = pile(picture, place).filter((counter) => !hands.away.has(named(counter) ?? ""));
    if (!flags.length && !riders.length && !counters.length) return null;
    const more = this.#more(picture, place, here, counters);
    const shown = counters.slice(0, leaning(counters.length).length);
    const faint = counters.map((counter) => (hands.lifted.has(named(counter) ?? "") ? "1" : "0")).join("");
    const faces = shown.map((counter, k) => this.kit.parts(counter, more(counter, k === 0)).join("+"));
    const signature = [faces.join(" "), counters.length, riders.join("+"), flags.join("+"), faint].join("|");
    const drawn = this.#drawn.get(place) ?? this.#node(place);
    if (drawn.signature === signature) return drawn;
    drawn.signature = signature;
    this.#fill(drawn.node, place, { counters, riders, flags, more, side, lifted: faint });
    return drawn;
  }

  /**
   * @param {string} place
   * @returns {Drawn}
   */
  #node(place) {
    const drawn = { node: s("g", { class: "place", "data-place": place }), signature: "" };
    this.#drawn.set(place, drawn);
    return drawn;
  }

  /**
   * @param {Picture} picture
   * @param {string} place
   * @param {string[]} here  Markers that are states are laid over the top counter.
   * @param {Counter[]} counters
   */
  #more(picture, place, here, counters) {
    return (/** @type {Counter} */ counter, /** @type {boolean} */ top) => {
      if (!top) return rings(picture, counter);
      const target = picture.target === place ? ["target"] : [];
      return [...here, ...rings(picture, counter, counters), ...target];
    };
  }

  /**
   * @param {SVGGElement} node
   * @param {string} place
   * @param {{counters: Counter[], riders: string[], flags: string[], lifted: string, side: number,
   *   more: (counter: Counter, top: boolean) => Iterable<string>}} what
   */
  #fill(node, place, { counters, riders, flags, more, side, lifted }) {
    const [x, y] = this.hexes.centre(place);
    const drawn = this.kit.stack(counters, more);
    drawn.slice(0, leaning(counters.length).length).forEach((counter, n, all) => {
      counter.classList.toggle("lifted", lifted[all.length - 1 - n] === "1");
    });
    const hung = this.kit.riders(riders, leaning(Math.max(counters.length, 1))[0]);
    const scale = side / FACE;
    const stack = s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, drawn, hung);
    node.replaceChildren(stack, ...flags.map((flag) => this.#flag(flag, place)));
  }

  /**
   * In the upper left corner, clear of the counter and of what is printed.
   * @param {string} side
   * @param {string} place
   */
  #flag(side, place) {
    const [x, y] = this.hexes.centre(place);
    const [dx, dy] = this.hexes.corners[this.hexes.flat ? 0 : 5];
    return this.kit.flag(side, [x + dx * 0.93, y + dy * 0.93], this.hexes.radius * 0.48);
  }
}
