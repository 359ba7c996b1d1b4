// @ts-check
// A window over the page that holds the focus until it is closed.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * Open one; it is gone when it is closed, and the focus goes back to where it was.
 * @param {object} props
 * @param {string} props.title
 * @param {import("../words.js").Words} props.words
 * @param {string} [props.className]
 * @param {(Node | string | null)[]} body
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, words, className = "" }, ...body) {
  const dialog = h(
    "dialog",
    { class: className, "aria-labelledby": "dialog-title" },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title", class: "quiet-focus", tabindex: "-1", autofocus: true }, title),
      h(
        "button",
        {
          class: "btn btn-quiet btn-icon",
          type: "button",
          "aria-label": words.say("panels.close"),
          onclick: () => dialog.close(),
        },
        icon("close"),
      ),
    ),
    h("div", { class: "dialog-body" }, ...body),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
