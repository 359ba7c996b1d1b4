// @ts-check
// The middle of the combat panel: columns, shifts, and the chance of every result.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { byKind, counted, KINDS, ordered, ranges, strip, waysOf } from "./odds.js";
import { count, percent } from "./fractions.js";
import { columnWords, marked, resultWords, ruleLink, shiftWords, signed } from "./parts.js";

/**
 * @typedef {import("../types.js").Odds} Odds
 * @typedef {import("../types.js").Outcome} Outcome
 * @typedef {import("../words.js").Words} Words
 */

/** What a shift is about -> its icon; the sign's own for the rest. */
const ABOUT = { terrain: "zones", river: "changes", air: "air", supply: "supply", armour: "layers", shock: "layers" };

/**
 * The columns in a row: the base has a frame, the final one is filled, the possible ones are tinted.
 * @param {Odds} odds
 * @param {Words} words
 */
export function columnStrip(odds, words) {
  const all = strip(odds);
  const cells = all.map(({ name, is, chance }) =>
    h(
      "li",
      { class: is ? `column is-${is}` : "column" },
      name,
      is ? h("span", { class: "sr" }, `, ${words.say(`panels.combat.column.${is}`)}${chance ? ", " : ""}`) : null,
      chance ? h("span", { class: "column-chance figure" }, chance) : null,
    ),
  );
  return h(
    "section",
    { class: all.some(({ chance }) => chance) ? "combat-columns is-spread" : "combat-columns" },
    h(
      "div",
      { class: "combat-line" },
      h("h3", { class: "caption" }, words.say("panels.combat.columns")),
      h("p", { class: "combat-base" }, baseWords(odds, words)),
    ),
    h("ol", { class: "columns" }, cells),
  );
}

/**
 * @param {Odds} odds
 * @param {Words} words
 */
function baseWords(odds, words) {
  if (odds.base === null && odds.column !== null) return null;
  if (odds.base === null) {
    const possible = new Set(odds.cases.map((one) => one.column)).size;
    return marked(words, "panels.combat.net", { net: signed(odds.net), count: possible });
  }
  const way = odds.net > 0 ? "right" : odds.net < 0 ? "left" : "none";
  const base = marked(words, `panels.combat.base.${way}`, {
    base: columnWords(words, odds.table, odds.base),
    net: Math.abs(odds.net),
  });
  return odds.rolled
    ? [...base, ", ", ...marked(words, "panels.combat.then-dice", { range: rangeOf(odds.rolled) })]
    : base;
}

/**
 * Every shift with its rule, and what may shift further but is hidden.
 * @param {Odds} odds
 * @param {Words} words
 */
export function shiftList(odds, words) {
  const known = odds.shifts.map((shift) => {
    const sign = shift.value > 0 ? "plus" : shift.value < 0 ? "minus" : "zero";
    return shiftRow(sign, shiftIcon(shift), shiftWords(words, shift), shift.rule, signed(shift.value));
  });
  const hidden = odds.unknown.map((rule) => shiftRow("hidden", "eye", words.say("panels.combat.may-shift"), rule, "?"));
  const { rolled } = odds;
  const dice = rolled
    ? shiftRow(
        rolled.most > 0 ? "plus" : "minus",
        "dice",
        shiftWords(words, { ...rolled, value: 0 }),
        rolled.rule,
        rangeOf(rolled),
      )
    : null;
  const none =
    known.length + hidden.length || dice
      ? null
      : h(
          "li",
          { class: "shift is-zero" },
          h("span", { class: "shift-icon" }, icon("minus", { size: 18 })),
          h("span", { class: "shift-text" }, words.say("panels.combat.no-shifts")),
          h("span"),
          h("span", { class: "shift-value" }, "0"),
        );
  return h("ul", { class: "shifts", "aria-label": words.say("panels.combat.shifts") }, known, dice, hidden, none);
}

/** What dice may still shift, from the least to the most: +0–2. @param {{least: number, most: number}} rolled */
function rangeOf({ least, most }) {
  return least >= 0 ? `+${least}–${most}` : `${signed(least)} … ${signed(most)}`;
}

/**
 * @param {string} sign
 * @param {string} picture
 * @param {string} text
 * @param {string} rule
 * @param {string} value
 */
function shiftRow(sign, picture, text, rule, value) {
  return h(
    "li",
    { class: `shift is-${sign}` },
    h("span", { class: "shift-icon" }, icon(picture, { size: 20 })),
    h("span", { class: "shift-text" }, text),
    rule ? ruleLink(rule) : h("span"),
    h("span", { class: "shift-value" }, value),
  );
}

