// @ts-check
// Who of a stack is picked: all, those of a type, or one by one, beside the stack that is spread out.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import { counterFace } from "../panels/parts.js";
import { together } from "./acts.js";
import { handUnits } from "./picture.js";
import { refill } from "./refill.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").SpreadOut} SpreadOut */

/**
 * @typedef {object} Group  Counters of a stack that one press takes up, or puts back.
 * @property {string} key  Their type; `all` of them.
 * @property {string[]} units
 * @property {"true" | "false" | "mixed"} picked  Whether they are in hand.
 */

/** Pixels between the stack and what belongs beside it: the pointer crosses them. */
const GAP = 6;
const EDGE = 8;

/**
 * All of a stack that can be picked together, then those of each type, if there are several.
 * @param {string[]} units
 * @param {ReadonlySet<string>} hand
 * @param {(unit: string) => string} typeOf
 * @returns {Group[]}
 */
export function groups(units, hand, typeOf) {
  /** @type {Map<string, string[]>} */
  const types = new Map();
  for (const unit of units) types.set(typeOf(unit), [...(types.get(typeOf(unit)) ?? []), unit]);
  /** @type {[string, string[]][]} */
  const all = [["all", units], ...(types.size > 1 ? types : [])];
  return all.map(([key, some]) => ({ key, units: some, picked: pickedOf(some, hand) }));
}

/** @param {string[]} units @param {ReadonlySet<string>} hand */
function pickedOf(units, hand) {
  const held = units.filter((unit) => hand.has(unit)).length;
  if (!held) return "false";
  return held === units.length ? "true" : "mixed";
}

/**
 * @param {Desk} desk
 * @param {{pick: (units: string[], place: string, event: Event) => void, hold: (on: boolean) => void}} on
 */
export function createStackPick(desk, { pick, hold }) {
  const map = byId("board");
  const root = h("div", {
    class: "stack-pick floating",
    role: "group",
    hidden: true,
    onpointerenter: () => hold(true),
    onpointerleave: () => hold(false),
  });
  map.append(root);
  /** @type {SpreadOut | null} */
  let at = null;
  /** By keyboard every counter has a button of its own: nobody can point at it. */
  let listed = false;

  const draw = () => {
    const units = at && desk.mine ? together(desk.scene, at.place) : [];
    const focused = root.contains(document.activeElement);
    root.hidden = !at || !units.length;
    if (root.hidden) {
      listed = false;
      if (focused) map.focus();
    }
    if (at) root.setAttribute("aria-label", desk.words.say("desk.stack.title", { place: at.place }));
    refill(root, at && units.length ? content(desk, { at, units, listed }, pick) : []);
    lay();
  };

  const lay = () => {
    if (!at || root.hidden) return;
    const frame = map.getBoundingClientRect();
    const floor = Math.min(frame.height, byId("dock").getBoundingClientRect().top - frame.top);
    const { offsetWidth: width, offsetHeight: height } = root;
    const below = at.bottom + GAP;
    const top = below + height + EDGE <= floor ? below : Math.max(EDGE, at.top - GAP - height);
    const left = Math.max(EDGE, Math.min((at.left + at.right - width) / 2, frame.width - width - EDGE));
    root.style.transform = `translate(${left}px, ${top}px)`;
  };

  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[aria-pressed]")]);
    all[(all.indexOf(/** @type {any} */ (document.activeElement)) + step + all.length) % all.length].focus();
  });
  desk.on(["view", "ui", "words"], draw);
  // A stack is spread out, or lies elsewhere on the screen.
  desk.on("spread", (/** @type {SpreadOut | null} */ stack) => {
    const same = stack?.place === at?.place;
    at = stack;
    if (same) lay();
    else draw();
  });
  return {
    /** Its counters by name, and the focus on the first button. */
    list: () => {
      listed = true;
      draw();
      /** @type {HTMLElement | null} */ (root.querySelector("[aria-pressed]"))?.focus();
    },
  };
}

/**
 * @param {Desk} desk
 * @param {{at: SpreadOut, units: string[], listed: boolean}} stack
 * @param {(units: string[], place: string, event: Event) => void} pick
 */
function content(desk, { at: { place }, units, listed }, pick) {
  const { words, sheet } = desk;
  const hand = new Set(handUnits(desk.view));
  /** @param {string} key @param {string[]} some @param {string} picked @param {string} look */
  const how = (key, some, picked, look) => ({
    type: "button",
    class: look,
    "data-key": `pick-${key}`,
    "aria-pressed": picked,
    onclick: (/** @type {Event} */ event) => pick(some, place, event),
  });
  const all = groups(units, hand, (unit) => sheet.units[unit].type);
  return [
    h(
      "div",
      { class: "stack-head" },
      h("p", { class: "caption", "aria-hidden": "true" }, words.say("desk.stack.title", { place })),
      h(
        "button",
        {
          type: "button",
          class: "btn btn-quiet btn-icon btn-small",
          "data-key": "pick-close",
          "aria-label": words.say("panels.close"),
          onclick: () => desk.set({ fanned: null }),
        },
        icon("close"),
      ),
    ),
    h(
      "div",
      { class: "stack-groups" },
      all.map(({ key, units: some, picked }) =>
        h(
          "button",
          how(key, some, picked, "chip-button"),
          words.say(key === "all" ? "desk.stack.all" : `type.${key}`),
          h("span", { class: "quiet figure" }, some.length),
        ),
      ),
    ),
    listed
      ? units.map((unit) =>
          h(
            "button",
            how(unit, [unit], String(hand.has(unit)), "menu-item"),
            counterFace(sheet, { id: unit, is: [] }, 26),
            h("span", {}, sheet.units[unit].name, " ", h("span", { class: "quiet figure" }, sheet.units[unit].printed)),
            hand.has(unit) ? icon("check") : null,
          ),
        )
      : null,
  ].flat();
}
