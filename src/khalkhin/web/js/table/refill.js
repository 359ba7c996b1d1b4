// @ts-check
// Drawing a part of the page again without losing the focus in it.

import { fill } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */

/**
 * Put other children into a part; the element with the same `data-key` has the focus again, or else what `otherwise` names.
 * @param {HTMLElement} root
 * @param {(Child | Child[])[]} children
 * @param {string} [otherwise]  A selector.
 */
export function refill(root, children, otherwise) {
  const active = document.activeElement;
  const held = active instanceof HTMLElement && root.contains(active) && active !== root;
  const key = held ? active.dataset.key : undefined;
  fill(root, ...children);
  if (!held) return;
  const found = key ? root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const next = found ?? (otherwise ? root.querySelector(otherwise) : null) ?? root;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
