// What the panels read out of a sheet: rules, charts, terrain, distances, words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keyEntries, typical } from "../../src/khalkhin/web/js/panels/terrain_key.js";
import { chartTag, distance, find, resultWords, shiftWords, signed } from "../../src/khalkhin/web/js/panels/parts.js";
import { group, matches, parentOf, parents, placeOf } from "../../src/khalkhin/web/js/panels/rules.js";
import { factors } from "../../src/khalkhin/web/js/panels/stack.js";
import { totalOf } from "../../src/khalkhin/web/js/panels/display.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const WORDS = new Words("en", {
  "shift.terrain": "{terrain} {value:+} ({rule})",
  "terrain.rough": "Rough",
  "result.DE": "Defender eliminated",
  "result.AR": "Attacker retreats",
  "unit.attack": "Attack",
  "unit.defence": "Defence",
  "unit.movement": "Movement",
  "unit.range": "Range",
});
/** @param {string} number @param {string} [title] @param {string} [summary] */
const rule = (number, title = "", summary = "") => ({ number, title, summary });
const RULES = [
  rule("5.0", "Combat"),
  rule("5.1", "Procedure"),
  rule("5.1.2", "Terrain shift", "Moves the column."),
  rule("5.1.2.b", "Armour"),
  rule("T2.open", "Open"),
];

test("a rule belongs to the wider ones, up to its chapter", () => {
  const book = new Map(RULES.map((one) => [one.number, one]));
  assert.equal(parentOf("5.1.2.b", book), "5.1.2");
  assert.equal(parentOf("5.1", book), "5.0");
  assert.equal(parentOf("5.0", book), "");
  assert.equal(parentOf("T2.open", new Map([["T2", 1]])), "T2");
  assert.deepEqual(
    parents(book, "5.1.2.b").map((one) => one.number),
    ["5.0", "5.1", "5.1.2"],
  );
  assert.deepEqual(
    parents(book, "5.9.1").map((one) => one.number),
    ["5.0"],
  );
});

test("a rule has the place in the guide that names most of its number", () => {
  const guide = [
    { id: "combat", title: "Combat", rules: ["5.0", "T1"] },
    { id: "column", title: "What moves the column", rules: ["5.1.2"] },
  ];
  assert.equal(placeOf(guide, "5.1.2.b")?.id, "column");
  assert.equal(placeOf(guide, "5.1.1")?.id, "combat");
  assert.equal(placeOf(guide, "T1.2-12")?.id, "combat");
  assert.equal(placeOf(guide, "6.1"), null);
});

test("rules stand in their chapters", () => {
  const chapters = group(RULES);
  assert.deepEqual(
    chapters.map(({ number, head, rules }) => [number, head?.title, rules.length]),
    [
      ["5", "Combat", 4],
      ["T2", undefined, 1],
    ],
  );
});

test("a search finds words without their accents, and numbers from their beginning", () => {
  const found = (/** @type {string} */ text) => RULES.filter((one) => matches(one, text)).map((one) => one.number);
  assert.deepEqual(found("terrain column"), ["5.1.2"]);
  assert.deepEqual(found("5.1.2"), ["5.1.2", "5.1.2.b"]);
  assert.deepEqual(found("1.2"), []);
  assert.equal(found("").length, RULES.length);
  assert.ok(matches(rule("1", "Artilharia de posição"), "POSICAO"));
});

test("a chart is known as well as its least known value", () => {
  /** @param {string[]} tags */
  const chart = (...tags) => ({
    name: "",
    title: "",
    note: "",
    rule: "",
    columns: [],
    rows: [tags.map((tag) => ({ value: 1, tag }))],
  });
  assert.equal(chartTag(chart("printed", "derived", "printed")), "derived");
  assert.equal(chartTag(chart("derived", "reconstructed")), "reconstructed");
  assert.equal(chartTag(chart("printed")), "printed");
});

const STEP = Math.sqrt(3) * 10;
const MAP = {
  width: 100,
  height: 100,
  radius: 10,
  flat: true,
  hexes: {
    "0101": [0, 0],
    "0102": [0, STEP],
    "0103": [0, 2 * STEP],
    "0201": [15, STEP / 2],
    "0202": [15, 1.5 * STEP],
    "0301": [30, 0],
  },
  terrain: { "0101": "open", "0102": "open", "0103": "open", "0201": "rough", "0202": "open", "0301": "lake" },
  names: {},
  features: {
    "0102": [{ feature: "road", to: ["0101", "0103"] }],
    "0101": [
      { feature: "road", to: ["0102"] },
      { feature: "river", to: ["0201"] },
    ],
    "0202": [{ feature: "river", to: ["0201"] }],
  },
};

