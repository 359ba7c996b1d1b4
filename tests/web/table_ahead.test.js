// Odds before a move: what is asked of the server, and how an attack is told in a line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Ahead } from "../../src/khalkhin/web/js/table/ahead.js";
import { attackLine } from "../../src/khalkhin/web/js/table/ahead_words.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const HEXES = { "0101": [0, 0], "0201": [150, 0], "0301": [300, 0] };
const TOLD = { attacks: [{ target: "0301" }], obliged: ["RD"], rule: "5" };

/** A desk with a unit in hand that may go to 0101 or 0201; an enemy stands in 0301. */
function desk() {
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const listeners = [];
  return {
    asked,
    ui: { preview: null, hoverHex: null, cursor: null },
    seen: { number: 1 },
    frame: null,
    ready: true,
    mine: true,
    me: "red",
    news: 0,
    sheet: {
      map: { radius: 100, flat: true, hexes: HEXES },
      units: { RD: { side: "red" }, BL: { side: "blue" } },
      nations: {},
    },
    offers: [{ verb: "hex", kind: "hex", nouns: ["0101", "0201"] }],
    view: {
      prompt: { params: {} },
      details: { move: { units: ["RD"], origin: "0101", path: [] } },
      places: { "0101": [{ id: "RD", is: [] }], "0301": [{ id: "BL", is: [] }] },
    },
    line: {
      prospects: async (/** @type {string} */ hex) => {
        asked.push(hex);
        return TOLD;
      },
    },
    on: (/** @type {any} */ _, /** @type {() => void} */ listener) => listeners.push(listener),
    tell() {
      this.news += 1;
    },
    point(/** @type {string | null} */ hex) {
      Object.assign(this.ui, { hoverHex: hex });
      for (const one of listeners) one();
    },
  };
}

test("only hexes beside an enemy where the units can go are asked about, and each once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const table = desk();
  const ahead = new Ahead(/** @type {any} */ (table));
  ahead.follow();
  for (const hex of ["0101", "0301", "0201", null, "0201"]) {
    table.point(hex);
    t.mock.timers.tick(1000);
    await Promise.resolve();
  }
  assert.deepEqual(table.asked, ["0201"]);
  await new Promise((done) => setImmediate(done));
  assert.equal(ahead.now()?.told, TOLD);
  assert.equal(table.news, 2); // when the answer came, and again when it was pointed at again
  // Another position: what was known of the old one is not shown.
  table.seen = { number: 2 };
  assert.equal(ahead.now(), null);
});

const WORDS = new Words("en", {
  "desk.ahead": "Attack on {hex}: {attack} against {defence} ({how}): win {win}",
  "desk.ahead.range": "{least} to {most}",
  "desk.ahead.hidden": "hidden",
  "desk.ahead.table": "{win} ({table})",
  "table.raid": "Raid",
  "table.assault": "Assault",
  "shift.terrain": "{terrain} {value:+} ({rule})",
  "terrain.rough": "Rough",
});
const SHIFTS = [{ rule: "5.1.2", key: "shift.terrain", value: -1, terrain: "@terrain.rough" }];

test("an attack in a line has totals, ratio, shifts and the chance to win", () => {
  const odds = { table: "combat", attack: 17, defence: 7, base: "2-1", shifts: SHIFTS, cases: [] };
  const known = /** @type {any} */ ({ target: "1319", units: [], odds, win: ["7/18", "7/18"] });
  const said = attackLine(WORDS, known).replaceAll("\u00a0", " ");
  assert.equal(said, "Attack on 1319: 17 against 7 (2-1, Rough \u22121): win 39 %");
});

test("where the defence is hidden the chance is a range", () => {
  const odds = { table: "combat", attack: 17, defence: null, base: null, shifts: [], cases: [] };
  const hidden = /** @type {any} */ ({ target: "1319", units: [], odds, win: ["2/9", "11/18"] });
  const said = attackLine(WORDS, hidden).replaceAll("\u00a0", " ");
  assert.equal(said, "Attack on 1319: 17 against ? (hidden): win 22 to 61 %");
});

test("where a table is chosen later the chance is told for each", () => {
  const odds = { table: "raid", attack: 10, defence: 3, base: "300%", shifts: [], cases: [], kinds: { DR: "win" } };
  const raid = { ...odds, chances: { DR: "2/3", C: "1/3" } };
  const assault = { ...odds, table: "assault", chances: { DR: "5/6", C: "1/6" } };
  const open = /** @type {any} */ ({ target: "1413", units: [], odds: raid, others: [assault], win: ["2/3", "2/3"] });
  const said = attackLine(WORDS, open).replaceAll("\u00a0", " ");
  assert.equal(said, "Attack on 1413: 10 against 3 (300%): win 67 % (Raid), 83 % (Assault)");
});
