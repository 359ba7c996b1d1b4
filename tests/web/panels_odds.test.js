// Odds as the combat panel shows them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chapter, heading } from "../../src/khalkhin/web/js/headings.js";
import { count, percent, ways } from "../../src/khalkhin/web/js/panels/fractions.js";
import {
  battleBegan,
  battlesIn,
  linesBefore,
  byKind,
  chancesIn,
  chartChances,
  chartOf,
  counted,
  diceWays,
  goesOn,
  openingOf,
  ordered,
  phaseOf,
  ranges,
  rollIn,
  strip,
  waysOf,
} from "../../src/khalkhin/web/js/panels/odds.js";

/** @param {any} value */
const cell = (value) => ({ value, tag: "printed" });
const CHART = {
  name: "combat",
  title: "",
  note: "",
  rule: "T1",
  columns: ["@col.dice", "1-1", "2-1"],
  rows: [
    [[2, 12], "DE", "DE"],
    [[3, 11], "AR", "DE"],
    [[4, 10], "AR", "IMP"],
    [[5, 9], "IMP", "AR"],
    [[6, 8], "AR", "AR"],
    [7, "AR", "IMP"],
  ].map((row) => row.map(cell)),
};
const KINDS = { DE: "win", EMP: "exchange", IMP: "stalemate", AR: "loss" };
const ODDS = {
  table: "combat",
  columns: ["1-1", "2-1", "3-1"],
  attack: 9,
  defence: null,
  base: null,
  shifts: [],
  net: 0,
  column: null,
  chances: null,
  kinds: KINDS,
  unknown: [],
  cases: [
    { defence: "4", column: "2-1", chances: { AR: "1/2", DE: "1/6", IMP: "1/3" } },
    { defence: "3", column: "3-1", chances: { DE: "17/18", EMP: "1/18" } },
  ],
};

test("chances are counted in what the dice can do, or in the least number that does", () => {
  assert.equal(ways(["1/2", "1/3"]), 6);
  assert.equal(ways(["1/2", "1/3"], 36), 36);
  assert.equal(ways(["1/54", "1/2"], 36), 54);
  assert.equal(count("5/18", 36), 10);
  assert.equal(diceWays(CHART), 36);
  assert.equal(diceWays({ ...CHART, rows: [[cell("open"), cell(1), cell(2)]] }), 1);
  assert.equal(diceWays({ ...CHART, rows: ["1", "2", "6"].map((die) => [cell(die), cell("A1")]) }), 6);
  assert.equal(waysOf(ODDS, CHART), 36);
  assert.equal(waysOf(ODDS, undefined), 18);
});

test("per cents are written as the language writes them; what is certain has no decimals", () => {
  assert.equal(percent(39 / 54, "en"), "72.2\u00a0%");
  assert.equal(percent(39 / 54, "pt"), "72,2\u00a0%");
  assert.equal(percent(0, "en"), "0\u00a0%");
  assert.equal(percent(1, "pt"), "100\u00a0%");
});

test("chances add up by what a result means, and only what can happen is told", () => {
  const [first, second] = ODDS.cases;
  assert.deepEqual(byKind(first.chances, KINDS, 36), [
    { kind: "win", count: 6 },
    { kind: "stalemate", count: 12 },
    { kind: "loss", count: 18 },
  ]);
  assert.deepEqual(byKind(second.chances, KINDS, 36), [
    { kind: "win", count: 34 },
    { kind: "exchange", count: 2 },
  ]);
  assert.equal(counted(first.chances, KINDS, "exchange", 36), 0);
});

