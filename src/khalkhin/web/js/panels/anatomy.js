// @ts-check
// A counter taken apart: its drawing with numbers at its parts, and what each of them says.

import { h, s } from "../dom.js";
import { ruleLink } from "./parts.js";
import { factors } from "./stack.js";

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").NamedCounter} NamedCounter
 * @typedef {import("../words.js").Words} Words
 * @typedef {{at: [number, number], name: string, value: string, rules: string[]}} Part
 */

/** The side of a counter in its own drawing, and how far outside of it the numbers stand. */
const FACE = 100;
const OUT = 15;
const DOT = 8;
/** Between the figures at the bottom. */
const PITCH = 24;

/**
 * What the parts of a counter say, from its top left to the bottom.
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {NamedCounter} counter
 * @returns {Part[]}
 */
export function partsOf(sheet, words, counter) {
  const unit = sheet.units[counter.id];
  if (!unit || !sheet.anatomy) return [];
  const { parts, fronts, backs } = sheet.anatomy;
  const turned = counter.is.includes("flipped");
  const shown = (turned ? (backs[unit.type] ?? fronts[unit.type]) : fronts[unit.type]) ?? {};
  /** @type {Part[]} */
  const out = [];
  /** @param {string} part @param {string} name @param {string} value @param {string} [key] */
  const add = (part, name, value, key = "") => {
    if (value) out.push({ at: parts[part], name, value, rules: sheet.does[key] ?? [] });
  };
  add("mark", words.say("panels.part.mark"), words.say(`nat.${unit.nation}`), `nat.${unit.nation}`);
  add("size", words.say("panels.part.size"), said(words, `size.${unit.size}`), `size.${unit.size}`);
  add("symbol", words.say("panels.part.symbol"), said(words, `type.${unit.type}`), `type.${unit.type}`);
  for (const part of ["left", "right", "ring", "corner"]) {
    const column = shown[part]?.find((one) => unit.values[one]);
    if (column) add(part, columnName(words, column), String(unit.values[column]), `unit.${column}`);
  }
  const figures = figuresOf(sheet, words, counter, shown.factors ?? []);
  figures.forEach(({ name, value, rules }, n) => {
    const x = FACE / 2 + (n - (figures.length - 1) / 2) * PITCH;
    out.push({ at: [x, parts.factors[1]], name, value, rules });
  });
  const { corner, side } = sheet.nations[unit.nation];
  add("side", words.say(`panels.part.${corner}`), words.say(`side.${side}`));
  return out;
}

/**
 * The figures at the bottom of a counter by name.
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {NamedCounter} counter
 * @param {string[]} columns  What stands there.
 */
function figuresOf(sheet, words, counter, columns) {
  const unit = sheet.units[counter.id];
  const back = counter.is.includes("flipped") ? unit.back : "";
  const there = new Set(columns.filter((column) => words.has(`unit.${column}`)).map((column) => `unit.${column}`));
  const keys = new Map([...there].map((key) => [words.say(key), key]));
  return factors(unit, back, words)
    .filter(([name]) => keys.has(name))
    .map(([name, value]) => ({ name, value, rules: sheet.does[keys.get(name) ?? ""] ?? [] }));
}

/** @param {Words} words @param {string} column */
function columnName(words, column) {
  const key = [`unit.${column}`, `panels.column.${column}`].find((one) => words.has(one));
  return key ? words.say(key) : words.say("panels.part.other");
}

/** @param {Words} words @param {string} key */
function said(words, key) {
  return words.has(key) ? words.say(key) : "";
}

/**
 * The counter with its numbered parts and their list.
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {NamedCounter} counter
 * @param {SVGSVGElement} face  Its drawing.
 */
export function anatomy(sheet, words, counter, face) {
  const parts = partsOf(sheet, words, counter);
  return h(
    "div",
    { class: "anatomy" },
    drawing(parts, face),
    h(
      "ol",
      {},
      parts.map(({ name, value, rules }) =>
        h(
          "li",
          {},
          h("span", { class: "anatomy-name" }, name),
          " ",
          h("b", {}, value),
          rules.flatMap((rule) => [" ", ruleLink(rule)]),
        ),
      ),
    ),
  );
}

/** @param {Part[]} parts @param {SVGSVGElement} face */
function drawing(parts, face) {
  const [low, wide] = [-OUT - DOT - 2, FACE + 2 * (OUT + DOT + 2)];
  // A symbol without a size would fill the drawing.
  for (const use of face.querySelectorAll("use"))
    for (const name of ["width", "height"]) use.setAttribute(name, `${FACE}`);
  return s(
    "svg",
    { class: "anatomy-face", viewBox: `${low} ${low} ${wide} ${wide}`, "aria-hidden": "true" },
    [...face.childNodes],
    parts.map(({ at }, n) => {
      const [x, y] = outside(at);
      return s(
        "g",
        {},
        s("path", { d: `M${at[0]} ${at[1]}L${x} ${y}` }),
        s("circle", { cx: x, cy: y, r: DOT }),
        s("text", { x, y: y + 3.8 }, String(n + 1)),
      );
    }),
  );
}

/** Where the number of a part stands: beside the counter, above or below it. @param {[number, number]} at @returns {[number, number]} */
function outside([x, y]) {
  if (y > 60 && x < 90) return [x, FACE + OUT];
  if (x > 30 && x < 70) return y < 30 ? [x, -OUT] : [FACE + OUT, 62];
  return [x < 50 ? -OUT : FACE + OUT, y];
}
