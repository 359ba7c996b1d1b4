// Numbers chosen step by step.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { PATIENCE, Wishes } from "../../src/khalkhin/web/js/panels/wishes.js";

/** @param {{verb: string, noun: any}[]} said */
function chooser(said) {
  /** @type {any[]} */
  const heard = [];
  const state = { busy: false, said };
  const wishes = new Wishes({
    busy: () => state.busy,
    said: () => state.said,
    say: (say) => heard.push(["say", ...say]),
    amend: (one, instead) => heard.push(["amend", one, instead]),
  });
  return { wishes, heard, state };
}

test("three presses are one decision, said when the hand rests", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { wishes, heard } = chooser([]);
  for (const value of [1, 2, 3]) {
    wishes.make("air", value);
    mock.timers.tick(PATIENCE - 1);
  }
  assert.equal(wishes.of("air"), 3);
  assert.equal(wishes.idle(), false);
  assert.deepEqual(heard, []);
  mock.timers.tick(1);
  assert.deepEqual(heard, [["say", { verb: "air", noun: 3 }]]);
  assert.equal(wishes.of("air"), undefined);
  assert.equal(wishes.idle(), true);
  mock.timers.reset();
});

test("what was said is amended, to nothing where nothing is wished for, and left alone where it is the same", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const air = { verb: "air", noun: 3 };
  const { wishes, heard } = chooser([{ verb: "unit", noun: "A" }, air]);
  for (const value of [5, 3, 0]) {
    wishes.make("air", value);
    mock.timers.tick(PATIENCE);
  }
  assert.deepEqual(heard, [
    ["amend", air, 5],
    ["amend", air, undefined],
  ]);
  mock.timers.reset();
});

test("a wish waits while something else is being said, and is gone when the attack is", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { wishes, heard, state } = chooser([]);
  state.busy = true;
  wishes.make("air", 4);
  mock.timers.tick(3 * PATIENCE);
  assert.deepEqual(heard, []);
  state.busy = false;
  mock.timers.tick(PATIENCE);
  assert.deepEqual(heard, [["say", { verb: "air", noun: 4 }]]);
  wishes.make("air", 6);
  wishes.forget();
  mock.timers.tick(2 * PATIENCE);
  assert.equal(heard.length, 1);
  mock.timers.reset();
});
