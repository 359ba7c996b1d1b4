// @ts-check
// Odds as the combat panel shows them, worked out from the data of any game: columns, chances by what they mean, and
// what the dice made of them.

import { heading, opensBattle } from "../headings.js";
import { count, ways } from "./fractions.js";

/**
 * @typedef {import("../types.js").Odds} Odds
 * @typedef {import("../types.js").Outcome} Outcome
 * @typedef {import("../types.js").Chart} Chart
 * @typedef {import("../types.js").Noun} Noun
 * @typedef {{verb: string, noun: Noun}} Decision
 */

/** @type {Outcome[]} */
export const KINDS = ["win", "exchange", "stalemate", "loss"];

/**
 * The ways a table's dice can fall: 36 for two. A results chart has the dice totals in its first column, and the least of
 * them is how many dice there are. 1 where the chart does not tell.
 * @param {Chart | undefined} chart
 */
export function diceWays(chart) {
  const all = (chart?.rows ?? []).flatMap((row) => totals(row[0]?.value));
  return all.length ? 6 ** Math.min(...all) : 1;
}

/** @param {any} label @returns {number[]} */
function totals(label) {
  const list = Array.isArray(label) ? label : [label];
  return list.filter((one) => /^\d+$/.test(String(one))).map(Number);
}

/**
 * In how many ways to count everything that is told of these odds.
 * @param {Odds} odds
 * @param {Chart | undefined} chart
 */
export function waysOf(odds, chart) {
  const all = [odds.chances, ...odds.cases.map((one) => one.chances)].flatMap((one) => Object.values(one ?? {}));
  return ways(all, diceWays(chart));
}

/**
 * The chance of each kind of outcome, those that can happen only.
 * @param {Record<string, string>} chances
 * @param {Record<string, Outcome>} kinds
 * @param {number} all
 * @returns {{kind: Outcome, count: number}[]}
 */
export function byKind(chances, kinds, all) {
  return KINDS.map((kind) => ({ kind, count: counted(chances, kinds, kind, all) })).filter((one) => one.count > 0);
}

/**
 * The least and the most ways for each kind of outcome, over several cases: winning always, and what else can happen in one.
 * @param {Record<string, string>[]} cases
 * @param {Record<string, Outcome>} kinds
 * @param {number} all
 * @returns {{kind: Outcome, least: number, most: number}[]}
 */
export function ranges(cases, kinds, all) {
  if (!cases.length) return [];
  return KINDS.map((kind) => {
    const counts = cases.map((chances) => counted(chances, kinds, kind, all));
    return { kind, least: Math.min(...counts), most: Math.max(...counts) };
  }).filter(({ kind, most }) => kind === "win" || most > 0);
}

/**
 * @param {Record<string, string>} chances
 * @param {Record<string, Outcome>} kinds
 * @param {Outcome} kind
 * @param {number} all
 */
export function counted(chances, kinds, kind, all) {
  const like = Object.entries(chances).filter(([result]) => (kinds[result] ?? "stalemate") === kind);
  return like.reduce((sum, [, chance]) => sum + count(chance, all), 0);
}

/**
 * Results in a reader's order: what is good for the attacker first, the rest of each kind as the table has it.
 * @param {Record<string, string>} chances
 * @param {Record<string, Outcome>} kinds
 */
export function ordered(chances, kinds) {
  /** @param {string} result */
  const rank = (result) => KINDS.indexOf(kinds[result] ?? "stalemate");
  return Object.keys(chances).sort((a, b) => rank(a) - rank(b));
}

/**
 * The columns of the table with what each is to these odds; with its chance, where dice still decide which it will be.
 * @param {Odds} odds
 * @returns {{name: string, is: "" | "base" | "final" | "both" | "possible", chance?: string}[]}
 */
export function strip(odds) {
  const spread = odds.column === null ? (odds.column_chances ?? {}) : {};
  const possible = new Set(odds.cases.map((one) => one.column));
  return odds.columns.map((name) => {
    const base = name === odds.base;
    const final = name === odds.column || name in spread;
    const is = base && final ? "both" : base ? "base" : final ? "final" : possible.has(name) ? "possible" : "";
    return name in spread ? { name, is, chance: spread[name] } : { name, is };
  });
}

/**
 * The chances of one column, as far as these odds tell them.
 * @param {Odds} odds
 * @param {string} column
 * @returns {Record<string, string> | null}
 */
export function chancesIn(odds, column) {
  if (odds.chances && odds.column === column) return odds.chances;
  return odds.cases.find((one) => one.column === column)?.chances ?? null;
}

// -- after the dice

/**
 * The roll among the lines of a log: what fell, in which column, and what it gave. Other dice have no column.
 * @param {import("../types.js").LogLine[]} lines
 * @returns {{at: number, dice: number[], column: string, result: string} | null}
 */
export function rollIn(lines) {
  const at = lines.findIndex(tellsRoll);
  if (at < 0) return null;
  const { dice, column, codes, result } = lines[at].params;
  const fell = Array.isArray(dice) ? dice : String(dice).split(/[^\d]+/);
  return {
    at,
    dice: fell.map(Number).filter(Boolean),
    column: String(column),
    result: String(codes ?? result).replace(/^@result\./, ""),
  };
}

/** @param {import("../types.js").LogLine} line */
function tellsRoll({ params }) {
  return params.dice !== undefined && params.column !== undefined;
}

/**
 * The battles among the lines of a log, as far as they were rolled: where each begins, and where the next one does.
 * @param {import("../types.js").LogLine[]} lines
 * @returns {[number, number | null][]}  The last one has no end yet.
 */
