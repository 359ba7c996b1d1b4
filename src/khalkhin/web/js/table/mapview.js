// @ts-check
// The board at the table: it shows the view, counters travel from one view to the next, and it goes where one is asked.

import { byId, fill } from "../dom.js";
import { createBoard } from "../board/board.js";
import { motion } from "../store.js";
import { aheadTip } from "./ahead_words.js";
import { choosable, placeOf } from "./acts.js";
import { beginning } from "./beginning.js";
import { sorted, wanted } from "./offers.js";
import { motions, picture, standing, wayGone } from "./picture.js";
import { noteAt, servedNow } from "./serving.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").BoardControls} BoardControls */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../net/socket.js").Seen} Seen */

/** So much faster goes what is taken back. */
const BACK = 2;
/** @type {import("../types.js").Picture["lit"]} */
const NOTHING_LIT = { hexes: new Set(), units: new Set() };
/** So few hexes that can be chosen are shown all together. */
const FEW = 12;

/**
 * @param {Desk} desk
 * @param {{map: SVGSVGElement, counters: SVGSVGElement}} art
 * @param {() => import("./play.js").Play} play
 * @returns {BoardControls}
 */
export function createMapView(desk, art, play) {
  const root = byId("board");
  fill(root);
  const board = createBoard(root, desk.sheet, art, {
    unit: (unit, place, event) => play().unit(unit, place, event),
    stack: (place, event) => play().stack(place, event),
    hex: (hex, event) => play().hex(hex, event),
    hover: (hex, unit) => desk.hover(hex, unit),
    grab: (units, place) => play().grab(units, place),
    drop: (hex, event) => play().drop(hex, event),
    fan: (place) => {
      desk.ui.fanned = place;
    },
    spread: (stack) => desk.tell("spread", stack),
    ask: (hex, unit) => desk.tell("ask", { hex, unit }),
  });
  let opened = false;
  const show = () => {
    if (!desk.ready) return;
    const shown = picture(desk.view, desk.offers, desk.ui, desk.overlays, desk.sheet.outside[desk.view.scenario]);
    // After the last step of a lesson nothing is asked about on the map any more.
    if (desk.taught && desk.taught.step === desk.taught.count) shown.lit = NOTHING_LIT;
    const served = servedNow(desk);
    if (served) shown.lit = { hexes: new Set(served.hexes), units: new Set(served.units) };
    board.show({ ...shown, note: noteAt(desk), ahead: aheadTip(desk) });
    if (opened) return;
    // As long as there is nothing on the map yet, it is still to be begun.
    const places = beginning(desk);
    opened = Object.keys(places).length > 0;
    board.open(places);
  };
  desk.on(["ui", "lit", "ahead"], show);
  let noted = false;
  desk.on("hover", () => {
    const note = noteAt(desk) !== null;
    if (note || noted) show();
    noted = note;
  });
  desk.on("view", ({ before, seen } = {}) => {
    show();
    if (!seen || !before || before.number === seen.number) return;
    travel(board, before, seen, desk.busy ? 1 : (desk.opponent?.speed() ?? 1));
  });
  return board;
}

/**
 * @param {BoardControls} board
 * @param {Seen} before
 * @param {Seen} seen
 * @param {number} speed  None: 0.
 */
function travel(board, before, seen, speed) {
  if (!motion() || !speed) return;
  const fresh = seen.log.slice(seen.log.length - seen.fresh);
  const back = seen.taken || (!seen.fresh && wayGone(before.view).length > wayGone(seen.view).length);
  const all = motions(before.view, seen.view, fresh);
  board.play(all.map((one) => ("path" in one ? { ...one, speed: back ? BACK : speed } : one)));
}

/**
 * When the player has to answer something somewhere else, the map goes there.
 * @param {Desk} desk
 * @param {BoardControls} board
 * @param {View} before
 */
export function bringAsked(desk, board, before) {
  const { prompt, details } = desk.view;
  const own = details.plan && details.plan.side === desk.me;
  if (!prompt || own || desk.carrying || asks(before.prompt) === asks(prompt)) return;
  if (details.placing && !before.details.placing) return board.open(beginning(desk));
  const aims = [...sorted(desk.offers).hexes.keys()];
  const held = standing(desk.view);
  const onMap = held !== null && held in desk.sheet.map.hexes;
  // Whoever puts down a counter from beside the map needs one place for it in sight, not all that there are.
  const putsDown = wanted(desk.view).length > 0 && !onMap;
  if (aims.length && aims.length <= FEW && !putsDown) return board.bring(onMap ? [...aims, held] : aims);
  const asked = askedAt(desk, board);
  if (asked) board.focus(asked);
}

/** What is asked, of whom and where. @param {import("../types.js").Prompt | null} prompt */
const asks = (prompt) => prompt && JSON.stringify([prompt.key, prompt.params]);

/**
 * The hex that is asked about; else of those that can be chosen the nearest.
 * @param {Desk} desk
 * @param {BoardControls} board
 */
function askedAt(desk, board) {
  const { prompt, details } = desk.view;
  if (!prompt || details.move) return nearest(desk, board);
  const unit = typeof prompt.params.unit === "string" ? placeOf(desk.view, prompt.params.unit) : null;
  const hex = details.plan?.target ?? prompt.params.hex ?? unit;
  return typeof hex === "string" && hex in desk.sheet.map.hexes ? hex : nearest(desk, board);
}

/**
 * Of the hexes that can be chosen, or that counters can be chosen in, the one nearest to what is seen: if even that one is
 * out of sight, all are.
 * @param {Desk} desk
 * @param {BoardControls} board
 */
function nearest(desk, board) {
  const named = sorted(desk.offers).hexes;
  const places = named.size
    ? [...named.keys()]
    : choosable(desk.view, desk.offers, desk.sheet.map.hexes).map((one) => one.place);
  const hexes = places.filter((hex) => hex in desk.sheet.map.hexes);
  return hexes.length ? nearestTo(board, hexes) : null;
}

/** Of some hexes the one nearest to the middle of what is seen. @param {BoardControls} board @param {string[]} hexes */
export function nearestTo(board, hexes) {
  const { clientWidth, clientHeight } = byId("board");
  /** @param {string} hex */
  const far = (hex) => {
    const { x, y } = board.screen(hex);
    return Math.hypot(x - clientWidth / 2, y - clientHeight / 2);
  };
  return hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
}
