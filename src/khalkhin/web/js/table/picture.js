// @ts-check
// From a view and what the player has taken up to what the board shows; and what has moved from one view to the next.

import { sorted, wanted } from "./offers.js";
import { wasted } from "./serving.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Places} Places */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Motion} Motion */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").Overlays} Overlays */

/** @type {import("../types.js").HexName[]} */
const ALL_IN_PLAY = [];

/**
 * The view with a move in hand already made: for its owner the counters stand where the way so far ends.
 * @param {View} view
 * @returns {View}
 */
export function withHand(view) {
  const move = view.details.move;
  const end = move?.path.at(-1);
  if (!move || !end) return view;
  /** @type {Places} */
  const places = {};
  /** @type {import("../types.js").Counter[]} */
  const moved = [];
  for (const [place, counters] of Object.entries(view.places)) {
    const stay = counters.filter((one) => !("id" in one && move.units.includes(one.id)));
    moved.push(...counters.filter((one) => !stay.includes(one)));
    if (stay.length) places[place] = stay;
  }
  places[end] = [...moved, ...(places[end] ?? [])];
  return { ...view, places };
}

/** The counters in hand, whatever they are wanted for. @param {View} view @returns {string[]} */
export function handUnits(view) {
  const { move, plan } = view.details;
  if (!view.prompt) return [];
  if (move) return move.units;
  if (plan && plan.side === view.side) return [...plan.units, ...(plan.guns ?? [])];
  if (plan) return plan.support ?? [];
  return wanted(view);
}

/** The way gone so far, from where it began. @param {View} view @returns {string[]} */
export function wayGone(view) {
  const move = view.details.move;
  return move?.path.length ? [move.origin, ...move.path] : [];
}

/** Where the units in hand stand now. @param {View} view @returns {string | null} */
export function standing(view) {
  const move = view.details.move;
  if (move) return move.path.at(-1) ?? move.origin;
  const [unit] = wanted(view);
  if (!unit) return null;
  return (
    Object.keys(view.places).find((place) => view.places[place].some((one) => "id" in one && one.id === unit)) ?? null
  );
}

/**
 * @param {View} view
 * @param {import("../types.js").Offer[]} offers
 * @param {import("./desk.js").Ui} ui
 * @param {Overlays} overlays
 * @param {import("../types.js").HexName[]} [outside]  The hexes that are out of play.
 * @returns {Picture}
 */
export function picture(view, offers, ui, overlays, outside = ALL_IN_PLAY) {
  const offered = sorted(offers);
  const { details } = view;
  const idle = wasted(view, offers);
  // Where another way than walking is chosen, nobody wants to know how far one could walk.
  const reached = Object.entries(details.left_by?.[ui.way ?? ""] ?? details.left ?? {}).filter(
    ([hex]) => !ui.way || offered.hexes.has(hex),
  );
  const left = Object.fromEntries(reached.map(([hex, points]) => [hex, points]));
  return {
    places: view.places,
    markers: view.markers,
    act: new Set([...offered.units.keys()].filter((unit) => !idle.has(unit))),
    selected: new Set(handUnits(view)),
    offered: offered.hexes,
    left,
    allowance: details.allowance,
    stops: details.stops ?? {},
    from: details.from ?? {},
    ways: details.ways ?? {},
    origin: standing(view),
    target: details.plan?.target ?? null,
    asked: typeof view.prompt?.params.hex === "string" ? view.prompt.params.hex : null,
    path: wayGone(view),
    overlays: { ...linesAsked(view, offered.units), ...shownOverlays(ui, overlays) },
    outside,
    points: details.strikes ?? {},
    lit: lit(ui, details, offered.hexes, spokenOf(view, offered.hexes)),
    cursor: ui.cursor,
    fanned: ui.fanned,
  };
}

/**
 * Hexes that a question about counters speaks of, such as the one to advance into.
 * @param {View} view
 * @param {Map<string, string[]>} offered
 * @returns {string[]}
 */
function spokenOf({ prompt, details }, offered) {
  if (!prompt || offered.size || details.plan || details.move) return [];
  const { hex, hexes } = prompt.params;
  return [hex, hexes].flat().filter((one) => typeof one === "string");
}

/**
 * What is pointed at, what was chosen of several, and what may not be forgotten.
 * @param {import("./desk.js").Ui} ui
 * @param {import("../types.js").Details} details
 * @param {Map<string, string[]>} offered  A hex over which something flies and that can be chosen shows that it can be chosen.
 * @param {string[]} spoken
 */
function lit({ lit, marked }, details, offered, spoken) {
  const { chosen = [], works = [], supplied = [], strikes = {}, flights = {}, uncovered } = details;
  // Whoever points at something wants to see just that.
  const points = lit.hexes.size + lit.units.size > 0;
  const [pointed, left] = points ? [lit, undefined] : [marked, uncovered];
  const flown = Object.keys(flights).filter((hex) => !offered.has(hex));
  const hexes = [...spoken, ...chosen, ...works, ...supplied, ...Object.keys(strikes), ...flown];
  if (!hexes.length && !left?.units.length) return pointed;
  return { hexes: new Set([...pointed.hexes, ...hexes]), units: new Set([...pointed.units, ...(left?.units ?? [])]) };
}