/** @param {import("../types.js").Shift} shift */
function shiftIcon(shift) {
  if (!shift.value) return "minus";
  const about = Object.entries(ABOUT).find(([word]) => shift.key.includes(word));
  return about ? about[1] : shift.value > 0 ? "check" : "undo";
}

/**
 * Several tables beside one another: what each would bring, and the button that chooses it.
 * @param {Record<string, Odds>} all
 * @param {Odds | null} shown  What is shown above them: only what differs from that is said again.
 * @param {import("../types.js").Chart[]} charts
 * @param {Words} words
 * @param {{mine: boolean | null, verb: string}} how
 */
export function alternatives(all, shown, charts, words, { mine, verb }) {
  return h(
    "div",
    { class: "alternatives" },
    Object.entries(all).map(([noun, odds]) => {
      const key = `${verb}.${noun}`;
      const chances = odds.chances ?? {};
      const rows = waysOf(
        odds,
        charts.find((one) => one.name === odds.table),
      );
      return h(
        "section",
        { class: "alternative" },
        h("h3", {}, words.has(key) ? words.say(key) : noun),
        odds.column === shown?.column ? null : [columnName(odds, words), shiftList(odds, words)],
        odds.chances ? chanceBars(chances, odds.kinds, rows, words, { mine, headed: true }) : null,
      );
    }),
  );
}

/** @param {Odds} odds @param {Words} words */
function columnName({ table, column }, words) {
  return h(
    "p",
    { class: "quiet" },
    column === null ? "" : `${words.say("panels.combat.column")} ${columnWords(words, table, column)}`,
  );
}

// -- chances

/**
 * Headline figures and one bar for every result.
 * @param {Record<string, string>} chances
 * @param {Record<string, Outcome>} kinds
 * @param {number} all  In so many ways.
 * @param {Words} words
 * @param {{mine: boolean | null, headed?: boolean, chosen?: string | null, table?: string}} how  Whose attack it is; with the dice, the result that came.
 */
export function chanceBars(chances, kinds, all, words, { mine, headed = false, chosen = null, table }) {
  const most = Math.max(...Object.values(chances).map((chance) => count(chance, all)), 1);
  const rows = ordered(chances, kinds).map((result) => {
    const n = count(chances[result], all);
    const kind = kinds[result] ?? "stalemate";
    const state = chosen === null ? "" : result === chosen ? " is-chosen" : " is-past";
    return h(
      "tr",
      { class: `chance${state}`, "data-result": result, title: resultWords(words, result, table) },
      h("th", { scope: "row", class: "chance-code" }, result),
      h(
        "td",
        { class: "chance-text" },
        resultWords(words, result, table),
        h("span", { class: "sr" }, `, ${kindWords(kind, mine, words)}`),
      ),
      h(
        "td",
        { class: "chance-track" },
        h("div", { class: "track" }, bar(toneOf(kind, mine), n / most, `chance-${result}`)),
      ),
      h("td", { class: "chance-count" }, `${n}/${all}`),
      h("td", { class: "chance-percent" }, percent(n / all, words.language)),
    );
  });
  return h(
    "section",
    { class: "combat-chances" },
    !headed ? null : headlines([chances], kinds, all, words, mine),
    h(
      "table",
      { class: "chances" },
      h("caption", { class: "sr" }, words.say("panels.combat.chances", { count: all })),
      h("tbody", {}, rows),
    ),
  );
}

/**
 * What it comes to, in a line: how likely it is to win, and whatever else can happen; where the defence is hidden, from the
 * worst case to the best.
 * @param {Odds | null} odds
 * @param {number} all
 * @param {Words} words
 * @param {boolean | null} mine
 */
export function verdict(odds, all, words, mine) {
  if (odds?.chances) return headlines([odds.chances], odds.kinds, all, words, mine);
  const cases = odds?.cases ?? [];
  return headlines(
    cases.map((one) => one.chances),
    odds?.kinds ?? {},
    all,
    words,
    mine,
  );
}

/**
 * How likely winning is and everything else that can happen, so that the parts make up the whole; from the worst of several
 * cases to the best.
 * @param {Record<string, string>[]} cases
 * @param {Record<string, Outcome>} kinds
 * @param {number} all
 * @param {Words} words
 * @param {boolean | null} mine
 */