test("distances are counted in hexes, whichever way they lie", () => {
  assert.equal(distance(MAP, "0101", "0101"), 0);
  assert.equal(distance(MAP, "0101", "0201"), 1);
  assert.equal(distance(MAP, "0101", "0301"), 2);
  assert.equal(distance(MAP, "0103", "0301"), 3);
  assert.equal(distance(MAP, "0101", "reserve"), Infinity);
  /** @type {any} */
  const turned = {
    ...MAP,
    flat: false,
    hexes: Object.fromEntries(Object.entries(MAP.hexes).map(([name, [x, y]]) => [name, [y, x]])),
  };
  assert.equal(distance(turned, "0103", "0301"), 3);
});

test("the key shows every terrain where it is most itself, with what the charts say of it", () => {
  assert.equal(typical(MAP, "open"), "0103");
  assert.equal(typical(MAP, "road"), "0102");
  assert.equal(typical(MAP, "river"), "0202");
  assert.equal(typical(MAP, "desert"), null);
  const rows = [
    ["@terrain.rough", "2", "-1"],
    ["@terrain.desert", "3", "0"],
  ].map((row) => row.map((value) => ({ value, tag: "printed" })));
  const chart = {
    name: "terrain",
    title: "",
    note: "",
    rule: "",
    columns: ["@col.terrain", "@class.foot", "@col.columns"],
    rows,
  };
  /** @type {any} */
  const sheet = { map: MAP, charts: [chart] };
  const entries = keyEntries(sheet);
  assert.deepEqual(
    entries.map(({ terrain }) => terrain),
    ["rough", "open", "lake", "road", "river"],
  );
  assert.deepEqual(
    entries[0].effects.map(({ name, value }) => [name, value]),
    [
      ["@class.foot", "2"],
      ["@col.columns", "-1"],
    ],
  );
});

test("a counter is found where it is", () => {
  const places = { "0101": [{ nation: "JP" }, { id: "A", is: ["moved"] }], reserve: [{ id: "B", is: [] }] };
  assert.deepEqual(find(places, "A"), { place: "0101", counter: { id: "A", is: ["moved"] } });
  assert.equal(find(places, "B")?.place, "reserve");
  assert.equal(find(places, "C"), null);
});

test("shifts are told without what stands beside them, results code by code", () => {
  assert.equal(
    shiftWords(WORDS, { rule: "5.1.2", key: "shift.terrain", value: -1, terrain: "@terrain.rough" }),
    "Rough",
  );
  assert.equal(resultWords(WORDS, "DE AR"), "Defender eliminated, attacker retreats");
  assert.equal(resultWords(WORDS, "XX"), "XX");
  const own = new Words("en", { "result.S": "Stops", "bombs.S+A": "Suppressed, under fire" }, {});
  assert.equal(resultWords(own, "S+A", "bombs"), "Suppressed, under fire", "a table with words of its own");
  assert.equal(resultWords(own, "S", "bombs"), "Stops");
  assert.deepEqual([2, -3, 0].map(signed), ["+2", "\u22123", "0"]);
});

test("the figures of a counter are spelled out; losses change them, the range stays", () => {
  const unit = {
    name: "",
    side: "",
    nation: "",
    type: "",
    size: "",
    formation: "",
    factors: ["3", "1", "4"],
    back: "1½-½-4",
    values: { regiment: "57", attack: "3", defence: "1", movement: "4", range: "6" },
  };
  assert.deepEqual(factors(unit, "", WORDS), [
    ["Attack", "3"],
    ["Defence", "1"],
    ["Movement", "4"],
    ["Range", "6"],
  ]);
  assert.deepEqual(factors(unit, unit.back, WORDS), [
    ["Attack", "1½"],
    ["Defence", "½"],
    ["Movement", "4"],
    ["Range", "6"],
  ]);
});

test("a total is sure only when every line of it is known", () => {
  /** @param {string} side @param {number | null} points */
  const line = (side, points) => ({ side, rule: "", key: "", count: points, points });
  const score = [line("a", 5), line("a", null), line("b", 2), line("b", 0)];
  assert.deepEqual(totalOf(score, "a"), { total: 5, sure: false });
  assert.deepEqual(totalOf(score, "b"), { total: 2, sure: true });
});

test("who has only fingers reads of taps", () => {
  const words = new Words("en", { tip: "{finger:Click|Tap} a stack", reach: "{finger:Type {order}.|Tap it.}" });
  assert.equal(words.say("tip"), "Click a stack");
  const mouse = globalThis.matchMedia;
  globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true }));
  assert.equal(words.say("tip"), "Tap a stack");
  assert.equal(words.say("reach", { order: "64/23" }), "Tap it.");
  globalThis.matchMedia = mouse;
});
