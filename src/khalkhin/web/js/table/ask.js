// @ts-check
// Asking what something is: right click, a finger that rests, or I; on the map, in the tray, in the panel.

import { withStyles } from "../dom.js";
import { beside } from "./floating.js";
import { ground, placeWord } from "./hand.js";
import { placeOf } from "./acts.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./floating.js").Box} Box */

/**
 * @param {Desk} desk
 * @param {{key: () => void, at: (hex: string) => Box, bring: (hex: string) => void}} on
 */
export function createAsking(desk, on) {
  const ended = new AbortController();
  /** A place of the map, or a counter there. @param {string} hex @param {string | null} unit */
  const place = (hex, unit) => {
    on.bring(hex);
    return show(desk, hex, unit, { at: () => on.at(hex), key: on.key });
  };
  /** A counter in the tray or the panel. @param {HTMLElement} element */
  const element = (element) => {
    const unit = element.dataset.ask ?? "";
    return show(desk, placeOf(desk.view, unit) ?? "", unit, { at: () => element.getBoundingClientRect(), key: on.key });
  };
  desk.on("ask", ({ hex, unit }) => place(hex, unit));
  document.addEventListener(
    "contextmenu",
    (event) => {
      const asked = event.target instanceof Element ? event.target.closest("[data-ask]") : null;
      if (!(asked instanceof HTMLElement)) return;
      event.preventDefault();
      element(asked);
    },
    { signal: ended.signal },
  );
  return {
    /** What the mouse or the cursor is on. */
    here() {
      const { ui } = desk;
      const found = document.querySelector("[data-ask]:hover") ?? document.activeElement?.closest("[data-ask]");
      if (found instanceof HTMLElement) return element(found);
      const hex = ui.hoverHex ?? ui.cursor ?? ui.looked;
      return hex ? place(hex, ui.hoverHex ? ui.hoverUnit : null) : undefined;
    },
    destroy: () => ended.abort(),
  };
}

/**
 * @param {Desk} desk
 * @param {string} place
 * @param {string | null} unit
 * @param {{at: () => Box, key: () => void}} on
 */
async function show(desk, place, unit, on) {
  const { askedCard } = await withStyles(import("../panels/asked.js"));
  if (!desk.ready) return;
  const { sheet, words } = desk;
  const question = questionOf(desk, place, unit);
  /** @param {number} n */
  const shown = (n) => {
    const counter = question.counters[n];
    const named = counter && "id" in counter ? [`unit ${counter.id}`] : [];
    desk.tell("looked", place in sheet.map.hexes ? [...named, `hex ${place}`] : named);
  };
  const card = askedCard({ sheet, words, question, key: on.key, shown });
  beside(card, on.at());
  card.focus({ preventScroll: true });
}

/**
 * @param {Desk} desk
 * @param {string} place
 * @param {string | null} unit
 * @returns {import("../panels/asked.js").Question}
 */
function questionOf(desk, place, unit) {
  const { sheet, words, view } = desk;
  const stack = view.places[place] ?? [];
  /** @param {import("../types.js").Counter} one */
  const meant = (one) => "id" in one && one.id === unit;
  const onMap = place in sheet.map.hexes;
  // In a box, or before it is anywhere, a counter is asked about alone.
  const counters = onMap ? stack : stack.filter(meant);
  return {
    title: place ? [placeWord(desk, place), sheet.map.names[place]].filter(Boolean).join(" ") : "",
    ground: onMap ? ground(desk, place) : "",
    counters: unit && !counters.some(meant) ? [{ id: unit, is: [] }] : counters,
    at: Math.max(0, counters.findIndex(meant)),
    markers: onMap ? (view.markers[place] ?? []).filter((key) => words.has(key)) : [],
  };
}
