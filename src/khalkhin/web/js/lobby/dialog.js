// @ts-check
// Dialogs: a heading, a way out, and the focus back where it was.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../dom.js").Child} Child */

let serial = 0;

/**
 * Open a dialog over the page; it is gone when it is closed.
 * @param {string} title
 * @param {string} closeWord
 * @param {Child[]} content
 * @param {string} [look]  A class for it.
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, closeWord, content, look = "") {
  const id = `dialog-${++serial}`;
  const close = h(
    "button",
    { type: "button", class: "btn btn-quiet btn-icon", "aria-label": closeWord, onclick: () => box.close() },
    icon("close"),
  );
  const head = h("header", { class: "dialog-head" }, h("h2", { id, tabindex: -1, autofocus: true }, title), close);
  const box = h("dialog", { class: look, "aria-labelledby": id }, head, h("div", { class: "dialog-body" }, content));
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}
