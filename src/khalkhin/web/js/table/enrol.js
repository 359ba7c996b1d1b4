// @ts-check
// From the address of a lesson to its table: the one it was left at, if the server still has it, or a new one at the step
// that was reached.

import { lessons, newLesson, status } from "../net/api.js";
import { attended } from "../store.js";

/**
 * @param {string} game
 * @param {string} wanted  Its number or its name.
 * @param {string} language
 * @returns {Promise<{id: string, tokens: string[]}>}
 */
export async function enrol(game, wanted, language) {
  const { games } = await lessons(language);
  const found = games[game]?.find((one) => wanted === String(one.number) || wanted === one.name);
  const { at, steps, table } = attended(game, found?.name ?? "");
  if (table && (await stands(table, language))) return { id: table.id, tokens: [table.token] };
  // Who has come to its end begins again.
  const step = at < steps ? at : 0;
  const { id, seats } = await newLesson({ game, lesson: wanted, step }, language);
  return { id, tokens: Object.values(seats) };
}

/** Whether the server still has a table. @param {{id: string, token: string}} table @param {string} language */
async function stands(table, language) {
  const { tables } = await status([table], language);
  return !("error" in tables[0]);
}
