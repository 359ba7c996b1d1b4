// @ts-check
// Odds before a move in words: a line for each attack, and for the side panel what it is made of.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { percent, fraction } from "../panels/fractions.js";
import { counted, waysOf } from "../panels/odds.js";
import { columnWords, ruleLink, shiftWords, signed } from "../panels/parts.js";
import { handUnits } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("../types.js").Prospect} Prospect */

/** More attacks than this are counted, not told, beside the hex. */
const MOST = 2;

/**
 * A chance as a range of per cents: "39 %", or "22 to 61 %" where something is hidden.
 * @param {Words} words
 * @param {[string, string]} win
 */
function chance(words, win) {
  const [least, most] = win.map((one) => fraction(one)).map(({ n, d }) => percent(n / d, words.language, 0));
  return least === most ? most : words.say("desk.ahead.range", { least: least.replace(/\s*%$/, ""), most });
}

/**
 * The chance to win, on each table that may be chosen later: "67 % (Raid), 83 % (Assault)".
 * @param {Words} words
 * @param {Prospect} attack
 */
function chances(words, { odds, others = [], win }) {
  if (!others.length) return chance(words, win);
  const told = [odds, ...others].map((one) =>
    words.say("desk.ahead.table", { win: chance(words, winOn(one)), table: `@table.${one.table}` }),
  );
  return told.join(", ");
}

/**
 * The least and the greatest chance to win on a table.
 * @param {import("../types.js").Odds} odds
 * @returns {[string, string]}
 */
function winOn(odds) {
  const all = waysOf(odds, undefined);
  const possible = odds.chances ? [odds.chances] : odds.cases.map((one) => one.chances);
  const wins = possible.map((one) => counted(one, odds.kinds, "win", all));
  return [`${Math.min(...wins)}/${all}`, `${Math.max(...wins)}/${all}`];
}

/**
 * One attack in a line: "Attack on 1319: 17 against 7 (2-1, Rough −1): win 39 %".
 * @param {Words} words
 * @param {Prospect} attack
 */
export function attackLine(words, attack) {
  const { target, odds } = attack;
  const known = odds.defence !== null && odds.base !== null;
  const base = known ? columnWords(words, odds.table, String(odds.base)) : words.say("desk.ahead.hidden");
  const shifts = odds.shifts.map((shift) => `${shiftWords(words, shift)} ${signed(shift.value)}`);
  return words.say("desk.ahead", {
    hex: target,
    attack: odds.attack,
    defence: odds.defence ?? "?",
    how: [base, ...shifts].join(", "),
    win: chances(words, attack),
  });
}

/**
 * What the hex that is pointed at would mean, in sentences.
 * @param {Desk} desk
 * @returns {string[]}
 */
export function aheadLines(desk) {
  const now = desk.ahead.now();
  if (!now) return [];
  const { attacks, rule } = now.told;
  const must = rule ? [desk.words.say("desk.ahead.must", { rule })] : [];
  return [...attacks.map((attack) => attackLine(desk.words, attack)), ...must];
}

/**
 * The same in a few words, beside the hex.
 * @param {Desk} desk
 * @returns {import("../types.js").Picture["ahead"]}
 */
export function aheadTip(desk) {
  const now = desk.ahead.now();
  if (!now) return null;
  const { words } = desk;
  const { attacks, rule } = now.told;
  const lines = attacks.slice(0, MOST).map((attack) =>
    words.say("desk.ahead.tip", {
      hex: attack.target,
      attack: attack.odds.attack,
      defence: attack.odds.defence ?? "?",
      win: chances(words, attack),
    }),
  );
  const unseen = attacks.some(({ odds }) => odds.hidden) ? [words.say("desk.ahead.unseen")] : [];
  const more = attacks.length > MOST ? [words.say("desk.ahead.more", { count: attacks.length - MOST })] : [];
  const must = rule ? [words.say("desk.ahead.must", { rule })] : [];
  return { hex: now.hex, targets: attacks.map(({ target }) => target), lines: [...must, ...lines, ...unseen, ...more] };
}

/** The same for the side panel, with every shift and its rule. @param {Desk} desk */
export function aheadSection(desk) {
  const now = desk.ahead.now();
  if (!now) return null;
  const { words } = desk;
  const { rule, attacks } = now.told;
  return h(
    "section",
    { class: "ahead", "aria-label": words.say("desk.ahead.title") },
    rule
      ? h(
          "p",
          { class: "callout callout-warn" },
          icon("target"),
          h("span", {}, words.say("desk.ahead.must-all"), " ", ruleLink(rule)),
        )
      : null,
    attacks.flatMap((attack) => [table(desk, attack), cases(words, attack.odds)]),
  );
}

/** @param {Desk} desk @param {Prospect} attack */
function table(desk, attack) {
  const { words } = desk;
  const { target, units, odds } = attack;
  const hand = new Set(handUnits(desk.view));
  const friends = units.filter((unit) => !hand.has(unit));
  return h(
    "table",
    { class: "lines", "data-ahead": target },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("strong", {}, words.say("desk.ahead.on", { hex: target }))),
        h("td", {}, h("strong", {}, words.say("desk.ahead.win", { win: chances(words, attack) }))),
      ),
    ),
    h(
      "tbody",
      {},
      friends.length ? row(words.say("desk.ahead.with", { units: friends }), "") : null,
      row(
        words.say("desk.ahead.against", { attack: odds.attack, defence: odds.defence ?? "?" }),
        odds.base === null ? "" : columnWords(words, odds.table, odds.base),
        odds.hidden ?? "",
      ),
      odds.hidden ? row(words.say("desk.ahead.unseen"), "?") : null,
      odds.shifts.map((shift) => row(shiftWords(words, shift), signed(shift.value), shift.rule)),
      odds.column !== null && odds.shifts.length
        ? row(words.say("panels.combat.column"), columnWords(words, odds.table, odds.column))
        : null,
      odds.unknown.map((rule) => row(words.say("panels.combat.may-shift"), "?", rule)),
    ),
  );
}

/**
 * What each possible defence would mean, where it is hidden.
 * @param {Words} words
 * @param {import("../types.js").Odds} odds
 */
function cases(words, odds) {
  if (odds.cases.length < 2) return null;
  const all = waysOf(odds, undefined);
  return h(
    "details",
    { class: "ahead-cases" },
    h("summary", {}, words.say("desk.ahead.cases")),
    h(
      "table",
      { class: "lines" },
      h(
        "tbody",
        {},
        odds.cases.map((one) =>
          row(
            `${words.say("panels.combat.if")} ${one.defence.replace("-", "\u2013")}`,
            percent(counted(one.chances, odds.kinds, "win", all) / all, words.language, 0),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} text @param {string} value @param {string} [rule] */
function row(text, value, rule) {
  return h("tr", {}, h("th", { scope: "row" }, text, rule ? [" ", ruleLink(rule)] : null), h("td", {}, value));
}
