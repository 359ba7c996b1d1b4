// @ts-check
// Orders typed in a line, as in `64/23 2409`: the server reads them.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 */
export function createOrderLine(root, desk) {
  /** @type {string[]} */
  const history = [];
  let at = 0;
  /** @type {Element | null} */
  let opener = null;
  const close = () => {
    root.hidden = true;
    // What is hidden keeps the focus, and with it the keys, until the page is drawn again.
    field.blur();
    const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
    const next = back ? opener : document.getElementById("prompt-title");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  const field = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    id: "order-field",
  });
  const label = h("label", { class: "sr", for: "order-field" });
  const form = h("form", { class: "order floating" }, icon("keyboard"), label, field);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const line = field.value.trim();
    if (!line) return close();
    history.push(line);
    at = history.length;
    if (await desk.order(line)) field.value = "";
    field.focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && history.length) {
      event.preventDefault();
      at = Math.max(0, Math.min(history.length, at + (event.key === "ArrowUp" ? -1 : 1)));
      field.value = history[at] ?? "";
    }
  });
  root.replaceChildren(form);
  root.hidden = true;
  return {
    /** @param {string} [start]  What was typed already. */
    open(start = "") {
      opener = document.activeElement;
      label.textContent = desk.words.say("desk.order");
      field.placeholder = desk.words.say("desk.order-example");
      root.hidden = false;
      field.value = start;
      field.focus();
    },
    close,
  };
}
