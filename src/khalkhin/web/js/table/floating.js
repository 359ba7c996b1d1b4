// @ts-check
// What appears beside the pointer and goes away again: reasons, choices, toasts.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import { ruleLink } from "../panels/parts.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {{x: number, y: number}} Point */

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
 * @param {HTMLElement} node
 * @param {Point} at
 * @param {{over?: boolean}} [how]  over: its first line lies under the pointer, so that a double click takes it.
 */
function float(node, at, { over = false } = {}) {
  dismiss();
  opener = document.activeElement;
  open = node;
  document.body.append(node);
  const { width, height } = node.getBoundingClientRect();
  const x = over ? at.x - 24 : at.x + 14;
  const y = over ? at.y - 26 : at.y + 14;
  node.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  node.style.top = `${Math.max(8, y + height > innerHeight - 8 ? at.y - height - 14 : y)}px`;
}

/**
 * Why something is not allowed, with its rule.
 * @param {{text: string, rule?: string}[]} reasons
 * @param {Point} at
 */
export function tellWhy(reasons, at) {
  const lines = reasons.map(({ text, rule }) =>
    h("p", {}, withoutRule(text, rule), rule ? [" ", ruleLink(rule)] : null),
  );
  const node = h("div", { class: "why toast", role: "alert" }, icon("warning"), h("div", {}, lines));
  float(node, at);
  setTimeout(() => open === node && dismiss(), 7000);
}

/**
 * A choice between a few things.
 * @param {string} title
 * @param {{text: string, note?: string, icon?: string, act: () => void}[]} options
 * @param {Point} at
 */
export function offerChoice(title, options, at) {
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
  const node = h("div", { class: "chooser floating menu", role: "menu", "aria-label": title }, items);
  node.addEventListener("pointerdown", () => (pressed = true));
  node.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = items.indexOf(/** @type {any} */ (document.activeElement));
    items[(now + step + items.length) % items.length].focus();
  });
  float(node, at, { over: true });
  items[0].focus({ preventScroll: true });
}

/** Clicks elsewhere and Escape put it away. */
export function listenToFloating() {
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (open && event.target instanceof Node && !open.contains(event.target)) dismiss();
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
