// @ts-check
// The chance of winning through a game: one line between two sides, with the rolls and decisions that moved it most.

import { h, s } from "../dom.js";
import { sideMark } from "../lobby/mark.js";
import { percent } from "./numbers.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Setting} Setting */
/** @typedef {{kind: "roll" | "lesson", at: number, side: number, label: string}} Mark */

const TALL = 300;
const LEFT = 40;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 30;
const RUNGS = [0, 0.25, 0.5, 0.75, 1];
/** Pixels that a number below the chart needs. */
const ROOM = 30;

/**
 * Where every position stands between 0 and 1: turns are equally wide, their decisions spread over them.
 * @param {Point[]} points
 * @returns {{place: (at: number) => number, turns: {turn: number, from: number}[]}}
 */
export function spread(points) {
  const last = points[points.length - 1].at;
  const begins = points.filter(({ turn }, n) => n === 0 || turn !== points[n - 1].turn);
  const ends = [...begins.slice(1).map(({ at }) => at), last];
  const wide = 1 / begins.length;
  return {
    turns: begins.map(({ turn }, n) => ({ turn, from: n * wide })),
    place(at) {
      const n = Math.max(0, begins.filter((one) => one.at <= at).length - 1);
      const long = ends[n] - begins[n].at;
      return (n + (long ? Math.min(1, (at - begins[n].at) / long) : 0)) * wide;
    },
  };
}

/**
 * The first side's chance at a position.
 * @param {Point[]} points
 * @param {number} at
 */
export function chanceAt(points, at) {
  return (points.filter((one) => one.at <= at).at(-1) ?? points[0]).chance;
}

/**
 * The chances as each turn began, and at the end.
 * @param {Point[]} points
 * @returns {{turn: number | null, chance: number}[]}
 */
export function byTurn(points) {
  const begins = points.filter(({ turn }, n) => n === 0 || turn !== points[n - 1].turn);
  return [
    ...begins.map(({ turn, chance }) => ({ turn, chance })),
    { turn: null, chance: points[points.length - 1].chance },
  ];
}

/**
 * A drawing as wide as its place, drawn anew when that changes; beneath it the same as a table.
 * @param {Setting} setting
 * @param {Mark[]} marks
 */
export function chanceChart(setting, marks) {
  const { words, sides } = setting;
  const place = h("div", { class: "chance-place" });
  let wide = 0;
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now === wide || now < 200) return;
    wide = now;
    place.replaceChildren(drawing(setting, marks, wide));
  }).observe(place);
  const names = sides.map((side, n) =>
    h(
      "p",
      { class: `chance-side chance-side-${n + 1}` },
      sideMark(side, 26),
      h("span", {}, words.say("analysis.chance.wins", { side: side.side })),
    ),
  );
  return h(
    "figure",
    { class: "card chance" },
    h("figcaption", { class: "sr" }, words.say("analysis.chance")),
    names[0],
    place,
    names[1],
    h(
      "ul",
      { class: "chance-key" },
      ["roll", "lesson"].map((kind) =>
        h(
          "li",
          {},
          s(
            "svg",
            { viewBox: "-9 -9 18 18", width: 18, height: 18, class: `mark mark-${kind}`, "aria-hidden": "true" },
            shape(kind),
          ),
          words.say(`analysis.mark.${kind}`),
        ),
      ),
    ),
    asTable(setting),
  );
}

/** @param {Setting} setting @param {Mark[]} marks @param {number} wide */
function drawing({ words, found, sides }, marks, wide) {
  const { points } = found;
  const { place, turns } = spread(points);
  /** @param {number} at */
  const x = (at) => round(LEFT + place(at) * (wide - LEFT - RIGHT));
  /** @param {number} chance */
  const y = (chance) => round(TOP + (1 - chance) * (TALL - TOP - BOTTOM));
  const line = points.map((one) => `${x(one.at)} ${y(one.chance)}`).join("L");
  const [left, right] = [x(points[0].at), x(points[points.length - 1].at)];
  const skip = Math.ceil((ROOM * turns.length) / (wide - LEFT - RIGHT));
  const first = percent(points[0].chance, words.language);
  const last = percent(points[points.length - 1].chance, words.language);
  return s(
    "svg",
    {
      class: "chance-chart",
      viewBox: `0 0 ${wide} ${TALL}`,
      width: wide,
      height: TALL,
      role: "group",
      "aria-label": words.say("analysis.chance.told", { side: sides[0].side, first, last }),
    },
    s("path", { class: "share", fill: sides[1].look.ground, d: `M${left} ${y(1)}L${line}L${right} ${y(1)}z` }),
    s("path", { class: "share", fill: sides[0].look.ground, d: `M${left} ${y(0)}L${line}L${right} ${y(0)}z` }),
    RUNGS.map((value) => [
      s("line", {
        class: value === 0.5 ? "rung even" : "rung",
        x1: LEFT,
        x2: wide - RIGHT,
        y1: y(value),
        y2: y(value),
      }),
      s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, percent(value, words.language)),
    ]).flat(),
    turns
      .map(({ turn, from }, n) => {
        const at = round(LEFT + from * (wide - LEFT - RIGHT));
        return n % skip
          ? null
          : [
              s("line", { class: "turn", x1: at, x2: at, y1: y(1), y2: y(0) + 5 }),
              s("text", { x: at + 4, y: TALL - 10 }, turn),
            ];
      })
      .flat(),
    s("path", { class: "course", d: `M${line}` }),
    marks.map((mark) =>
      s(
        "a",
        {
          href: `#${mark.kind}-${mark.at}`,
          class: `mark mark-${mark.kind}`,
          "aria-label": mark.label,
          transform: `translate(${x(mark.at)} ${y(chanceAt(points, mark.at))})`,
        },
        s("title", {}, mark.label),
        s("circle", { class: "hit", r: 13 }),
        shape(mark.kind, sides[mark.side].look.ground),
      ),
    ),
  );
}

/** Dice are square, decisions are arrows that fall. @param {string} kind @param {string} [fill] */
function shape(kind, fill) {
  if (kind === "roll")
    return s(
      "g",
      { class: "sign" },
      s("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2.5, fill }),
      s("circle", { class: "pip", r: 1.8 }),
    );
  return s("path", { class: "sign", d: "M-7 -6H7L0 7z", fill });
}

/** @param {Setting} setting */
function asTable({ words, found, sides }) {
  const rows = byTurn(found.points);
  return h(
    "details",
    { class: "as-table" },
    h("summary", {}, words.say("analysis.table")),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, words.say("analysis.table.turn")),
          sides.map((side) => h("th", { scope: "col" }, side.title)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ turn, chance }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, turn === null ? words.say("analysis.table.end") : words.turn(turn)),
            [chance, 1 - chance].map((one) => h("td", { class: "figure" }, percent(one, words.language))),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
