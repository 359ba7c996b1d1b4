// @ts-check
// A small line chart with the table it is drawn from behind it.

import { h, s } from "../dom.js";

/** @typedef {{name: string, mark: string, values: number[]}} Line  `mark`: the id of a symbol at the end of the line. */

const WIDE = 320;
const TALL = 150;
const LEFT = 30;
const RIGHT = 26;
const TOP = 12;
const BOTTOM = 24;

/**
 * @param {{title: string, labels: string[], lines: Line[], words: import("../words.js").Words}} props
 */
export function lineChart({ title, labels, lines, words }) {
  const [low, high, every] = scale(lines.flatMap((line) => line.values));
  /** @param {number} n */
  const x = (n) => LEFT + (n * (WIDE - LEFT - RIGHT)) / Math.max(1, labels.length - 1);
  /** @param {number} value */
  const y = (value) => TOP + ((high - value) * (TALL - TOP - BOTTOM)) / (high - low);
  const rungs = [];
  for (let value = low; value <= high; value += every) rungs.push(value);
  const ends = apart(
    lines.map((line) => y(line.values.at(-1) ?? 0)),
    20,
    TALL - BOTTOM,
  );
  const skip = Math.ceil(labels.length / 8);
  const drawing = s(
    "svg",
    { class: "line-chart", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": title },
    rungs
      .map((value) => [
        s("line", { class: "rung", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
        s("text", { class: "figure", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value),
      ])
      .flat(),
    labels.map((label, n) =>
      n % skip ? null : s("text", { class: "figure", x: x(n), y: TALL - 6, "text-anchor": "middle" }, label),
    ),
    lines.map((line, n) =>
      s("polyline", {
        class: `line line-${n + 1}`,
        points: line.values.map((value, k) => `${x(k)},${y(value)}`).join(" "),
      }),
    ),
    lines.map((line, n) =>
      s("use", { href: `#${line.mark}`, x: WIDE - RIGHT + 4, y: ends[n] - 9, width: 18, height: 18 }),
    ),
  );
  return h(
    "figure",
    { class: "ending-chart" },
    h(
      "figcaption",
      {},
      h("h3", {}, title),
      h(
        "ul",
        { class: "line-names" },
        lines.map((line, n) => h("li", { class: `line-name line-${n + 1}` }, line.name)),
      ),
    ),
    drawing,
    h(
      "details",
      {},
      h("summary", {}, words.say("panels.chart.table")),
      h(
        "div",
        { class: "chart-scroll" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, words.say("panels.chart.turn")),
              lines.map((line) => h("th", { scope: "col" }, line.name)),
            ),
          ),
          h(
            "tbody",
            {},
            labels.map((label, n) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, label),
                lines.map((line) => h("td", { class: "figure" }, line.values[n])),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Round numbers round the values: lowest, highest, and the step between rungs.
 * @param {number[]} values
 * @returns {[number, number, number]}
 */
export function scale(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const every = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? raw);
  return [Math.floor(low / every) * every, Math.ceil(high / every) * every, every];
}

/**
 * Places on a line moved so far that they do not touch, in their order, none beyond the end.
 * @param {number[]} places
 * @param {number} room
 * @param {number} end
 * @returns {number[]}
 */
export function apart(places, room, end) {
  const order = places.map((_, n) => n).sort((a, b) => places[a] - places[b]);
  const out = [...places];
  order.forEach((n, k) => {
    if (k) out[n] = Math.max(out[n], out[order[k - 1]] + room);
  });
  for (let k = order.length - 1, limit = end; k >= 0; k -= 1, limit = out[order[k + 1]] - room)
    out[order[k]] = Math.min(out[order[k]], limit);
  return out;
}
