// @ts-check
// Optional rules that are not as usual, as whoever was invited reads of them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { unusualRules } from "../../src/khalkhin/web/js/table/unusual.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const words = new Words("en", {
  "option.fog.title": "Fog",
  "option.fog.help": "It is foggy.",
  "option.table.title": "Table",
  "option.table.help": "Which table is read.",
  "option.table.old": "the old one",
});
/** @param {string[]} unusual @param {Record<string, any>} options */
const told = (unusual, options) => unusualRules(/** @type {any} */ ({ table: { unusual }, view: { options }, words }));

test("nothing is told where all is as usual", () => {
  assert.deepEqual(told([], { fog: true, table: "old" }), []);
});

test("a rule that is switched on is named, and one that is a choice with what was chosen", () => {
  assert.deepEqual(told(["fog", "table"], { fog: true, table: "old" }), [
    { title: "Fog", help: "It is foggy." },
    { title: "Table: the old one", help: "Which table is read." },
  ]);
});
