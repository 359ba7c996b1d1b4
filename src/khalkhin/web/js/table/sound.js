// @ts-check
// It is your turn: a small sound, and a mark on the tab. The sound is made here; nothing is fetched for it.

import { choices } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Two notes, a fourth apart, as of a small bell: hertz, and seconds from the first. */
const NOTES = [
  [659, 0],
  [880, 0.13],
];
const RINGS = 0.5;
const LOUD = 0.1;
const ICONS = { turn: "/web/icon-turn.svg", rest: "/web/icon.svg" };

/**
 * Whether it is told that one's turn has come: always, never, or, unless somebody chose, when one plays with people and
 * looks at something else.
 * @param {{choice: "auto" | "on" | "off", hidden: boolean, people: boolean}} how
 */
export function rings({ choice, hidden, people }) {
  return choice === "on" || (choice === "auto" && hidden && people);
}

/** Whether anybody else sits at the table in person. @param {Desk} desk */
function withPeople({ table, seats }) {
  return Object.entries(table.seats).some(([side, seat]) => seat.kind === "human" && !(side in seats));
}

/** @param {Desk} desk */
export function announceTurn(desk) {
  desk.on("view", ({ before, seen } = {}) => {
    mark(Boolean(desk.seen?.view.prompt));
    // Two at one desk see whose turn it is.
    if (!before || before.view.prompt || !seen?.view.prompt || Object.keys(desk.seats).length !== 1) return;
    if (rings({ choice: choices().sound, hidden: document.hidden, people: withPeople(desk) })) chime();
  });
}

/** The mark on the tab, and on the icon of an installed page. @param {boolean} mine */
function mark(mine) {
  const link = document.querySelector('link[rel="icon"]');
  const icon = mine ? ICONS.turn : ICONS.rest;
  if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
  const badge = mine ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
}

/** @type {AudioContext | null} */
let context = null;

/** Ring. Before anything was pressed on a page no browser lets it: then the mark has to do. */
export function chime() {
  context ??= new AudioContext();
  context.resume().catch(() => undefined);
  for (const [pitch, after] of NOTES) {
    const begins = context.currentTime + after;
    const note = context.createOscillator();
    const volume = context.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, begins);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + RINGS);
    note.connect(volume).connect(context.destination);
    note.start(begins);
    note.stop(begins + RINGS);
  }
}
