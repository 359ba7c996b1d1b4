// @ts-check
// What several panels show: counters, rule numbers, results, the place of a counter, distances.

import { h, s } from "../dom.js";
import { drawn, telling } from "../states.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").Places} Places
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../words.js").Words} Words
 */

/**
 * A rule number that opens the rule (see rules.js, which listens for the whole page).
 * @param {string} number
 * @returns {HTMLButtonElement}
 */
export function ruleLink(number) {
  return h("button", { class: "rule", type: "button", "data-rule": number, "aria-haspopup": "dialog" }, number);
}

// -- counters

/**
 * The drawing of a counter: its face, or its nation alone, with what is laid over it.
 * @param {GameSheet} sheet
 * @param {Counter} counter
 * @param {number} size  In pixels.
 * @param {string[]} [states]  More states than its own, such as "selected".
 * @returns {SVGSVGElement}
 */
export function counterFace(sheet, counter, size, states = []) {
  const faces = "id" in counter ? named(sheet, counter, states) : [`n-${counter.nation}`];
  const uses = faces.map((id) => s("use", { href: `#${id}` }));
  return s(
    "svg",
    { class: "counter-face", viewBox: "-3 -3 108 108", width: size, height: size, "aria-hidden": "true" },
    ...uses,
  );
}

/**
 * @param {GameSheet} sheet
 * @param {import("../types.js").NamedCounter} counter
 * @param {string[]} more
 */
function named(sheet, counter, more) {
  const nation = sheet.nations[sheet.units[counter.id]?.nation];
  const clipped = nation?.corner === "clipped" ? "-clipped" : "";
  const states = [...drawn(counter.is, more.includes("can_act")), ...more]
    .map((state) => `s-${state}${clipped}`)
    .filter((id) => document.getElementById(id));
  return [counter.is.includes("flipped") ? `u-${counter.id}-b` : `u-${counter.id}`, ...states];
}

/**
 * What stands for a side: the side itself, where counters are called by it, or the first of its nations.
 * @param {GameSheet} sheet
 * @param {string} side
 * @returns {string | null}
 */
export function markOf({ nations }, side) {
  return side in nations ? side : (Object.keys(nations).find((nation) => nations[nation].side === side) ?? null);
}

/**
 * A counter in one line of words: name and what has happened to it.
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {Counter} counter
 */
export function counterName(sheet, words, counter) {
  if (!("id" in counter)) return words.say("panels.unit.unknown", { nation: words.say(`nat.${counter.nation}`) });
  const states = telling(counter.is)
    .filter((state) => words.has(`status.${state}`))
    .map((state) => words.say(`status.${state}`));
  return [sheet.units[counter.id]?.name ?? counter.id, ...states].join(", ");
}

/**
 * Where a counter is, and what is told of it.
 * @param {Places} places
 * @param {UnitId} unit
 * @returns {{place: string, counter: import("../types.js").NamedCounter} | null}
 */
export function find(places, unit) {
  for (const [place, counters] of Object.entries(places)) {
    for (const counter of counters) if ("id" in counter && counter.id === unit) return { place, counter };
  }
  return null;
}

// -- the map

/**
 * How many hexes from one to another; Infinity for what is not on the map.
 * @param {import("../types.js").MapInfo} map
 * @param {HexName} from
 * @param {HexName} to
 */
export function distance(map, from, to) {
  const [a, b] = [map.hexes[from], map.hexes[to]];
  if (!a || !b) return Infinity;
  const [dx, dy] = map.flat ? [b[0] - a[0], b[1] - a[1]] : [b[1] - a[1], b[0] - a[0]];
  const q = dx / (1.5 * map.radius);
  const r = dy / (Math.sqrt(3) * map.radius) - q / 2;
  return Math.round(Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)));
}

// -- words

/**
 * A result of a table in words: as a whole where that table has words for it, else every code of it.
 * @param {Words} words
 * @param {string} result
 * @param {string} [table]
 */
export function resultWords(words, result, table = "result") {
  if (result.startsWith("@")) return words.say(result.slice(1));
  if (words.has(`${table}.${result}`)) return words.say(`${table}.${result}`);
  const said = result.split(" ").map((code) => (words.has(`result.${code}`) ? words.say(`result.${code}`) : code));
  return said.map((one, n) => (n ? one[0].toLowerCase() + one.slice(1) : one)).join(", ");
}

/**
 * A word that answers a question, as it stands on its button.
 * @param {Words} words
 * @param {string} verb
 * @param {import("../types.js").Noun} noun
 */
export function wordText(words, verb, noun) {
  const key = [`word.${verb}.${noun}`, `${verb}.${noun}`].find((one) => words.has(one));
  return key ? words.say(key) : `${words.say(`verb.${verb}`)}: ${noun}`;
}

/**
 * A column of a results table with its unit, where its label has none: 300 %.
 * @param {Words} words
 * @param {string} table
 * @param {string} column
 */
export function columnWords(words, table, column) {
  return words.has(`column.${table}`) ? words.say(`column.${table}`, { column }) : column;
}

/**
 * A shift without its value and its rule, which stand beside it.
 * @param {Words} words
 * @param {import("../types.js").Shift} shift
 */
export function shiftWords(words, shift) {
  const parts = words.parts(shift.key, shift).filter((part) => part.name !== "value" && part.name !== "rule");
  return parts
    .map((part) => part.text)
    .join("")
    .replace(/\(\s*\)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * A number with its sign; a real minus.
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}

/**
 * A chart's value or heading in words.
 * @param {Words} words
 * @param {any} value
 */
export function cellWords(words, value) {
  return words.value("", value);
}

/**
 * A sentence whose figures stand out.
 * @param {Words} words
 * @param {string} key
 * @param {Record<string, any>} params
 */
export function marked(words, key, params) {
  return words.parts(key, params).map((part) => (part.name ? h("b", {}, part.text) : part.text));
}

/**
 * "Attack on 0910", or for another side's "The Japanese attack 0910": the number in the letters of figures.
 * @param {Words} words
 * @param {string} kind
 * @param {HexName} hex
 * @param {string | null} [by]  The side that attacks, if it is not the reader's.
 */
export function attackTitle(words, kind, hex, by = null) {
  const keys = [by === null ? "" : `panels.combat.by.${kind}`, `panels.combat.title.${kind}`, "panels.combat.title"];
  const key = keys.find((one) => words.has(one)) ?? keys[2];
  const parts = words.parts(key, { hex, who: `@people.${by}` });
  return parts.map(({ name, text }) => (name === "hex" ? h("b", {}, text) : text));
}

/** Values from the best known to the least. */
const TAGS = ["printed", "derived", "reconstructed"];

/**
 * How well a whole chart is known: as well as its least known value.
 * @param {import("../types.js").Chart} chart
 * @returns {string}
 */
export function chartTag(chart) {
  const tags = chart.rows.flat().map((cell) => TAGS.indexOf(cell.tag));
  return TAGS[Math.max(0, ...tags)];
}

/** The columns of its table that count for an attack: the one it comes to, or all that are possible. @param {import("../types.js").Odds} odds */
export function columnsOf({ column, cases, column_chances: chances }) {
  return column === null ? [...cases.map((one) => one.column), ...Object.keys(chances ?? {})] : [column];
}
