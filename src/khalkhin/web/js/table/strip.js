// @ts-check
// The strip over the question: what a lesson or the coach says, in a place of its own. While a combat panel is open it stands
// in the panel, over its foot; on a phone at the top of the sheet. Whoever speaks sets `desk.strip` and tells "strip".

import { h } from "../dom.js";
import { explained } from "../glossary.js";
import { icon } from "../icons.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */

/**
 * @typedef {object} StripButton
 * @property {string} key  By which it keeps the focus when it is drawn anew.
 * @property {string} text
 * @property {() => void} act
 * @property {string} [icon]
 * @property {boolean} [primary]
 * @property {boolean} [off]
 *
 * @typedef {object} Strip  What is said now. A new one is made for every drawing.
 * @property {string} name  What speaks, for a screen reader.
 * @property {Child[]} text  The sentence.
 * @property {string} [spoken]  The same, and whatever else of it a screen reader is to say at once.
 * @property {Child[]} [head]  Above it in small letters.
 * @property {number} [share]  How much of it all is done, 0 to 1.
 * @property {string | null} [note]  What is said of the last act.
 * @property {{term: string, meaning: string}[]} [terms]  Words that are new here.
 * @property {StripButton[]} [choices]  Answers, below the sentence.
 * @property {StripButton[]} [acts]  Beside the head; where there is little room as icons, as far as they have one.
 */

/** What is said now; null where nothing is. @param {Desk} desk @returns {Strip | null} */
export function stripOf(desk) {
  return desk.frame || !desk.ready ? null : (desk.strip?.() ?? null);
}

/** The strip itself, if anything is said. @param {Desk} desk @returns {HTMLElement | null} */
export function strip(desk) {
  const said = stripOf(desk);
  return said && drawn(said, desk.words);
}

/** @param {Strip} said @param {import("../words.js").Words} words */
function drawn({ name, head = [], text, share, note, terms = [], choices = [], acts = [] }, words) {
  return h(
    "div",
    { class: "strip", role: "group", "aria-label": name },
    share === undefined ? null : h("i", { class: "strip-share", style: { width: `${Math.round(share * 100)}%` } }),
    h(
      "div",
      { class: "strip-head" },
      h("p", { class: "caption" }, head),
      h(
        "div",
        { class: "strip-acts" },
        acts.map((one) => button(one, "btn btn-small btn-quiet")),
      ),
    ),
    note ? h("p", { class: "strip-note" }, icon("info"), h("span", {}, note)) : null,
    h("p", { class: "strip-text" }, explained(text, words)),
    terms.length
      ? h(
          "dl",
          { class: "strip-terms" },
          terms.map(({ term, meaning }) => h("div", {}, h("dt", {}, term), " ", h("dd", {}, meaning))),
        )
      : null,
    choices.length
      ? h(
          "div",
          { class: "strip-choices" },
          choices.map((one) => button(one, one.primary ? "btn btn-primary" : "btn")),
        )
      : null,
  );
}

/** @param {StripButton} one @param {string} look */
function button({ key, text, act, icon: name, off = false }, look) {
  return h(
    "button",
    { type: "button", class: look, "data-key": key, title: name ? text : null, disabled: off, onclick: act },
    name ? icon(name) : null,
    h("span", {}, text),
  );
}
