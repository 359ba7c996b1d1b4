// @ts-check
// From the address of a lesson to its table: the one it was left at, if the server still has it, or a new one at the step
// that was reached. The same from the address of a first battle.

import { lessons, newBattle, newLesson, status } from "../net/api.js";
import { attended, remember, tables } from "../store.js";

/** Seconds between two decisions of the computer. */
const PACE = 0.15;

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

/**
 * From now on the address is that of the table: what is looked at again is this battle, and not a new one.
 * @param {string} game
 * @param {string} language
 * @returns {Promise<{id: string, tokens: string[]}>}
 */
export async function enlist(game, language) {
  const left = tables().find((one) => one.game === game && one.battle && !one.battle.over);
  const [token] = Object.values(left?.tokens ?? {});
  const stays = left && (await stands({ id: left.id, token }, language));
  const { id, tokens } = stays ? { id: left.id, tokens: [token] } : await newest(game, language);
  history.replaceState(null, "", `/table/${id}#${tokens.join(".")}`);
  return { id, tokens };
}

/** A new first battle. @param {string} game @param {string} language */
async function newest(game, language) {
  const { id, seats, last, score } = await newBattle({ game, pace: PACE }, language);
  remember({ id, game, tokens: seats, battle: { last, score } });
  return { id, tokens: Object.values(seats) };
}

/** Whether the server still has a table. @param {{id: string, token: string}} table @param {string} language */
async function stands(table, language) {
  const { tables } = await status([table], language);
  return !("error" in tables[0]);
}