/** Lines told of already: the board draws again only what is another thing. @type {WeakMap<object, Overlays>} */
const known = new WeakMap();

/**
 * Where it is asked which supply is used, or one is in hand, its lines are shown without asking.
 * @param {View} view
 * @param {Map<string, string[]>} units  Who is on offer.
 * @returns {Overlays}
 */
export function linesAsked({ details: { supply }, prompt }, units) {
  if (!supply || !prompt) return {};
  const held = prompt.params.unit in supply;
  if (!held && !(units.size && [...units.keys()].every((unit) => unit in supply))) return {};
  const found = known.get(supply) ?? {
    supply: Object.values(supply).flatMap(({ paths }) =>
      Object.entries(paths).map(([hex, path]) => ({ hex, path, block: null })),
    ),
  };
  known.set(supply, found);
  return found;
}

/**
 * @param {import("./desk.js").Ui} ui
 * @param {Overlays} overlays
 * @returns {Overlays}
 */
function shownOverlays({ show }, { zones, objectives, supply, changes }) {
  /** @type {Overlays} */
  const out = {};
  if (show.zones && zones) out.zones = zones;
  if (show.points && objectives) out.objectives = objectives;
  if (show.supply && supply) out.supply = supply;
  if (show.changes && changes) out.changes = changes;
  return out;
}

/**
 * The way to a hex by the cheapest steps, from where the units stand; empty if there is none.
 * @param {Record<string, string>} from
 * @param {string | null} origin
 * @param {string} hex
 * @returns {string[]}
 */
export function wayTo(from, origin, hex) {
  const way = [hex];
  while (way[0] !== origin) {
    const before = from[way[0]];
    if (before === undefined || way.includes(before)) return way.length > 1 ? way : [];
    way.unshift(before);
  }
  return way;
}

// -- what moves

/** @param {Places} places @returns {Map<string, {place: string, is: string[]}>} */
function whereabouts(places) {
  /** @type {Map<string, {place: string, is: string[]}>} */
  const out = new Map();
  for (const [place, counters] of Object.entries(places)) {
    for (const one of counters) if ("id" in one) out.set(one.id, { place, is: one.is });
  }
  return out;
}

/**
 * What has to be seen moving between two views: counters along their ways, and those that were turned over.
 * @param {View} before
 * @param {View} after
 * @param {LogLine[]} fresh  The lines of the log between them.
 * @returns {Motion[]}
 */
export function motions(before, after, fresh) {
  const was = whereabouts(before.places);
  /** @type {Map<string, {units: string[], path: string[]}>} */
  const groups = new Map();
  /** @type {Motion[]} */
  const flips = [];
  for (const [unit, { place, is }] of whereabouts(after.places)) {
    const old = was.get(unit);
    if (!old) continue;
    if (old.is.includes("flipped") !== is.includes("flipped")) flips.push({ flip: unit });
    if (old.place === place) continue;
    const path = wayBetween(old.place, place, unit, before, after, fresh);
    const key = path.join();
    const group = groups.get(key) ?? { units: [], path };
    group.units.push(unit);
    groups.set(key, group);
  }
  return [...groups.values(), ...fresh.flatMap(strangers), ...flips];
}

/**
 * Counters without a name that went somewhere: only the log tells, by `units.nameless.NATION`.
 * @param {LogLine} line
 * @returns {Motion[]}
 */
function strangers({ params }) {
  if (!Array.isArray(params.path) || params.path.length < 2 || !Array.isArray(params.units)) return [];
  const found = params.units.flatMap((one) => {
    const nation = /^units\.nameless\.(.+)$/.exec(one?.key ?? "")?.[1];
    return nation ? Array.from({ length: Math.min(one.count ?? 1, 3) }, () => ({ nation })) : [];
  });
  return found.length ? [{ units: [], path: params.path, strangers: found }] : [];
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} unit
 * @param {View} before
 * @param {View} after
 * @param {LogLine[]} fresh
 * @returns {string[]}
 */
function wayBetween(from, to, unit, before, after, fresh) {
  const told = fresh
    .filter((line) => Array.isArray(line.params.path) && mentions(line.params, unit))
    .flatMap((line) => line.params.path);
  const ways = [told, wayGone(after), [...wayGone(before)].reverse()];
  for (const way of ways) {
    const [a, b] = [way.indexOf(from), way.lastIndexOf(to)];
    if (a >= 0 && b > a) return way.slice(a, b + 1);
  }
  return [from, to];
}

/** @param {Record<string, any>} params @param {string} unit */
function mentions(params, unit) {
  return params.unit === unit || (Array.isArray(params.units) && params.units.includes(unit));
}
