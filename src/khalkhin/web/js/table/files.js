// @ts-check
// Files to keep: the record of the game, or what one side sees of it.

import { h } from "../dom.js";
import * as api from "../net/api.js";
import { toast } from "./floating.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {Desk} desk */
export async function exportRecord(desk) {
  try {
    save(`${desk.sheet.code}-${desk.id}.khalkhin`, await api.record(desk.id, desk.token), "text/plain");
  } catch (error) {
    toast([error instanceof api.Refused ? error.message : desk.words.say("desk.unreachable")], { icon: "warning" });
  }
}

/** @param {Desk} desk */
export function exportView(desk) {
  const { view } = desk;
  save(
    `${desk.sheet.code}-${desk.id}-view.json`,
    JSON.stringify({ number: desk.seen?.number, view, log: desk.seen?.log }, null, 1),
    "application/json",
  );
}
