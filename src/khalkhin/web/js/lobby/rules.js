// @ts-check
// The rulebooks: every rule of a game with its number, in our own words, to be searched.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { sheet } from "../net/api.js";
import { chapters, find } from "./finding.js";
import { sentence } from "./notice.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("../types.js").Rule} Rule */

/**
 * @param {Ask} ask
 * @param {string | undefined} code  The game whose book is open.
 * @param {string | undefined} query
 * @returns {HTMLElement}
 */
export function rulebooks(ask, code, query = "") {
  const { words } = ask;
  const books = ask.games.filter((game) => game.available);
  const open = books.find((game) => game.code === code) ?? books[0];
  const tabs = books.map((game) =>
    h(
      "a",
      { class: "btn btn-small", href: `#rules/${game.code}`, "aria-current": game === open && "page" },
      game.title,
    ),
  );
  const search = h("input", {
    type: "search",
    id: "rule-search",
    value: query,
    placeholder: words.say("lobby.rules.search"),
    "aria-label": words.say("lobby.rules.search"),
    autocomplete: "off",
    spellcheck: false,
  });
  const count = h("p", { class: "small quiet", role: "status" });
  const list = h("div", { class: "rule-list" });
  const node = h(
    "section",
    { class: "page rules" },
    h("h1", {}, words.say("lobby.rules")),
    h("p", { class: "lead" }, words.say("lobby.rules.about")),
    h(
      "div",
      { class: "rule-tools" },
      tabs.length > 1 && h("div", { class: "rule-books" }, tabs),
      h("div", { class: "search" }, icon("search"), search),
      count,
    ),
    list,
  );
  if (open) read(ask, open.code, { search, count, list });
  return node;
}

/**
 * @param {Ask} ask
 * @param {string} code
 * @param {{search: HTMLInputElement, count: HTMLElement, list: HTMLElement}} parts
 */
async function read({ words, language }, code, { search, count, list }) {
  list.ariaBusy = "true";
  try {
    const { rules } = await sheet(code, language);
    const show = () => {
      const found = find(rules, search.value);
      count.textContent = words.say("lobby.rules.found", { found: found.length });
      fill(
        list,
        chapters(found).map((chapter) => chapterList(chapter.rules)),
      );
    };
    search.addEventListener("input", show);
    show();
  } catch (error) {
    fill(
      list,
      h(
        "p",
        { class: "callout callout-threat", role: "alert" },
        icon("warning"),
        h("span", {}, sentence(error, words)),
      ),
    );
  }
  list.ariaBusy = "false";
}

/** @param {Rule[]} rules */
function chapterList(rules) {
  return h(
    "dl",
    { class: "chapter" },
    rules.map(({ number, title, summary }) =>
      h(
        "div",
        { class: depth(number) },
        h("dt", {}, h("span", { class: "number" }, number), title),
        h("dd", {}, summary),
      ),
    ),
  );
}

/** How far in a rule stands: chapters, rules, and parts of rules. @param {string} number */
function depth(number) {
  const parts = number.split(".");
  if (parts.length <= 2) return parts[1] === undefined || parts[1] === "0" ? "rule-row chapter-head" : "rule-row";
  return "rule-row part";
}
