// @ts-check
// Tabs: one list of buttons, one panel at a time, arrows between them.

import { h } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @param {string} label
 * @param {{key: string, text: string}[]} tabs
 * @param {(key: string) => void} [opened]
 */
export function createTabs(root, label, tabs, opened) {
  const panels = tabs.map(({ key }) =>
    h("div", {
      id: `tab-${key}`,
      role: "tabpanel",
      class: "tab-panel",
      "aria-labelledby": `tab-${key}-button`,
      tabindex: "0",
      hidden: true,
    }),
  );
  const buttons = tabs.map(({ key, text }, n) =>
    h(
      "button",
      { type: "button", role: "tab", id: `tab-${key}-button`, "aria-controls": `tab-${key}`, onclick: () => open(n) },
      text,
    ),
  );
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label }, buttons);
  list.addEventListener("keydown", (event) => {
    const now = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    open((to + buttons.length) % buttons.length);
    buttons[(to + buttons.length) % buttons.length].focus();
  });
  root.replaceChildren(list, ...panels);
  let current = -1;
  /** @param {number} n */
  const open = (n) => {
    if (!tabs[n]) return;
    current = n;
    buttons.forEach((button, k) => {
      button.setAttribute("aria-selected", String(k === n));
      button.tabIndex = k === n ? 0 : -1;
    });
    panels.forEach((panel, k) => {
      panel.hidden = k !== n;
    });
    opened?.(tabs[n].key);
  };
  open(0);
  return {
    open,
    /** @param {string} key */
    show: (key) => open(tabs.findIndex((tab) => tab.key === key)),
    /** @param {string} key @returns {HTMLElement} */
    panel: (key) => panels[tabs.findIndex((tab) => tab.key === key)],
    current: () => tabs[current].key,
  };
}
