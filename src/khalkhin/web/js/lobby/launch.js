// @ts-check
// From a wish to a table: ask the server, remember the seats, go there.

import { h } from "../dom.js";
import { newTable } from "../net/api.js";
import { remember } from "../store.js";
import { address, order } from "./wish.js";

/** @typedef {import("./types.js").Wish} Wish */
/** @typedef {import("./types.js").Made} Made */

/** What a table is laid with, whoever plays there. */
const PRINTED = ["sheet", "map.svg", "counters.svg"];

/**
 * Have all that is printed of a game ready while its table is still being set up: the first drawing of a large map takes
 * the server seconds.
 * @param {string} code
 * @param {string} language
 */
export function prepare(code, language) {
  for (const what of PRINTED) {
    const href = `/api/games/${code}/${what}?lang=${language}`;
    if (!document.head.querySelector(`link[href="${href}"]`))
      document.head.append(h("link", { rel: "prefetch", href }));
  }
}

/**
 * Make the table and remember it.
 * @param {Wish} wish
 * @param {string} language
 * @returns {Promise<Made>}
 */
export async function make(wish, language) {
  const { id, seats: here, invitations: friends, owner } = await newTable(order(wish), language);
  const table = { id, here, friends, owner };
  remember({
    id: table.id,
    game: wish.game.code,
    scenario: wish.scenario.name,
    title: wish.game.title,
    tokens: table.here,
    invites: table.friends,
    owner: table.owner,
  });
  return table;
}

/** To the own seats, or to the spectators' bench. @param {Made} table */
export function enter({ id, here }) {
  location.assign(address(id, Object.values(here)));
}
