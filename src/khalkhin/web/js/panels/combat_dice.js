// @ts-check
// After the commit: the dice tumble, the row of the outcome lights up, and what came of it is told line by line.

import { chapter } from "../headings.js";
import { fill, h } from "../dom.js";
import { die, icon } from "../icons.js";
import { chanceBars, columnStrip } from "./combat_odds.js";
import { redraw } from "./redraw.js";
import { chancesIn, chartChances, chartOf, diceWays, hexesIn, linesBefore, openingOf, rollIn } from "./odds.js";
import { ways } from "./fractions.js";
import { totals } from "./combat_forces.js";
import { attackTitle, resultWords, ruleLink } from "./parts.js";

/**
 * @typedef {import("../types.js").Odds} Odds
 * @typedef {import("../types.js").LogLine} LogLine
 * @typedef {import("../types.js").View} View
 * @typedef {import("../words.js").Words} Words
 * @typedef {{at: number, dice: number[], column: string, result: string}} Roll
 */

const TUMBLE = 600;
const FACE = 60;
const STEP = 320;

/**
 * @param {HTMLElement} panel
 * @param {object} props
 * @param {import("../types.js").GameSheet} props.sheet
 * @param {Words} props.words
 * @param {import("./combat.js").CombatEvents} props.on
 * @param {(title: (Node | string)[], view: View) => (Node | null)[]} props.head
 */
