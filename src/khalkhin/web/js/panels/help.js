// @ts-check
// What the keyboard does.

import { h } from "../dom.js";
import { openDialog } from "./dialog.js";

/**
 * @typedef {{keys: string[], what: string}} KeyHelp  Keys as they are printed ("N", "Esc"), and what they do, in words.
 * @typedef {{title: string, keys: KeyHelp[]}} KeyGroup
 */

/**
 * @param {{words: import("../words.js").Words, groups?: KeyGroup[]}} props  Without groups: the keys every table has.
 * @returns {HTMLDialogElement}
 */
export function openHelp({ words, groups = usual(words) }) {
  return openDialog({ title: words.say("panels.help.title"), words, className: "panel-help" },
    ...groups.map((group) => h("section", {}, h("h3", {}, group.title),
      h("dl", { class: "keys" }, group.keys.map(({ keys, what }) => h("div", {},
        h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, what)))))));
}

/** @type {[string, [string, string[]][]][]} */
const USUAL = [
  ["play", [["next", ["N"]], ["undo", ["U"]], ["back", ["Esc"]], ["primary", ["Enter"]], ["order", ["/"]], ["odds", ["O"]]]],
  ["map", [["cursor", ["\u2190", "\u2191", "\u2192", "\u2193"]], ["pick", ["Enter"]], ["fan", ["F"]], ["zoom", ["+", "\u2212"]], ["fit", ["0"]]]],
  ["replay", [["step", ["\u2190", "\u2192"]], ["play", ["Space"]], ["ends", ["Home", "End"]]]],
];

/** @param {import("../words.js").Words} words @returns {KeyGroup[]} */
function usual(words) {
  return USUAL.map(([group, keys]) => ({
    title: words.say(`panels.help.${group}`),
    keys: keys.map(([what, names]) => ({ keys: names.map((name) => (words.has(`panels.key.${name}`) ? words.say(`panels.key.${name}`) : name)), what: words.say(`panels.help.${group}.${what}`) })),
  }));
}