export function battlesIn(lines) {
  const rolls = lines.flatMap((line, at) => (tellsRoll(line) ? [at] : []));
  const begins = rolls.map((roll, n) => (n ? beginOf(lines, rolls[n - 1] + 1, roll) : 0));
  return begins.map((from, n) => [from, begins[n + 1] ?? null]);
}

/**
 * Where the first battle began whose dice are among the lines of a log from `at` on: what was told of it before an earlier
 * question, such as a marker that was played, belongs to it.
 * @param {import("../types.js").LogLine[]} log
 * @param {number} at
 */
export function battleBegan(log, at) {
  const roll = log.findIndex((line, n) => n >= at && tellsRoll(line));
  const aimed = hexesIn(log.slice(at, roll + 1));
  for (let n = at - 1; n >= 0; n -= 1) {
    if (opensBattle(log[n].key)) return hexesIn([log[n]]).some((hex) => aimed.includes(hex)) ? n : at;
    if (heading(log[n].key) || tellsRoll(log[n])) break;
  }
  return at;
}

/**
 * What was told of a battle before its dice: who fights, with what, and how the column was found.
 * @param {import("../types.js").LogLine[]} lines
 * @param {number} roll
 */
export function linesBefore(lines, roll) {
  const before = lines.slice(0, roll);
  const named = before.findIndex(({ key }) => opensBattle(key));
  const found =
    named >= 0 ? named : before.findIndex(({ params }) => params.shifts !== undefined || params.dice !== undefined);
  return found < 0 ? [] : before.slice(found).filter(({ key }) => !heading(key));
}

/**
 * The line that tells who attacks whom in the battle whose dice fell at `roll`, where there is one.
 * @param {import("../types.js").LogLine[]} lines
 * @param {number} roll
 */
export function openingOf(lines, roll) {
  return lines
    .slice(0, roll)
    .filter(({ key }) => opensBattle(key))
    .at(-1);
}

/**
 * The phase that a battle's dice fell in: the one before it, unless something else has begun since. Then it is the one now, if
 * nothing has begun after the battle; else no line may tell, and it is "".
 * @param {import("../types.js").LogLine[]} lines  From what was shown before, to all that is known.
 * @param {[number, number | null]} battle
 * @param {{before: string, now: string}} phases
 */
export function phaseOf(lines, [from, to], { before, now }) {
  const roll = from + (rollIn(lines.slice(from))?.at ?? 0);
  const begun = lines.slice(0, roll).filter(({ key }) => heading(key));
  const said = begun.filter(({ key }) => key === "log.phase").at(-1)?.params.phase;
  if (!begun.length) return before;
  if (typeof said === "string") return said.replace(/^@/, "");
  return to === null && !lines.slice(roll).some(({ key }) => heading(key)) ? now : "";
}

/**
 * Where the battle begins whose dice fell at `roll`, after what came of the one before.
 * @param {import("../types.js").LogLine[]} lines
 * @param {number} least
 * @param {number} roll
 */
function beginOf(lines, least, roll) {
  const between = lines.slice(least, roll);
  const named = between.findIndex(({ key }) => opensBattle(key));
  const begins = named >= 0 ? named : between.findIndex(({ params }) => params.shifts !== undefined);
  return begins >= 0 ? least + begins : roll;
}

/**
 * Whether the lines after a battle's dice still belong to it.
 * @param {import("../types.js").LogLine[]} lines
 */
export function goesOn(lines) {
  const roll = lines.findIndex(tellsRoll);
  return lines.slice(roll + 1).every((line) => !heading(line.key) && !opensBattle(line.key) && !tellsRoll(line));
}

/** The hexes that lines name. @param {import("../types.js").LogLine[]} lines */
export function hexesIn(lines) {
  return lines.flatMap(({ params }) => [params.hex, params.hexes].flat()).filter((hex) => hex !== undefined);
}

/**
 * The chart a roll was looked up in: it has the column, and the result where the dice say.
 * @param {Chart[]} charts
 * @param {{dice: number[], column: string, result: string}} roll
 */
export function chartOf(charts, roll) {
  const total = roll.dice.reduce((sum, one) => sum + one, 0);
  return charts.find((chart) => {
    const column = chart.columns.indexOf(roll.column);
    const row = chart.rows.find((one) => totals(one[0]?.value).includes(total));
    return column > 0 && row?.[column]?.value === roll.result;
  });
}

/**
 * The exact chances of a column of a results chart.
 * @param {Chart} chart
 * @param {string} column
 * @returns {Record<string, string>}
 */
export function chartChances(chart, column) {
  const c = chart.columns.indexOf(column);
  const all = diceWays(chart);
  const ways = waysOfTotals(Math.round(Math.log(all) / Math.log(6)));
  /** @type {Record<string, number>} */
  const counts = {};
  for (const row of chart.rows) {
    const result = String(row[c].value);
    for (const total of totals(row[0].value)) counts[result] = (counts[result] ?? 0) + (ways[total] ?? 0);
  }
  return Object.fromEntries(Object.entries(counts).map(([result, n]) => [result, `${n}/${all}`]));
}

/**
 * In how many ways so many dice make each total.
 * @param {number} dice
 * @returns {number[]}
 */
function waysOfTotals(dice) {
  let ways = [1];
  for (let n = 0; n < dice; n += 1) {
    /** @type {number[]} */
    const next = [];
    ways.forEach((count, total) => {
      for (let face = 1; face <= 6; face += 1) next[total + face] = (next[total + face] ?? 0) + count;
    });
    ways = next;
  }
  return ways;
}