test("the head tells all that can happen: one case adds up, several have a range, winning is never left out", () => {
  const [first, second] = ODDS.cases;
  const told = ranges([second.chances], KINDS, 36);
  assert.deepEqual(told, [
    { kind: "win", least: 34, most: 34 },
    { kind: "exchange", least: 2, most: 2 },
  ]);
  assert.equal(
    told.reduce((sum, { least }) => sum + least, 0),
    36,
  );
  assert.deepEqual(ranges([first.chances, second.chances], KINDS, 36), [
    { kind: "win", least: 6, most: 34 },
    { kind: "exchange", least: 0, most: 2 },
    { kind: "stalemate", least: 0, most: 12 },
    { kind: "loss", least: 0, most: 18 },
  ]);
  assert.deepEqual(ranges([{ AR: "1" }], KINDS, 36), [
    { kind: "win", least: 0, most: 0 },
    { kind: "loss", least: 36, most: 36 },
  ]);
  assert.deepEqual(ranges([], KINDS, 36), []);
});

test("good results come first, those of one kind as the table has them", () => {
  assert.deepEqual(ordered({ AR: "1/6", IMP: "1/6", DE2: "1/3", DE: "1/3" }, { ...KINDS, DE2: "win" }), [
    "DE2",
    "DE",
    "IMP",
    "AR",
  ]);
});

test("a column is the base, the final one, both, or possible", () => {
  assert.deepEqual(
    strip(ODDS).map(({ is }) => is),
    ["", "possible", "possible"],
  );
  assert.deepEqual(
    strip({ ...ODDS, cases: [], base: "1-1", column: "3-1" }).map(({ is }) => is),
    ["base", "", "final"],
  );
  assert.deepEqual(
    strip({ ...ODDS, cases: [], base: "2-1", column: "2-1" }).map(({ is }) => is),
    ["", "both", ""],
  );
  // Dice of its own decide which column it will be: every possible one has its chance.
  const spread = strip({
    ...ODDS,
    cases: [],
    base: "1-1",
    column: null,
    column_chances: { "1-1": "1/3", "2-1": "2/3" },
  });
  assert.deepEqual(spread, [
    { name: "1-1", is: "both", chance: "1/3" },
    { name: "2-1", is: "final", chance: "2/3" },
    { name: "3-1", is: "" },
  ]);
});

test("the chances of a column come from the odds, whether it was sure or one case of several", () => {
  assert.equal(chancesIn(ODDS, "3-1"), ODDS.cases[1].chances);
  assert.equal(chancesIn(ODDS, "1-1"), null);
  const sure = { ...ODDS, column: "1-1", chances: { DE: "1" } };
  assert.deepEqual(chancesIn(sure, "1-1"), { DE: "1" });
});

test("the roll is found in the log, and the chart it was looked up in", () => {
  const lines = [
    { key: "log.odds", params: { hex: "0910", base: "1-1" }, rule: "", at: 0 },
    {
      key: "log.result",
      params: { column: "2-1", dice: "4+6", codes: "IMP", result: ["@result.IMP"] },
      rule: "",
      at: 0,
    },
  ];
  const roll = rollIn(lines);
  assert.deepEqual(roll, { at: 1, dice: [4, 6], column: "2-1", result: "IMP" });
  assert.equal(chartOf([{ ...CHART, columns: ["@col.dice", "a", "b"] }, CHART], roll), CHART);
  assert.equal(chartOf([CHART], { ...roll, result: "DE" }), undefined);
  assert.equal(rollIn(lines.slice(0, 1)), null);
  const support = { key: "log.support-hit", params: { unit: "A", dice: "2" }, rule: "", at: 0 };
  const air = { key: "log.air-result", params: { column: "3", dice: "5", result: "@result.D1" }, rule: "", at: 0 };
  assert.deepEqual(rollIn([support, air]), { at: 1, dice: [5], column: "3", result: "D1" });
  assert.equal(rollIn([support]), null);
});