function headlines(cases, kinds, all, words, mine) {
  return h(
    "div",
    { class: "headlines" },
    ranges(cases, kinds, all).map(({ kind, least, most }) => {
      const [low, high] = [least, most].map((n) => percent(n / all, words.language));
      return h(
        "p",
        { class: `headline is-${toneOf(kind, mine)}` },
        h("strong", {}, low === high ? low : words.say("panels.combat.range", { least: low, most: high })),
        " ",
        h("span", {}, kindWords(kind, mine, words)),
      );
    }),
  );
}

/**
 * The colour of a kind of outcome: what is good for the attacker is bad for whoever is attacked.
 * @param {Outcome} kind
 * @param {boolean | null} mine  Whether the reader attacks; null: he only watches, and sees it as the attacker does.
 */
export function toneOf(kind, mine) {
  if (mine !== false || (kind !== "win" && kind !== "loss")) return kind;
  return kind === "win" ? "loss" : "win";
}

/**
 * What a kind of outcome means to the reader.
 * @param {Outcome} kind
 * @param {boolean | null} mine
 * @param {Words} words
 */
function kindWords(kind, mine, words) {
  return words.say(`panels.kind.${kind}${mine ? "" : ".other"}`);
}

/**
 * @param {Outcome} kind
 * @param {number} share
 * @param {string} key  Bars of one key move from their old length to the new one.
 */
function bar(kind, share, key) {
  return h("div", { class: `bar is-${kind}`, "data-bar": key, style: { width: `${share * 100}%` } });
}

/**
 * Where the defence is hidden: what every possible defence would mean, one stacked bar each.
 * @param {Odds} odds
 * @param {number} all
 * @param {Words} words
 * @param {{mine: boolean | null, declared: boolean, rule: string}} how  Whose attack it is, whether it is declared, what hides the defence.
 */
export function caseBars(odds, all, words, { mine, declared, rule }) {
  const rows = odds.cases.map((one) => {
    const wins = counted(one.chances, odds.kinds, "win", all);
    return h(
      "tr",
      { class: "case" },
      h(
        "th",
        { scope: "row", class: "case-defence" },
        h("span", { class: "case-if" }, words.say("panels.combat.if"), " "),
        h("b", {}, one.defence.replace("-", "\u2013")),
      ),
      h("td", { class: "case-column" }, one.column),
      h("td", { class: "case-bar" }, stack(byKind(one.chances, odds.kinds, all), all, words, mine)),
      h("td", { class: "case-percent" }, percent(wins / all, words.language)),
    );
  });
  return h(
    "section",
    { class: "combat-cases" },
    h(
      "p",
      { class: "callout callout-warn" },
      icon("eye", { size: 20 }),
      h(
        "span",
        {},
        words.say(declared ? "panels.combat.hidden-still" : "panels.combat.hidden"),
        " ",
        rule ? ruleLink(rule) : null,
      ),
    ),
    h(
      "table",
      { class: "cases" },
      h(
        "caption",
        { class: "caption" },
        h("span", { class: "cases-if" }, words.say("panels.combat.if-defence"), " \u00b7 "),
        words.say("panels.combat.chances", { count: all }),
      ),
      h(
        "thead",
        { class: "sr" },
        h(
          "tr",
          {},
          ["panels.combat.defence", "panels.combat.column", "panels.combat.outcomes", "panels.kind.win"].map((key) =>
            h("th", { scope: "col" }, words.say(key)),
          ),
        ),
      ),
      h("tbody", {}, rows),
    ),
    legend(odds, words, mine),
  );
}

/**
 * @param {{kind: Outcome, count: number}[]} kinds
 * @param {number} all
 * @param {Words} words
 * @param {boolean | null} mine
 */
function stack(kinds, all, words, mine) {
  return h(
    "div",
    { class: "stacked" },
    kinds.map(({ kind, count: n }) =>
      h(
        "div",
        { class: `bar is-${toneOf(kind, mine)}`, style: { width: `${(n / all) * 100}%` } },
        h("span", { class: "bar-count", "aria-hidden": "true" }, n),
        h("span", { class: "sr" }, `${n} ${kindWords(kind, mine, words)} `),
      ),
    ),
  );
}

/**
 * @param {Odds} odds
 * @param {Words} words
 * @param {boolean | null} mine
 */
function legend(odds, words, mine) {
  const there = KINDS.filter((kind) =>
    odds.cases.some((one) => Object.keys(one.chances).some((result) => (odds.kinds[result] ?? "stalemate") === kind)),
  );
  return h(
    "ul",
    { class: "legend", "aria-hidden": "true" },
    there.map((kind) =>
      h("li", {}, h("span", { class: `swatch bar is-${toneOf(kind, mine)}` }), kindWords(kind, mine, words)),
    ),
  );
}
