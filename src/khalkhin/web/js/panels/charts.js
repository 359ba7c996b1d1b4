// @ts-check
// The charts of a game, from the same data its rules use, with a badge for what is not printed.

import { fill, h } from "../dom.js";
import { explained } from "../glossary.js";
import { icon } from "../icons.js";
import { openDialog } from "./dialog.js";
import { cellWords, ruleLink } from "./parts.js";

/**
 * @typedef {import("../types.js").Chart} Chart
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {{chart: string, columns: string[]}} Lit  What stands out: columns of a chart.
 */

/**
 * @typedef {object} Charts
 * @property {(name: string, columns?: string[]) => void} open  Bring a chart into view, with columns that stand out.
 * @property {(lit: Lit | null) => void} mark  Let the columns stand out that count just now.
 */

/**
 * Every chart of the sheet.
 * @param {HTMLElement} root
 * @param {{sheet: GameSheet, words: Words}} props
 * @returns {Charts}
 */
export function createCharts(root, { sheet, words }) {
  const rules = new Set(sheet.rules.map((rule) => rule.number));
  /** @type {Charts["open"]} */
  const open = (name, columns) => {
    at = name;
    draw(columns ? { chart: name, columns } : now);
    const figure = root.querySelector(`[data-chart="${CSS.escape(name)}"]`);
    figure?.scrollIntoView({ block: "start" });
    figure?.querySelector("th.lit")?.scrollIntoView({ block: "nearest", inline: "center" });
    figure?.querySelector("h3")?.focus({ preventScroll: true });
  };
  const NONE = { chart: "", columns: [] };
  /** @type {Lit} */
  let now = NONE;
  /** The chart that was chosen. */
  let at = "";
  /** @param {Lit} lit */
  const draw = (lit) => {
    now = lit;
    const choice = h(
      "select",
      { onchange: () => open(choice.value) },
      sheet.charts.map((chart) =>
        h("option", { value: chart.name, selected: chart.name === at }, words.say(chart.title)),
      ),
    );
    fill(
      root,
      h(
        "div",
        { class: "panel-charts" },
        h("label", { class: "charts-jump" }, h("span", { class: "sr" }, words.say("panels.charts.jump")), choice),
        legend(words),
        sheet.charts.map((chart) => {
          const columns = chart.name === lit.chart ? lit.columns : [];
          return chartFigure(chart, words, rules, columns, () => enlarge(chart, words, rules, columns));
        }),
      ),
    );
  };
  draw(NONE);
  return {
    open,
    mark: (lit) => {
      if (JSON.stringify(lit ?? NONE) !== JSON.stringify(now)) draw(lit ?? NONE);
    },
  };
}

/**
 * A chart in a window of its own, as wide as the page has room for.
 * @param {Chart} chart
 * @param {Words} words
 * @param {Set<string>} rules
 * @param {string[]} lit
 */
function enlarge(chart, words, rules, lit) {
  openDialog(
    { title: words.say(chart.title), words, className: "chart-window" },
    legend(words),
    chartFigure(chart, words, rules, lit),
    h(
      "div",
      { class: "dialog-foot" },
      h("button", { type: "button", class: "btn", onclick: () => print() }, words.say("panels.print")),
    ),
  );
}

/**
 * How well a whole column is known, if all of it is known equally well; else "".
 * @param {Chart} chart
 * @param {number} c
 */
function columnTag(chart, c) {
  const tags = new Set(chart.rows.map((row) => row[c].tag));
  return tags.size === 1 ? [...tags][0] : "";
}

/** @param {Words} words */
function legend(words) {
  return h(
    "p",
    { class: "charts-legend" },
    h("span", {}, badge("derived", words), words.say("panels.charts.derived")),
    h("span", {}, badge("reconstructed", words), words.say("panels.charts.reconstructed")),
  );
}

/**
 * A small letter for a value that no rulebook prints.
 * @param {string} tag
 * @param {Words} words
 */
export function badge(tag, words) {
  const name = words.say(`tag.${tag}`);
  return h("abbr", { class: `badge badge-${tag}`, title: name, "aria-label": name }, words.say(`panels.tag.${tag}`));
}

/**
 * One chart as a table.
 * @param {Chart} chart
 * @param {Words} words
 * @param {Set<string>} rules  The numbers that can be opened.
 * @param {string[]} lit  The columns that stand out.
 * @param {(() => void) | null} [larger]  Show it larger.
 */
function chartFigure(chart, words, rules, lit, larger = null) {
  const stands = new Set(lit);
  const tags = chart.columns.map((_, c) => columnTag(chart, c));
  const heads = chart.columns.map((head, c) =>
    h(
      "th",
      {
        scope: "col",
        class: [stands.has(head) && "lit", isFigure(head) && "figure"].filter(Boolean).join(" ") || null,
      },
      cellWords(words, head),
      tags[c] === "printed" || tags[c] === "" ? null : badge(tags[c], words),
    ),
  );
  const rows = chart.rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell, c) => {
        const classes = [stands.has(chart.columns[c]) && "lit", isFigure(cell.value) && "figure"]
          .filter(Boolean)
          .join(" ");
        const content = [
          cellContent(cell.value, words, rules),
          cell.tag === "printed" || tags[c] ? null : badge(cell.tag, words),
        ];
        return c === 0
          ? h("th", { scope: "row", class: classes || null }, content)
          : h("td", { class: classes || null }, content);
      }),
    ),
  );
  const title = words.say(chart.title);
  return h(
    "figure",
    { class: "chart", "data-chart": chart.name },
    h(
      "figcaption",
      {},
      h("h3", { class: "quiet-focus", tabindex: "-1" }, title),
      chart.rule ? ruleLink(chart.rule) : null,
      larger && enlargeButton(title, words, larger),
    ),
    words.has(chart.note) ? h("p", { class: "chart-note" }, explained(words.say(chart.note), words)) : null,
    h(
      "div",
      { class: "chart-scroll", tabindex: "0", role: "group", "aria-label": title },
      h("table", { "aria-label": title }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    ),
  );
}

/** @param {string} title @param {Words} words @param {() => void} act */
function enlargeButton(title, words, act) {
  const label = words.say("panels.enlarge", { title });
  const attributes = {
    type: "button",
    class: "btn btn-quiet btn-icon",
    "aria-label": label,
    title: label,
    onclick: act,
  };
  return h("button", attributes, icon("fit", { size: 18 }));
}

/**
 * @param {any} value
 * @param {Words} words
 * @param {Set<string>} rules
 */
function cellContent(value, words, rules) {
  return typeof value === "string" && rules.has(value) ? ruleLink(value) : cellWords(words, value);
}

/** Whether a value is read as a figure, and set in the middle. @param {any} value @returns {boolean} */
function isFigure(value) {
  if (Array.isArray(value)) return value.length > 0 && value.every(isFigure);
  return typeof value === "number" || (typeof value === "string" && /^[-+−\d½¼¾–.]+$/.test(value));
}