export function createResolution(panel, { sheet, words, on, head }) {
  /** What was known before the dice. @type {import("./combat.js").Known | null} */
  let before = null;
  /** @type {string | null} */
  let shown = null;
  let told = 0;
  let run = 0;
  /** The run that tumbles or tells now; 0: none. */
  let going = 0;
  /** What there is to tell, as far as it is known. @type {LogLine[]} */
  let lines = [];

  /**
   * The odds as they turned out: what was hidden is told by the line that names the base column.
   * @param {LogLine[]} lines
   * @param {Roll} roll
   * @returns {Odds | null}
   */
  function finalOdds(lines, roll) {
    const odds = before?.odds;
    if (!odds?.columns.includes(roll.column)) return null;
    const told = lines.find((line) => line.params.base !== undefined && line.params.shifts)?.params;
    const shifts = told?.shifts ?? odds.shifts;
    const net = shifts.reduce((/** @type {number} */ sum, /** @type {{value: number}} */ one) => sum + one.value, 0);
    return {
      ...odds,
      ...told,
      shifts,
      net,
      base: told?.base ?? odds.base,
      column: roll.column,
      chances: chancesIn(odds, roll.column),
      cases: [],
      unknown: [],
      rolled: null,
      column_chances: {},
    };
  }

  /**
   * The chances of the column it came to: from the chart, for those told before may have counted other dice in.
   * @param {Roll} roll
   */
  function chances(roll) {
    const chart = chartOf(sheet.charts, roll);
    const all = chart ? chartChances(chart, roll.column) : before?.odds ? chancesIn(before.odds, roll.column) : null;
    return all && { all, count: ways(Object.values(all), diceWays(chart)) };
  }

  /**
   * @param {LogLine[]} lines
   * @param {Roll} roll
   * @param {View} view
   */
  function draw(lines, roll, view) {
    const opening = openingOf(lines, roll.at);
    const aimed = hexesIn(lines.slice(opening ? lines.indexOf(opening) : 0, roll.at + 1));
    // What was known before may be of another battle.
    if (
      before &&
      aimed.length &&
      !aimed.some((hex) => hex === before?.plan.target || before?.plan.targets?.includes(hex))
    )
      before = null;
    const first = opening ?? lines.find((line) => line.params.hex ?? line.params.hexes) ?? lines[0];
    const odds = finalOdds(lines, roll);
    const dice = h("div", { class: "dice", role: "img", "aria-label": words.say("panels.combat.rolling") });
    const outcome = h("p", { class: "outcome", role: "status" });
    const bars = h("div", { class: "combat-outcomes" });
    const steps = h(
      "ol",
      { class: "steps", "aria-label": words.say("panels.combat.steps") },
      // Where no columns are shown, the line of the roll itself says whose it was and in which column.
      odds ? [] : lines.slice(roll.at, roll.at + 1).map(step),
    );
    const why = h(
      "ul",
      { class: "combat-why", "aria-label": words.say("panels.combat.why") },
      linesBefore(lines, roll.at).map(step),
    );
    const side = before ? before.plan.side : sideOf(first);
    const mine = before ? before.mine : view.side === null ? null : side === view.side;
    const [kind, hex] = before
      ? [before.plan.kind, before.plan.target]
      : [first?.key.split(".").pop() ?? "", String(aimed[0] ?? "")];
    redraw(
      panel,
      h(
        "header",
        { class: "combat-head is-resolved" },
        head(attackTitle(words, kind, hex, mine ? null : (side ?? null)), view),
        h("div", { class: "rolled" }, dice, outcome, odds && odds.defence !== null ? totals(odds, words) : null),
      ),
      h("div", { class: "combat-body" }, odds ? columnStrip(odds, words) : null, why, bars, steps),
      h(
        "footer",
        { class: "combat-foot" },
        h("p", { class: "combat-source" }),
        h(
          "button",
          {
            class: "btn btn-primary",
            type: "button",
            "data-key": "go-on",
            "aria-keyshortcuts": "e",
            onclick: on.close,
          },
          icon("check", { size: 20 }),
          words.say("panels.combat.go-on"),
          h("kbd", {}, "E"),
        ),
      ),
    );
    const found = chances(roll);
    /** @param {string | null} chosen */
    const light = (chosen) => {
      if (found) fill(bars, chanceBars(found.all, before?.odds?.kinds ?? {}, found.count, words, { mine, chosen }));
      bars.querySelector(".is-chosen")?.scrollIntoView({ block: "nearest" });
    };
    return { dice, outcome, steps, light };
  }

  /** Whose units a line names first. @param {LogLine | undefined} line */
  function sideOf(line) {
    const units = line?.params.units;
    return line?.params.side ?? (Array.isArray(units) ? sheet.units[units[0]]?.side : undefined);
  }

  /** @param {LogLine} line */
  function step(line) {
    return h("li", {}, h("span", {}, words.say(line.key, line.params)), line.rule ? [" ", ruleLink(line.rule)] : null);
  }

  return {
    open: () => shown !== null,
    stop() {
      run += 1;
      going = 0;
      shown = null;
      told = 0;
    },
    /**
     * @param {LogLine[]} news
     * @param {{view: View, known: import("./combat.js").Known | null, calm: boolean}} how
     */
    async resolve(news, { view, known, calm }) {
      lines = news;
      const roll = rollIn(lines);
      const mark = roll ? JSON.stringify(lines[roll.at]) : shown;
      // Losses may come while the dice still tumble: these dice come to rest first, then they are told too.
      if (going && mark === shown) return;
      const mine = ++run;
      going = mine;
      const current = () => mine === run;
      if (roll && mark !== shown) {
        told = roll.at + 1;
        shown = mark;
        before = known;
        const { dice, outcome, light } = draw(lines, roll, view);
        light(null);
        await tumble(dice, roll.dice, calm, current);
        if (!current()) return;
        dice.setAttribute("aria-label", roll.dice.join(" + "));
        fill(outcome, h("strong", {}, codeOf(roll.result)), h("span", {}, resultWords(words, roll.result)));
        light(roll.result);
      }
      const list = panel.querySelector(".steps");
      // What comes after the next heading is no longer of this combat.
      const end = () => (roll ? roll.at + 1 + chapter(lines.slice(roll.at + 1)).length : chapter(lines).length);
      while (list && told < end() && current()) {
        list.append(step(lines[told]));
        told += 1;
        if (!calm) await pause(STEP);
      }
      if (current()) going = 0;
    },
  };
}

/** The code of a result: "@air.H2" is H2. @param {string} result */
const codeOf = (result) => result.replace(/^@[^.]+\./, "");

/**
 * @param {HTMLElement} root
 * @param {number[]} faces
 * @param {boolean} calm
 * @param {() => boolean} current
 */
async function tumble(root, faces, calm, current) {
  root.classList.toggle("is-tumbling", !calm);
  for (let time = 0; !calm && time < TUMBLE && current(); time += FACE) {
    fill(
      root,
      faces.map(() => die(1 + Math.floor(Math.random() * 6), 52)),
    );
    await pause(FACE);
  }
  root.classList.remove("is-tumbling");
  if (current())
    fill(
      root,
      faces.map((face) => die(face, 52)),
    );
}

/** @param {number} time */
function pause(time) {
  return new Promise((done) => {
    setTimeout(done, time);
  });
}
