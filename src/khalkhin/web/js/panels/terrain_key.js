// @ts-check
// The terrain key: a piece of the very map for every terrain and line, and what the charts say it does.

import { h, s } from "../dom.js";
import { badge } from "./charts.js";
import { cellWords, ruleLink } from "./parts.js";

/**
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../types.js").MapInfo} MapInfo
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {import("../words.js").Words} Words
 * @typedef {{name: string, value: any, tag: string}} Effect
 */

/** The layers of map.svg, from the ground up. */
const LAYERS = ["ground", "water", "frontiers", "rivers", "ways", "border", "bridges"];

/**
 * Every terrain with its sample; the map's drawing has to be in the page.
 * @param {GameSheet} sheet
 * @param {Words} words
 */
export function terrainKey(sheet, words) {
  const rules = new Set(sheet.rules.map((rule) => rule.number));
  const entries = keyEntries(sheet).filter(({ terrain }) => words.has(`terrain.${terrain}`));
  return [
    h(
      "ul",
      { class: "key-list" },
      entries.map(({ terrain, hex, effects }) =>
        h(
          "li",
          { class: "key-entry" },
          sample(sheet.map, hex, terrain),
          h(
            "div",
            {},
            h(
              "h4",
              {},
              words.say(`terrain.${terrain}`),
              " ",
              effects.filter(({ value }) => rules.has(value)).map(({ value }) => ruleLink(value)),
            ),
            h(
              "dl",
              {},
              effects
                .filter(({ value }) => !rules.has(value) && value !== "-")
                .map(({ name, value, tag }) =>
                  h(
                    "div",
                    {},
                    h("dt", {}, cellWords(words, name)),
                    h("dd", {}, cellWords(words, value), tag === "printed" ? null : badge(tag, words)),
                  ),
                ),
            ),
          ),
        ),
      ),
    ),
    note(sheet, words),
  ];
}

/** @param {GameSheet} sheet @param {Words} words */
function note(sheet, words) {
  const notes = sheet.charts.filter(
    (chart) => chart.rows.some((row) => isTerrain(row[0].value)) && words.has(chart.note),
  );
  return notes.length ? h("p", { class: "quiet small" }, notes.map((chart) => words.say(chart.note)).join(" ")) : null;
}

/** @param {any} value */
function isTerrain(value) {
  return typeof value === "string" && value.startsWith("@terrain.");
}

/**
 * Every terrain and line of the map, with a hex that shows it and what the charts say of it.
 * @param {GameSheet} sheet
 * @returns {{terrain: string, hex: HexName, effects: Effect[]}[]}
 */
export function keyEntries(sheet) {
  const charted = sheet.charts
    .flatMap((chart) => chart.rows.map((row) => row[0].value))
    .filter(isTerrain)
    .map((value) => value.slice(9));
  const drawn = [
    ...Object.values(sheet.map.terrain),
    ...Object.values(sheet.map.features)
      .flat()
      .map(({ feature }) => feature),
  ];
  return [...new Set([...charted, ...drawn])].flatMap((terrain) => {
    const hex = typical(sheet.map, terrain);
    return hex ? [{ terrain, hex, effects: effectsOf(sheet, terrain) }] : [];
  });
}

/** @param {GameSheet} sheet @param {string} terrain @returns {Effect[]} */
function effectsOf(sheet, terrain) {
  return sheet.charts.flatMap((chart) =>
    chart.rows
      .filter((row) => row[0].value === `@terrain.${terrain}`)
      .flatMap((row) => row.slice(1).map((cell, n) => ({ name: chart.columns[n + 1], ...cell }))),
  );
}

/**
 * The hex that shows a terrain best: for ground the one with most of its like around it and least else in it, for a line
 * one that it passes with little else there.
 * @param {MapInfo} map
 * @param {string} terrain
 * @returns {HexName | null}
 */
export function typical(map, terrain) {
  /** @param {HexName} hex */
  const lines = (hex) => map.features[hex] ?? [];
  const ground = Object.keys(map.terrain).filter((hex) => map.terrain[hex] === terrain);
  if (ground.length) {
    const like = new Set(ground);
    return best(ground, (hex) => beside(map, hex).filter((one) => like.has(one)).length - 2 * lines(hex).length);
  }
  const along = Object.keys(map.features).filter((hex) => lines(hex).some(({ feature }) => feature === terrain));
  return along.length
    ? best(
        along,
        (hex) =>
          -Math.abs((lines(hex).find(({ feature }) => feature === terrain)?.to.length ?? 0) - 2) -
          2 * lines(hex).length,
      )
    : null;
}

/** @param {HexName[]} hexes @param {(hex: HexName) => number} worth */
function best(hexes, worth) {
  return hexes.reduce((most, hex) => (worth(hex) > worth(most) ? hex : most));
}

/** @param {MapInfo} map @param {HexName} hex */
function beside(map, hex) {
  const [x, y] = map.hexes[hex];
  return Object.entries(map.hexes)
    .filter(([, [a, b]]) => Math.hypot(a - x, b - y) < 1.9 * map.radius)
    .map(([name]) => name);
}

/**
 * A hex's worth of the map: the hex itself for ground, the middle of a hexside for what runs along or across it.
 * @param {MapInfo} map
 * @param {HexName} hex
 * @param {string} terrain
 */
function sample(map, hex, terrain) {
  const towards =
    map.terrain[hex] === terrain ? hex : (map.features[hex]?.find(({ feature }) => feature === terrain)?.to[0] ?? hex);
  const [a, b] = [map.hexes[hex], map.hexes[towards] ?? map.hexes[hex]];
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const r = map.radius;
  const turn = map.flat ? 0 : Math.PI / 6;
  const corners = [0, 1, 2, 3, 4, 5]
    .map((n) => `${x + r * Math.cos(turn + (n * Math.PI) / 3)},${y + r * Math.sin(turn + (n * Math.PI) / 3)}`)
    .join(" ");
  const id = `key-clip-${terrain}`;
  return s(
    "svg",
    { class: "key-sample", viewBox: `${x - r - 1} ${y - r - 1} ${2 * r + 2} ${2 * r + 2}`, "aria-hidden": "true" },
    s("clipPath", { id }, s("polygon", { points: corners })),
    s(
      "g",
      { "clip-path": `url(#${id})` },
      LAYERS.map((layer) => s("use", { href: `#map-${layer}` })),
    ),
    s("polygon", { class: "key-edge", points: corners }),
  );
}
