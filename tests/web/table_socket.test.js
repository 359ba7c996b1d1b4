// @ts-check
// The line to a table: views with their log, answers, and a line that breaks and mends itself.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Refusal, TableLine } from "../../src/khalkhin/web/js/net/socket.js";

/** A socket whose other end is the test. */
class Wire {
  /** @type {Record<string, ((event: any) => void)[]>} */
  heard = {};
  /** @type {any[]} */
  sent = [];
  readyState = 1;
  /** @param {string} what @param {(event: any) => void} listener */
  addEventListener(what, listener) {
    (this.heard[what] ??= []).push(listener);
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.happen("close");
  }
  /** @param {string} what @param {any} [event] */
  happen(what, event = {}) {
    for (const listener of this.heard[what] ?? []) listener(event);
  }
  /** @param {any} message */
  say(message) {
    this.happen("message", { data: JSON.stringify(message) });
  }
  /** @param {number} number @param {number} keep @param {...string} keys */
  view(number, keep, ...keys) {
    this.say({
      type: "view",
      number,
      view: { n: number },
      undo: true,
      log: { keep, lines: keys.map((key) => ({ key, params: {}, rule: "", at: 0 })) },
    });
  }
}

function table() {
  /** @type {Wire[]} */
  const wires = [];
  /** @type {any[]} */
  const seen = [];
  /** @type {boolean[]} */
  const online = [];
  const line = new TableLine(
    "ws://table",
    "TOKEN",
    {
      view: (one) => seen.push(one),
      table: () => {},
      online: (one) => online.push(one),
      fault: () => {},
    },
    () => {
      const wire = new Wire();
      wires.push(wire);
      return /** @type {any} */ (wire);
    },
  );
  return { line, wires, seen, online };
}

test("it says hello, and views bring the log line by line", () => {
  const { line, wires, seen } = table();
  wires[0].happen("open");
  assert.deepEqual(wires[0].sent, [{ type: "hello", token: "TOKEN", log: 0 }]);
  wires[0].view(1, 0, "a", "b");
  wires[0].view(2, 2, "c");
  wires[0].view(3, 1, "d");
  assert.deepEqual(
    seen.map((one) => one.log.map((/** @type {any} */ each) => each.key).join("")),
    ["ab", "abc", "ad"],
  );
  assert.deepEqual(
    seen.map((one) => [one.fresh, one.taken]),
    [
      [2, false],
      [1, false],
      [1, true],
    ],
  );
  line.close();
});

test("a decision names the position it answers, and is done or refused", async () => {
  const { line, wires } = table();
  wires[0].happen("open");
  wires[0].view(4, 0);
  const first = line.decide([{ verb: "hex", noun: "0101" }], 2);
  const sent = wires[0].sent.at(-1);
  assert.deepEqual(
    { ...sent, id: "" },
    { type: "decide", id: "", number: 4, undo: 2, say: [{ verb: "hex", noun: "0101" }] },
  );
  wires[0].say({ type: "done", id: sent.id, number: 5 });
  assert.equal((await first).number, 5);
  const second = line.order("64/23 2409");
  wires[0].say({
    type: "refused",
    id: wires[0].sent.at(-1).id,
    number: 4,
    reason: { rule: "4.0", key: "why.x", params: {}, text: "No." },
  });
  await assert.rejects(second, (error) => error instanceof Refusal && error.reason.rule === "4.0");
  line.close();
});

test("after a break it goes on with what it has, and sends the same decision once more", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { line, wires, online } = table();
  wires[0].happen("open");
  wires[0].view(7, 0, "a");
  const going = line.decide([{ verb: "done", noun: null }]);
  const sent = wires[0].sent.at(-1);
  wires[0].happen("close");
  assert.equal(wires.length, 1);
  mock.timers.tick(500);
  assert.equal(wires.length, 2, "it tries again by itself");
  wires[1].happen("open");
  assert.deepEqual(wires[1].sent, [{ type: "hello", token: "TOKEN", log: 1, number: 7 }]);
  wires[1].view(7, 1);
  assert.deepEqual(wires[1].sent.at(-1), sent, "the same id and number: applied once at most");
  wires[1].say({ type: "done", id: sent.id, number: 8 });
  assert.equal((await going).number, 8);
  assert.deepEqual(online, [true, false, true]);
  line.close();
  mock.timers.reset();
});

test("it waits longer after every failure, and hurries when it is told to", () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { line, wires } = table();
  for (let n = 0; n < 4; n += 1) {
    wires[n].happen("error");
    mock.timers.tick(10000);
  }
  assert.equal(wires.length, 5);
  wires[4].happen("close");
  mock.timers.tick(1000);
  assert.equal(wires.length, 5, "not yet");
  line.hurry();
  assert.equal(wires.length, 6);
  line.close();
  wires[5].happen("close");
  mock.timers.tick(60000);
  assert.equal(wires.length, 6, "closed is closed");
  mock.timers.reset();
});

test("it goes on in another language at once, with what it has", () => {
  const { line, wires, online } = table();
  wires[0].happen("open");
  wires[0].view(4, 0, "a");
  line.move("ws://table?lang=pt");
  assert.equal(line.url, "ws://table?lang=pt");
  assert.deepEqual(online, [true, false]);
  wires[1].happen("open");
  assert.deepEqual(wires[1].sent, [{ type: "hello", token: "TOKEN", log: 1, number: 4 }]);
  line.close();
});

test("questions asked while the line is down are asked when it is back", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { line, wires } = table();
  const why = line.why("0813");
  wires[0].happen("open");
  assert.equal(wires[0].sent.length, 1, "nothing before the first view");
  wires[0].view(1, 0);
  const asked = wires[0].sent.at(-1);
  assert.deepEqual([asked.type, asked.noun, asked.verb], ["why", "0813", null]);
  wires[0].say({ type: "answer", id: asked.id, why: [{ verb: "hex", noun: "0813", reason: null }] });
  assert.equal((await why).length, 1);
  line.close();
  mock.timers.reset();
});
