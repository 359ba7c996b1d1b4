// @ts-check
// The key of a game: how to read its counters, what colours, symbols, states and markers mean, and what terrain does.

import { h, s } from "../dom.js";
import { anatomy, partsOf } from "./anatomy.js";
import { effects } from "./asked.js";
import { openDialog } from "./dialog.js";
import { counterFace } from "./parts.js";
import { terrainKey } from "./terrain_key.js";

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {{text: string, drawn: SVGSVGElement, key?: string, note?: string}} Entry
 */

/** What the screen draws round a counter, beside what the rules do to it. */
const SCREEN = ["can_act", "selected", "target", "changed"];
const SIZE = 56;

/**
 * @param {{sheet: GameSheet, words: Words}} props  The drawings of map and counters have to be in the page.
 * @returns {HTMLDialogElement}
 */
export function openKey({ sheet, words }) {
  const example = exampleOf(sheet, words);
  const taken = example ? anatomy(sheet, words, example, counterFace(sheet, example, SIZE)) : null;
  return openDialog(
    { title: words.say("panels.key.title"), words, className: "panel-key" },
    section(words, "anatomy", taken),
    section(words, "nations", list(sheet, words, nations(sheet, words))),
    section(words, "types", list(sheet, words, types(sheet, words))),
    section(words, "states", list(sheet, words, states(sheet, words, example))),
    section(words, "screen", list(sheet, words, screen(sheet, words, example))),
    section(words, "markers", list(sheet, words, [...markers(sheet, words), ...objectives(words)])),
    section(words, "terrain", ...terrainKey(sheet, words)),
  );
}

/** @param {Words} words @param {string} key @param {(Node | null)[]} body */
function section(words, key, ...body) {
  const found = body.filter((one) => one !== null);
  if (!found.length) return null;
  return h("section", { class: "key-section" }, h("h3", {}, words.say(`panels.key.${key}`)), found);
}

/** @param {GameSheet} sheet @param {Words} words @param {Entry[]} entries */
function list(sheet, words, entries) {
  if (!entries.length) return null;
  return h(
    "ul",
    { class: "key-list" },
    entries.map(({ text, drawn, key, note }) =>
      h(
        "li",
        { class: "key-entry is-piece" },
        drawn,
        h(
          "div",
          {},
          key ? effects(sheet, words, [{ key, text }]) : h("b", {}, text),
          note ? h("p", { class: "small" }, note) : null,
        ),
      ),
    ),
  );
}

/** The counter with most to tell. @param {GameSheet} sheet @param {Words} words */
function exampleOf(sheet, words) {
  const counters = Object.keys(sheet.units).map((id) => ({ id, is: [] }));
  const told = counters.map((counter) => partsOf(sheet, words, counter).length);
  return counters[told.indexOf(Math.max(...told))] ?? null;
}

/** @param {GameSheet} sheet @param {Words} words @returns {Entry[]} */
function nations(sheet, words) {
  return Object.keys(sheet.nations)
    .filter((nation) => Object.values(sheet.units).some((unit) => unit.nation === nation))
    .map((nation) => {
      const { corner, side } = sheet.nations[nation];
      const note = `${words.say(`side.${side}`)}: ${words.say(`panels.corner.${corner}`)}`;
      return { text: words.say(`nat.${nation}`), drawn: counterFace(sheet, { nation }, SIZE), note };
    });
}

/** A counter of every type. @param {GameSheet} sheet @param {Words} words @returns {Entry[]} */
function types(sheet, words) {
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const [id, unit] of Object.entries(sheet.units)) if (!first.has(unit.type)) first.set(unit.type, id);
  return [...first]
    .filter(([type]) => words.has(`type.${type}`))
    .map(([type, id]) => ({
      text: words.say(`type.${type}`),
      key: `type.${type}`,
      drawn: counterFace(sheet, { id, is: [] }, SIZE),
    }));
}

/** What the rules do to a counter. @param {GameSheet} sheet @param {Words} words @param {import("../types.js").NamedCounter | null} example @returns {Entry[]} */
function states(sheet, words, example) {
  const found = Object.keys(sheet.words).filter((key) => key.startsWith("status.") && sheet.words[key]);
  return found.flatMap((key) => {
    const state = key.slice("status.".length);
    const counter = state === "flipped" ? turnedOf(sheet) : example;
    const drawn = state === "flipped" || document.getElementById(`s-${state}`);
    if (!counter || !drawn) return [];
    return [{ text: words.say(key), key, drawn: counterFace(sheet, { ...counter, is: [state] }, SIZE) }];
  });
}

/** A counter with another figure on its back. @param {GameSheet} sheet */
function turnedOf(sheet) {
  const id = Object.keys(sheet.units).find((unit) => sheet.units[unit].back);
  return id ? { id, is: [] } : null;
}

/** @param {GameSheet} sheet @param {Words} words @param {import("../types.js").NamedCounter | null} example @returns {Entry[]} */
function screen(sheet, words, example) {
  if (!example) return [];
  return SCREEN.map((state) => ({
    text: words.say(`panels.screen.${state}`),
    drawn: counterFace(sheet, example, SIZE, [state]),
  }));
}

/** Markers and flags that lie on hexes. @param {GameSheet} sheet @param {Words} words @returns {Entry[]} */
function markers(sheet, words) {
  const found = Object.keys(sheet.words).filter((key) => key.startsWith("marker."));
  return found.flatMap((key) => {
    const kind = key.slice("marker.".length);
    const symbol = kind.startsWith("held-") ? `f-${kind.slice("held-".length)}` : `m-${kind}`;
    if (!document.getElementById(symbol)) return [];
    return [{ text: words.say(key), key, drawn: piece(symbol) }];
  });
}

/** The diamonds of the map, where the chart of objectives tells what they say. @param {Words} words @returns {Entry[]} */
function objectives(words) {
  const sign = document.querySelector("#map-marks .points");
  if (!sign || !words.has("note.objectives")) return [];
  const drawn = /** @type {SVGElement} */ (sign.cloneNode(true));
  drawn.setAttribute("transform", "scale(4.5)");
  return [
    {
      text: words.say("table.objectives"),
      drawn: s(
        "svg",
        { class: "counter-face", viewBox: "-54 -54 108 108", width: SIZE, height: SIZE, "aria-hidden": "true" },
        drawn,
      ),
      note: words.say("note.objectives"),
    },
  ];
}

/** @param {string} symbol */
function piece(symbol) {
  return s(
    "svg",
    { class: "counter-face", viewBox: "-3 -3 108 108", width: SIZE, height: SIZE, "aria-hidden": "true" },
    s("use", { href: `#${symbol}` }),
  );
}
