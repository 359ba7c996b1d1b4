// @ts-check
// Whether there is a briefing for whoever sits here, and whether it is to be shown by itself: once in this browser, to a
// player, before a scenario that begins as it is printed.

import { briefed, choices } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Under what name a briefing is remembered. @param {Desk} desk */
export const briefingName = ({ sheet, view, me }) => `${sheet.code}/${view.scenario}/${me}`;

/** @param {Desk} desk */
export function hasBriefing(desk) {
  const { ready, me, sheet, table } = desk;
  return Boolean(ready && me && table.kept && sheet.briefings.includes(desk.view.scenario));
}

/** @param {Desk} desk */
export function briefingDue(desk) {
  if (!hasBriefing(desk) || !choices().briefing || briefed(briefingName(desk))) return false;
  return !desk.frame && !desk.view.tracks.result;
}
