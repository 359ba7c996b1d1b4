// @ts-check
// The glossary: what the terms of a game mean, told where they stand. The words have them: `gloss.<id>` is the meaning,
// `gloss.<id>.said` the forms by which the term is recognised.

import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{name: string, forms: string[], meaning: string}} Term */
/** @typedef {{text: string, term?: Term}} Piece */

const SAID = /^gloss\..+\.said$/;

/** The terms by their names. @param {Words} words @returns {Term[]} */
export function terms(words) {
  return Object.keys(words.book)
    .filter((key) => SAID.test(key))
    .map((key) => {
      const forms = words.say(key).split("|");
      return { name: forms[0], forms, meaning: words.say(key.slice(0, -".said".length)) };
    })
    .sort((a, b) => a.name.localeCompare(b.name, words.language));
}

/** @typedef {{pattern: RegExp, byForm: Map<string, Term>}} Finder */
/** @type {WeakMap<Words, Finder>} */
const finders = new WeakMap();

/** What finds the terms of a text, whole words and the longest form first. @param {Words} words @returns {Finder} */
function finderOf(words) {
  const known = finders.get(words);
  if (known) return known;
  const byForm = new Map(terms(words).flatMap((term) => term.forms.map((form) => [form, term])));
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length).map((form) => form.replace(/[/.+]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|") || "(?!)"})(?![\\p{L}\\p{N}])`, "giu");
  const finder = { pattern, byForm };
  finders.set(words, finder);
  return finder;
}

/**
 * A text in pieces, with the first mention of each term by itself.
 * @param {string} text
 * @param {Words} words
 * @param {Set<Term>} [seen]  Terms that were met before; those of this text are added.
 * @returns {Piece[]}
 */
export function marked(text, words, seen = new Set()) {
  const { pattern, byForm } = finderOf(words);
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    // A form without capitals may be written with any; one with capitals is written just so.
    const term = byForm.get(found) ?? byForm.get(found.toLowerCase());
    if (!term || seen.has(term)) continue;
    seen.add(term);
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: found, term });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/**
 * The same for a page: what is no text stays as it is.
 * @param {Child | Child[]} children
 * @param {Words} words
 * @returns {Child[]}
 */
export function explained(children, words) {
  /** @type {Set<Term>} */
  const seen = new Set();
  return [children]
    .flat()
    .flatMap((child) => (typeof child === "string" ? marked(child, words, seen).map(termOf) : [child]));
}

/** @param {Piece} piece @returns {Child} */
function termOf({ text, term }) {
  return term ? h("abbr", { class: "term", title: term.meaning, tabindex: "0" }, text) : text;
}
