// What is said of dice that no panel shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unseenFire } from "../../src/khalkhin/web/js/table/notices.js";

const before = /** @type {any} */ ({ view: { details: {} } });
const line = (/** @type {string} */ key, /** @type {any} */ params) => ({ key, params, rule: "", at: 0 });
const seen = (/** @type {any[]} */ ...log) => /** @type {any} */ ({ log, fresh: log.length, taken: false });

test("a roll that names its hex is told alone, whatever was told before it", () => {
  const examined = line("log.examined", { hex: "1610" });
  const first = line("log.bombardment", { hex: "1610", column: "1", dice: "2" });
  const second = line("log.bombardment", { hex: "1812", column: "3", dice: "4" });
  assert.deepEqual(unseenFire(before, seen(examined, first, second)), [[first], [second]]);
});

test("a roll that names no hex is told with what it was thrown for", () => {
  const attack = line("log.attack", { hex: "1319" });
  const roll = line("log.result", { column: "2-1", dice: "4" });
  assert.deepEqual(unseenFire(before, seen(attack, roll)), [[attack, roll]]);
});
