// @ts-check
// All that the board keeps between two pictures.

/**
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").UnitId} UnitId
 */

/**
 * @typedef {object} State
 * @property {Picture} picture
 * @property {HexName | null} hex  What is pointed at,
 * @property {UnitId | null} unit  and the counter there.
 * @property {string | null} fan  The stack that is spread out,
 * @property {"pointer" | "page" | null} fanBy  and who did it.
 * @property {ReadonlySet<UnitId>} lifted  Counters that hang on the pointer.
 * @property {{hex: HexName, units: ReadonlySet<UnitId>} | null} landing  Those that were dropped on a hex just now.
 * @property {HexName | null} asked  What was asked about last.
 * @property {Set<UnitId>} away  Counters on their way in a motion.
 * @property {number} side  Of a counter, on the map.
 * @property {boolean} touch  The last pointer was a finger.
 */

/** @type {HexName[]} */
const NOWHERE = [];

/** @returns {Picture} */
export function emptyPicture() {
  return {
    places: {},
    markers: {},
    act: new Set(),
    selected: new Set(),
    offered: new Map(),
    left: {},
    stops: {},
    from: {},
    origin: null,
    target: null,
    path: [],
    overlays: {},
    outside: NOWHERE,
    lit: { hexes: new Set(), units: new Set() },
    cursor: null,
    fanned: null,
  };
}

/** @returns {State} */
export function newState() {
  return {
    picture: emptyPicture(),
    hex: null,
    unit: null,
    fan: null,
    fanBy: null,
    lifted: new Set(),
    landing: null,
    asked: null,
    away: new Set(),
    side: 0,
    touch: false,
  };
}
