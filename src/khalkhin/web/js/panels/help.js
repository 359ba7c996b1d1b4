// @ts-check
// What the keyboard does.

import { h } from "../dom.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {{keys: string[], what: string}} KeyHelp  Keys as they are printed ("N", "Esc"), and what they do, in words.
 * @typedef {{title: string, keys: KeyHelp[]}} KeyGroup
 */

/**
 * @param {{words: import("../words.js").Words, groups: KeyGroup[]}} props
 * @returns {HTMLDialogElement}
 */
export function openHelp({ words, groups }) {
  return openDialog(
    { title: words.say("panels.help.title"), words, className: "panel-help" },
    ...groups.map((group) =>
      h(
        "section",
        {},
        h("h3", {}, group.title),
        h(
          "dl",
          { class: "keys" },
          group.keys.map(({ keys, what }) =>
            h(
              "div",
              {},
              h(
                "dt",
                {},
                keys.map((key) => h("kbd", {}, key)),
              ),
              h("dd", {}, what),
            ),
          ),
        ),
      ),
    ),
  );
}
