// What has to be seen comes one after another: node --test

import assert from "node:assert/strict";
import { test } from "node:test";

import { Showing } from "../../src/khalkhin/web/js/table/showing.js";

const later = (/** @type {number} */ time) =>
  new Promise((done) => {
    setTimeout(done, time);
  });

test("without anything on the screen all is shown at once", () => {
  const [shown, showing] = [/** @type {string[]} */ ([]), new Showing(() => 1000)];
  showing.next(() => shown.push("a"), { paced: true });
  showing.next(() => shown.push("b"), { paced: true });
  assert.deepEqual(shown, ["a", "b"]);
});

test("while something is on the screen the rest waits for it, in its order", () => {
  const [shown, showing] = [/** @type {string[]} */ ([]), new Showing(() => 0)];
  let waiting = 0;
  const seen = showing.hold(() => {
    waiting += 1;
  });
  showing.next(() => shown.push("the end"));
  assert.equal(waiting, 0, "only moves are in a hurry");
  showing.next(() => shown.push("a move"), { paced: true });
  assert.equal(waiting, 1);
  assert.ok(showing.behind);
  assert.deepEqual(shown, []);
  seen();
  seen();
  assert.deepEqual(shown, ["the end", "a move"]);
});

test("what has to be seen first among what has waited holds up the rest again", () => {
  const [shown, showing] = [/** @type {string[]} */ ([]), new Showing(() => 0)];
  const first = showing.hold();
  let second = () => {};
  showing.next(() => {
    shown.push("dice");
    second = showing.hold();
  });
  showing.next(() => shown.push("curtain"));
  first();
  assert.deepEqual(shown, ["dice"]);
  second();
  assert.deepEqual(shown, ["dice", "curtain"]);
});

test("moves that have waited come one by one, or at once for who is in a hurry", async () => {
  const [shown, showing] = [/** @type {number[]} */ ([]), new Showing(() => 20)];
  const seen = showing.hold();
  for (const n of [1, 2, 3, 4]) showing.next(() => shown.push(n), { paced: true });
  seen();
  assert.deepEqual(shown, [1]);
  await later(60);
  assert.ok(shown.length > 1);
  showing.hurry();
  assert.deepEqual(shown, [1, 2, 3, 4]);
});

test("who gets up leaves nothing behind that waits", () => {
  const [shown, showing] = [/** @type {string[]} */ ([]), new Showing(() => 0)];
  const seen = showing.hold();
  showing.next(() => shown.push("not for other eyes"));
  showing.clear();
  seen();
  showing.next(() => shown.push("b"));
  assert.deepEqual(shown, ["b"]);
});