test("several battles are told apart by where each begins", () => {
  /** @param {string} key @param {Record<string, any>} [params] */
  const line = (key, params = {}) => ({ key, params, rule: "", at: 0 });
  const [odds, roll] = [line("log.odds", { shifts: [] }), line("log.result", { dice: "3", column: "2:1" })];
  const [attack, loss] = [line("log.attack", { hex: "0101" }), line("log.eliminated")];
  assert.deepEqual(battlesIn([attack, odds, roll, loss]), [[0, null]]);
  assert.deepEqual(battlesIn([attack, odds, roll, loss, attack, odds, roll, loss]), [
    [0, 4],
    [4, null],
  ]);
  assert.deepEqual(battlesIn([odds, roll, loss, odds, roll]), [
    [0, 3],
    [3, null],
  ]);
  assert.deepEqual(battlesIn([roll, roll]), [
    [0, 1],
    [1, null],
  ]);
  assert.deepEqual(battlesIn([attack, loss]), []);
  // What was told of a battle before its dice begins with the battle itself.
  const [move, phase] = [line("log.move"), line("log.phase")];
  assert.deepEqual(linesBefore([move, phase, attack, odds, roll, loss], 4), [attack, odds]);
  assert.deepEqual(linesBefore([roll], 0), []);
  // Where it was declared earlier, with the first die or shift.
  const support = line("log.support-hit", { dice: "2" });
  assert.deepEqual(linesBefore([move, support, odds, roll], 3), [support, odds]);
  // What was told of it before an earlier question belongs to it, such as a marker that changes the table.
  const [played, here] = [line("log.played"), line("log.odds", { shifts: [], hexes: ["0101"] })];
  assert.equal(battleBegan([move, attack, played, here, roll], 3), 1);
  assert.equal(battleBegan([move, attack, roll, here, roll], 3), 3);
  assert.equal(battleBegan([attack, phase, here, roll], 2), 2);
  assert.equal(battleBegan([line("log.attack", { hex: "0202" }), here, roll], 1), 1);
  assert.equal(battleBegan([here, roll], 0), 0);
  assert.ok(goesOn([attack, odds, roll, loss]));
  for (const other of [attack, roll, line("log.turn"), line("log.impulse")])
    assert.ok(!goesOn([attack, odds, roll, loss, other]), other.key);
});

test("a battle is told of in its own phase, and with who attacks in it, whatever was told before it", () => {
  /** @param {string} key @param {Record<string, any>} [params] */
  const line = (key, params = {}) => ({ key, params, rule: "", at: 0 });
  const [advance, segment] = [line("log.advance", { hex: "2213" }), line("log.segment")];
  const [flies, struck] = [line("log.superiority", { hex: "2614" }), line("log.attack", { hex: "2113" })];
  const roll = line("log.result", { dice: "3", column: "2" });
  const phases = { before: "phase.mine", now: "phase.his" };
  assert.equal(openingOf([advance, segment, flies, roll], 3), flies);
  assert.equal(openingOf([advance, roll], 1), undefined);
  assert.equal(phaseOf([struck, roll], [0, null], phases), "phase.mine");
  assert.equal(phaseOf([struck, roll, segment], [0, null], phases), "phase.mine");
  assert.equal(phaseOf([advance, segment, flies, roll], [0, null], phases), "phase.his");
  assert.equal(phaseOf([advance, segment, flies, roll, segment], [0, null], phases), "");
  assert.equal(phaseOf([struck, roll, segment, struck, roll], [0, 3], phases), "phase.mine");
  assert.equal(phaseOf([struck, roll, segment, struck, roll], [3, null], phases), "phase.his");
  const named = line("log.phase", { phase: "@phase.combat" });
  assert.equal(phaseOf([named, struck, roll, segment], [0, null], phases), "phase.combat");
});

test("what came of a combat ends where something else begins", () => {
  const lines = ["log.lost", "log.retreat", "log.segment", "log.event"].map((key) => ({ key }));
  assert.deepEqual(chapter(lines), lines.slice(0, 2));
  assert.deepEqual(chapter(lines.slice(0, 2)), lines.slice(0, 2));
  assert.equal(heading("log.turn"), "turn");
  assert.equal(heading("log.event"), null);
});

test("a chart gives the exact chances of its columns", () => {
  assert.deepEqual(chartChances(CHART, "2-1"), { DE: "6/36", IMP: "12/36", AR: "18/36" });
  assert.deepEqual(chartChances(CHART, "1-1"), { DE: "2/36", AR: "26/36", IMP: "8/36" });
});
