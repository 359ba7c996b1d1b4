// @ts-check
// Odds in a line, for where there is no room for more: "12 : 5 · 2-1 · you win 58.3 %".

import { percent } from "./fractions.js";
import { counted, waysOf } from "./odds.js";
import { columnWords } from "./parts.js";

/** @typedef {import("../types.js").Odds} Odds */

/**
 * @param {Odds} odds
 * @param {import("../words.js").Words} words
 */
export function brief(odds, words) {
  const against = `${odds.attack ?? "\u2013"} : ${odds.defence ?? (odds.chances ? "\u2013" : "?")}`;
  const column = odds.column === null ? null : columnWords(words, odds.table, odds.column);
  const shares = winShares(odds);
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => percent(share, words.language));
  const wins = shares.length && `${words.say("panels.kind.win")} ${least === most ? least : `${least} … ${most}`}`;
  return [against, column, wins].filter(Boolean).join(" · ");
}

/** The share of the ways that the attacker wins in: one, or one for each thing the defence may be. @param {Odds} odds */
function winShares(odds) {
  const all = waysOf(odds, undefined);
  const known = odds.chances ? [odds.chances] : odds.cases.map((one) => one.chances);
  return known.map((chances) => counted(chances, odds.kinds, "win", all) / all);
}
