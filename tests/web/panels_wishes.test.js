// Numbers chosen step by step.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { PATIENCE, Wishes } from "../../src/khalkhin/web/js/panels/wishes.js";

function chooser() {
  /** @type {any[]} */
  const heard = [];
  /** @type {((said: boolean) => void)[]} */
  const answers = [];
  const wishes = new Wishes({
    say: (verb, value) => {
      heard.push([verb, value]);
      return new Promise((done) => {
        answers.push(done);
      });
    },
    refused: () => heard.push("refused"),
  });
  return { wishes, heard, answers };
}

const settled = () => new Promise((done) => process.nextTick(done));

test("three presses are one decision, said when the hand rests", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { wishes, heard, answers } = chooser();
  for (const value of [1, 2, 3]) {
    wishes.make("air", value);
    mock.timers.tick(PATIENCE - 1);
  }
  assert.equal(wishes.of("air"), 3);
  assert.deepEqual(heard, []);
  mock.timers.tick(1);
  assert.deepEqual(heard, [["air", 3]]);
  assert.equal(wishes.of("air"), 3, "it shows until it is answered");
  answers[0](true);
  await settled();
  assert.equal(wishes.of("air"), undefined);
  mock.timers.reset();
});

test("presses while a number is being said are not lost, and a refused one shows what was before", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { wishes, heard, answers } = chooser();
  wishes.make("air", 1);
  mock.timers.tick(PATIENCE);
  wishes.make("air", 2);
  answers[0](true);
  await settled();
  assert.equal(wishes.of("air"), 2);
  mock.timers.tick(PATIENCE);
  answers[1](false);
  await settled();
  assert.deepEqual(heard, [["air", 1], ["air", 2], "refused"]);
  mock.timers.reset();
});

test("a wish is said at once before something else is, and is gone when the attack is", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { wishes, heard } = chooser();
  wishes.make("air", 4);
  wishes.grant();
  assert.deepEqual(heard, [["air", 4]]);
  mock.timers.tick(2 * PATIENCE);
  wishes.make("air", 6);
  wishes.forget();
  mock.timers.tick(2 * PATIENCE);
  assert.equal(heard.length, 1);
  mock.timers.reset();
});
