// @ts-check
// Whether there is a briefing for whoever sits here, and whether it is to be shown by itself: once in this browser, to a
// player, before a scenario that begins as it is printed.

import { briefed, choices } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Under what name a briefing is remembered: with other optional rules it is a new one. @param {Desk} desk */
export const briefingName = ({ sheet, table, view, me }) => [sheet.code, view.scenario, me, ...table.unusual].join("/");

/** Only while the game is played: one that is over, or looked back at, has nothing left to be told before. @param {Desk} desk */
export function hasBriefing(desk) {
  const { ready, frame, me, sheet, table } = desk;
  if (!ready || frame || !me || !table.kept) return false;
  return !desk.view.tracks.result && sheet.briefings.includes(desk.view.scenario);
}

/** @param {Desk} desk */
export function briefingDue(desk) {
  return hasBriefing(desk) && choices().briefing && !briefed(briefingName(desk));
}
