// @ts-check
// What appears beside the pointer and goes away again: reasons, choices, toasts.

import { byId, h } from "../dom.js";
import { explained } from "../glossary.js";
import { icon } from "../icons.js";
import { ruleLink } from "../panels/parts.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const EDGE = 8;
/** Half of what is left free round a pointer. */
const POINTER = 6;

/**
 * A short message at the top of the screen.
 * @param {Child[]} children
 * @param {{icon?: string, stay?: boolean}} [how]
 * @returns {() => void}  Takes it away.
 */
export function toast(children, { icon: name, stay = false } = {}) {
  const node = h("div", { class: "toast" }, name ? icon(name) : null, h("span", {}, children));
  const list = byId("toasts");
  list.append(node);
  while (list.childElementCount > 3) list.firstElementChild?.remove();
  const away = () => node.remove();
  if (!stay) setTimeout(away, 6000);
  return away;
}

/** @type {HTMLElement | null} */
let open = null;
/** @type {Element | null} */
let opener = null;

/** Put away what floats. @param {boolean} [back]  Give the focus back to where it was. */
export function dismiss(back = false) {
  const was = open;
  open = null;
  was?.remove();
  if (was && back && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}

export function floats() {
  return open !== null;
}

/**
 * Show something beside a box of the screen: to its right or left, below or above, wherever there is room, never over it.
 * @param {HTMLElement} node
 * @param {Point | Box} at
 */
export function beside(node, at) {
  dismiss();
  opener = document.activeElement;
  open = node;
  document.body.append(node);
  const size = node.getBoundingClientRect();
  const box = "right" in at ? at : around(at);
  // The bar with the question stays free, if there is room.
  const floor = byId("dock").getBoundingClientRect().top;
  const low = box.bottom < floor && size.height + 2 * EDGE < floor ? floor : innerHeight;
  const spot = spotBeside(box, size, { width: innerWidth, height: low });
  const { x, y } = coversStrip(spot, size) ? asideOf(box, size, spot) : spot;
  node.style.left = `${x}px`;
  node.style.top = `${y}px`;
}

/** Whether something would lie over what is taught, the reason why it was asked for. @param {Point} at @param {{width: number, height: number}} size */
function coversStrip({ x, y }, { width, height }) {
  const strip = document.querySelector(".prompt .strip")?.getBoundingClientRect();
  return Boolean(strip && y + height > strip.top && x < strip.right && x + width > strip.left);
}

/**
 * At the right edge of the screen, over the panel, unless that would cover what is asked about.
 * @param {Box} box
 * @param {{width: number}} size
 * @param {Point} otherwise
 */
function asideOf(box, { width }, otherwise) {
  const x = innerWidth - width - EDGE;
  return x > box.right ? { x, y: byId("main").getBoundingClientRect().top + EDGE } : otherwise;
}

/** What a pointer covers. @param {Point} at @returns {Box} */
function around({ x, y }) {
  return { left: x - POINTER, top: y - POINTER, right: x + POINTER, bottom: y + POINTER };
}

/**
 * @param {Box} box
 * @param {{width: number, height: number}} size
 * @param {{width: number, height: number}} window
 * @returns {Point}
 */
export function spotBeside(box, { width, height }, window) {
  /** @param {number} at @param {number} length @param {number} most */
  const within = (at, length, most) => Math.max(EDGE, Math.min(at, most - length - EDGE));
  const level = within(box.top, height, window.height);
  const right = box.right + EDGE;
  if (right + width + EDGE <= window.width) return { x: right, y: level };
  const left = box.left - width - EDGE;
  if (left >= EDGE) return { x: left, y: level };
  const x = within((box.left + box.right - width) / 2, width, window.width);
  const below = box.bottom + EDGE;
  return {
    x,
    y: within(below + height + EDGE <= window.height ? below : box.top - height - EDGE, height, window.height),
  };
}

/**
 * Why something is not allowed, with its rule.
 * @param {{text: string, rule?: string}[]} reasons
 * @param {Point | Box} at
 * @param {import("../words.js").Words} words
 */
export function tellWhy(reasons, at, words) {
  const lines = reasons.map(({ text, rule }) =>
    h("p", {}, explained(withoutRule(text, rule), words), rule ? [" ", ruleLink(rule)] : null),
  );
  const node = h("div", { class: "why toast", role: "alert" }, icon("warning"), h("div", {}, lines));
  beside(node, at);
  setTimeout(() => open === node && dismiss(), 7000);
}

/**
 * A choice between a few things.
 * @param {string} title
 * @param {{text: string, note?: string, icon?: string, act: () => void}[]} options
 * @param {Point | Box} at
 * @param {{begun?: boolean}} [how]  begun: it finishes what a click has begun, and no button drops it.
 */
export function offerChoice(title, options, at, { begun = false } = {}) {
  // The click that a tap ends with is not yet an answer.
  let pressed = false;
  const items = options.map((one) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item",
        role: "menuitem",
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.detail && !pressed) return;
          dismiss(true);
          one.act();
        },
      },
      icon(one.icon ?? "forward"),
      h("span", {}, one.text, one.note ? h("span", { class: "note" }, one.note) : null),
    ),
  );
  const node = h(
    "div",
    { class: begun ? "chooser is-begun floating menu" : "chooser floating menu", role: "menu", "aria-label": title },
    items,
  );
  node.addEventListener("pointerdown", () => (pressed = true));
  node.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = items.indexOf(/** @type {any} */ (document.activeElement));
    items[(now + step + items.length) % items.length].focus();
  });
  beside(node, at);
  items[0].focus({ preventScroll: true });
}

/** Whether a button would drop a choice that is begun: it is answered first, or put away. @param {Element} target */
function unanswered(target) {
  return begun() && !open?.contains(target) && target.closest("button") !== null;
}

/** Whether what floats finishes what a click has begun. */
function begun() {
  return Boolean(open?.classList.contains("is-begun"));
}

/** A choice that is begun draws the eye, and has the focus; whether there is one. */
export function insist() {
  if (!begun()) return false;
  open?.classList.remove("again");
  void open?.offsetWidth;
  open?.classList.add("again");
  /** @type {HTMLElement | null} */ (open?.querySelector(".menu-item"))?.focus({ preventScroll: true });
  return true;
}

/** Whether the last press put away a choice that was begun. */
let passedOver = false;
export function justPassedOver() {
  return passedOver;
}

/** Clicks elsewhere and Escape put it away. */
export function listenToFloating() {
  document.addEventListener(
    "pointerdown",
    (event) => {
      passedOver = false;
      if (!open || !(event.target instanceof Element) || open.contains(event.target)) return;
      if (unanswered(event.target)) return;
      passedOver = begun();
      dismiss();
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Element) || !unanswered(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      insist();
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (!open) return;
      // A reason is in nobody's way: the next key means what it means.
      if (event.key !== "Escape") {
        if (open.classList.contains("why") && !open.contains(document.activeElement)) dismiss();
        return;
      }
      event.stopPropagation();
      event.preventDefault();
      dismiss(true);
    },
    true,
  );
}

/**
 * A refusal begins with its rule; where the rule can be clicked beside it, once is enough.
 * @param {string} text
 * @param {string} [rule]
 */
export function withoutRule(text, rule) {
  return rule && text.startsWith(`${rule}: `) ? text.slice(rule.length + 2) : text;
}
