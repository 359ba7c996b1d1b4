// @ts-check
// A panel drawn anew as if it had only changed.

import { fill } from "../dom.js";

/**
 * Draw anew without losing the focus, the place of scrolling, or the bars' way from their old length to the new one.
 * @param {HTMLElement} panel
 * @param {...HTMLElement} children
 */
export function redraw(panel, ...children) {
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && panel.contains(active);
  const key = inside ? active.dataset.key : undefined;
  const scrolled = panel.querySelector(".combat-body")?.scrollTop ?? 0;
  const before = new Map(
    [...panel.querySelectorAll("[data-bar]")].map((bar) => [
      bar.getAttribute("data-bar"),
      /** @type {HTMLElement} */ (bar).style.width,
    ]),
  );
  fill(panel, ...children);
  const body = panel.querySelector(".combat-body");
  if (body) body.scrollTop = scrolled;
  if (inside) {
    // What had the focus may be gone: then it goes to the title, so that the keyboard stays here.
    const again = key ? panel.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    /** @type {HTMLElement | null} */ (again ?? panel.querySelector(".combat-title"))?.focus({ preventScroll: true });
  }
  for (const bar of panel.querySelectorAll("[data-bar]")) {
    const { style } = /** @type {HTMLElement} */ (bar);
    const [from, to] = [before.get(bar.getAttribute("data-bar")), style.width];
    if (from === undefined || from === to) continue;
    style.width = from;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        style.width = to;
      }),
    );
  }
}
