// @ts-check
// Quick second taps: what they may press.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { listenToTaps } from "../../src/khalkhin/web/js/table/twice.js";

/** As much of an element as is asked. */
class Button {
  id = "";
  dataset = {};
  /** @param {string} textContent */
  constructor(textContent) {
    this.textContent = textContent;
  }
  closest() {
    return this.textContent ? this : null;
  }
  getAttribute() {
    return null;
  }
}

const world = /** @type {any} */ (globalThis);
/** @type {() => void} */
let away;

beforeEach(() => {
  Object.assign(world, { Element: Button, HTMLElement: Button, document: new EventTarget() });
  away = listenToTaps();
});
afterEach(() => {
  away();
  for (const name of ["Element", "HTMLElement", "document"]) delete world[name];
});

/**
 * Tap, and say whether what lies there hears of it.
 * @param {string} text  What the button says; "" for the map.
 * @param {number} timeStamp
 * @param {{x?: number, pointerType?: string}} [how]
 */
function tap(text, timeStamp, { x = 100, pointerType = "touch" } = {}) {
  const target = new Button(text);
  /** @param {string} type */
  const send = (type) => {
    const event = new Event(type, { cancelable: true });
    const given = { timeStamp, target, pointerType, clientX: x, clientY: 50 };
    for (const [name, value] of Object.entries(given)) Object.defineProperty(event, name, { value });
    return world.document.dispatchEvent(event);
  };
  send("pointerdown");
  return send("click");
}

test("what has come up under a finger is not pressed by its second tap", () => {
  assert.ok(tap("", 1000));
  assert.ok(!tap("March", 1350));
  assert.ok(tap("March", 2000));
  assert.ok(!tap("End movement", 2300));
});

test("the same button can be pressed as fast as one likes, another one elsewhere too", () => {
  assert.ok(tap("+", 1000));
  assert.ok(tap("+", 1100));
  assert.ok(tap("Next", 1200, { x: 200 }));
});

test("a mouse is not slowed down", () => {
  assert.ok(tap("", 1000, { pointerType: "mouse" }));
  assert.ok(tap("March", 1200, { pointerType: "mouse" }));
});
