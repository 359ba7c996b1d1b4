// @ts-check
// The combat panel: who attacks whom, every shift with its rule, the exact chances before anything is committed, then the
// dice and what they do. It works from plans, odds and offers alone and knows no game.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { alternatives, caseBars, chanceBars, columnStrip, shiftList, verdict } from "./combat_odds.js";
import { createResolution } from "./combat_dice.js";
import { commitRow, forces } from "./combat_forces.js";
import { foot, verbWords } from "./combat_foot.js";
import { declared } from "./declared.js";
import { redraw } from "./redraw.js";
import { waysOf } from "./odds.js";
import { Places } from "./combat_places.js";
import { attackTitle } from "./parts.js";
import { Wishes } from "./wishes.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("../types.js").Plan} Plan
 * @typedef {import("../types.js").Odds} Odds
 * @typedef {import("../types.js").Offer} Offer
 * @typedef {import("../types.js").LogLine} LogLine
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {import("./odds.js").Decision} Decision
 */

/**
 * @typedef {object} CombatEvents
 * @property {(say: Decision[]) => void} say  Say these decisions.
 * @property {() => Decision[]} said  What the reader said that is in hand and can be taken back, in its order.
 * @property {(verb: string, units: string[]) => void} join  Say several units at once, and of those that may not come leave out.
 * @property {(said: Decision, instead?: number) => void} amend  Leave out one thing of that, or put another number in its place.
 * @property {(verb: string, value: number) => Promise<boolean>} number  Say a number, or another one in its place; 0: none.
 * @property {() => void} back  Take the last decision back (Back, Escape).
 * @property {() => void} notAgain  Pass, and pass by itself until the phase ends.
 * @property {() => void} askAgain  Ask again what is passed by itself.
 * @property {() => void} close  Put the panel away; what is in hand stays in hand.
 * @property {(verb: string) => Promise<import("../types.js").Reason | null>} [why]  What speaks against saying a verb now.
 * @property {(verb: string, noun?: import("../types.js").Noun) => import("./effect.js").Effect | null} [effect]  What saying something now would do.
 * @property {(unit: string | null) => void} [point]  The counter under the pointer, to light it up on the map.
 * @property {() => HTMLElement | null} [strip]  What a lesson or the coach says meanwhile, over the foot.
 * @property {(name: string, columns: string[]) => void} [chart]  Show a chart, with the columns that count here.
 */

/**
 * @typedef {object} CombatProps
 * @property {View} view
 * @property {Prompt | null} prompt  What the reader is asked; null while somebody else decides.
 * @property {Plan} plan
 * @property {Odds | null} odds  Null until there is something to work out.
 * @property {boolean} busy  A decision is on its way.
 * @property {boolean} live  The reader may decide here (not a replay, not a spectator).
 * @property {boolean} undo  Something can be taken back.
 * @property {number} number  Of the position.
 * @property {{may: boolean, on: boolean}} quiet  Whether the question may be passed from now on, and whether some are.
 * @property {"left" | "right"} [dock]  On which side of the map, so that the target stays in view; right.
 */

/** @typedef {{odds: Odds | null, plan: Plan, mine: boolean | null}} Known  What is known of a battle before its dice; `mine`: null to who only watches. */

/**
 * @typedef {object} Combat
 * @property {(props: CombatProps) => void} show
 * @property {(lines: LogLine[], how: {view: View, known: Known | null, calm: boolean, dock?: "left" | "right"}) => Promise<void>} resolve  After the
 *     commit: the log's new lines, roll included. Dice tumble, the outcome's row lights up, then line by line what came of it.
 *     `calm`: without motion. Calling it again with more lines goes on. Works without a `show` before it.
 * @property {() => void} hide
 * @property {() => boolean} open  Whether the panel is there.
 */

/**
 * @param {HTMLElement} root  Laid over the map; the panel is placed in it.
 * @param {{sheet: GameSheet, words: Words, art?: unknown, on: CombatEvents}} props  Counters are drawn from the symbols of
 *     counters.svg, which has to be in the page.
 * @returns {Combat}
 */
export function createCombat(root, { sheet, words, on }) {
  const panel = h("section", { class: "combat", role: "region", "aria-labelledby": "combat-title", hidden: true });
  fill(root, panel);
  /** @type {CombatProps | null} */
  let last = null;
  /** What has been pressed once, since it uses something up, and at which position. @type {{said: Decision, number: number} | null} */
  let first = null;
  /** The numbers a verb was offered with: once it is said, the offer is gone. @type {Map<string, number[]>} */
  const ranges = new Map();
  const places = new Places();
  const wishes = new Wishes({ say: on.number, refused: () => last && show(last) });
  const resolution = createResolution(panel, { sheet, words, on, head: (title, view) => head(title, view) });

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (last?.live && last.prompt && last.undo && !resolution.open()) on.back();
    else on.close();
  }
  panel.addEventListener("keydown", keyed);

  /**
   * @param {(Node | string)[]} title
   * @param {View} view
   */
  function head(title, { phase: key }) {
    const phase = words.has(key) ? words.say(key) : "";
    return [
      h("p", { class: "caption" }, h("span", { class: "combat-game" }, sheet.title, phase ? " \u00b7 " : ""), phase),
      h("h2", { id: "combat-title", class: "combat-title quiet-focus", tabindex: "-1" }, title),
      h(
        "button",
        {
          class: "btn btn-quiet btn-icon combat-close",
          type: "button",
          "aria-label": words.say("panels.close"),
          onclick: on.close,
        },
        icon("close", { size: 22 }),
      ),
    ];
  }

  /** What would be used up is told of first; null: it is left. @param {Decision | null} said */
  function ask(said) {
    if (!last) return;
    first = said && { said, number: last.number };
    show(last);
  }

  /** @type {Combat["show"]} */
  function show(props) {
    const { plan, odds, view, prompt } = props;
    if (!props.live || last?.plan.target !== plan.target) wishes.forget();
    const before = last;
    last = props;
    const mine = view.side === null ? null : view.side === plan.side;
    resolution.stop();
    remember(props);
    const chart = odds ? sheet.charts.find((one) => one.name === odds.table) : undefined;
    const others = view.details.alternatives ?? byTable(odds, view.details.others);
    places.of(plan);
    if (first?.number !== props.number) first = null;
    const pending = first?.said ?? null;
    const said = props.live ? on.said() : [];
    const context = { sheet, words, on, props, ranges, places, wishes, said, pending, ask };
    const choosing = props.live && prompt?.offers.some(({ kind }) => kind === "unit" || kind === "number");
    // What the last press led to is read first: the next Enter must not answer it.
    const held = document.activeElement;
    if (
      before?.number !== props.number &&
      held instanceof HTMLElement &&
      "answer" in held.dataset &&
      panel.contains(held)
    )
      panel.querySelector("h2")?.focus({ preventScroll: true });
    redraw(
      panel,
      h(
        "header",
        { class: "combat-head" },
        head(attackTitle(words, plan.kind, (plan.targets ?? [plan.target]).join(", "), mine ? null : plan.side), view),
        forces(context),
      ),
      h(
        "div",
        { class: "combat-body" },
        commitRow(context),
        odds ? [columnStrip(odds, words), shiftList(odds, words)] : null,
        h(
          "div",
          { class: "combat-outcomes" },
          others
            ? alternatives(others, odds, sheet.charts, words, { mine, verb: wordVerb(prompt) })
            : odds
              ? outcomes(odds, chart, mine, prompt)
              : null,
        ),
        mine && prompt ? declared(view.details, sheet, words, props.live ? targets(prompt) : []) : null,
      ),
      h(
        "div",
        { class: "combat-verdict" },
        others || !plan.units.length ? null : verdict(odds, odds ? waysOf(odds, chart) : 0, words, mine),
      ),
      ...[on.strip?.() ?? []].flat(),
      foot({ ...context, busy: props.busy, chart }),
    );
    panel.dataset.dock = props.dock ?? "right";
    panel.toggleAttribute("aria-busy", props.busy);
    panel.toggleAttribute("data-choosing", Boolean(choosing || context.said.length));
    panel.hidden = false;
  }

  /** @param {CombatProps} props */
  function remember({ prompt, plan }) {
    for (const offer of prompt?.offers ?? []) {
      if (offer.kind === "number" && offer.nouns.length)
        ranges.set(`${plan.kind} ${plan.target} ${offer.verb}`, offer.nouns.map(Number));
    }
  }

  /** By which the alternatives are named: tables, where there is no question. @param {Prompt | null} prompt */
  const wordVerb = (prompt) => prompt?.offers.find((offer) => offer.kind === "word")?.verb ?? "table";

  /** @param {Odds | null} odds @param {Odds[]} [others] */
  const byTable = (odds, others) =>
    odds && others?.length ? Object.fromEntries([odds, ...others].map((one) => [one.table, one])) : undefined;

  /**
   * @param {Odds} odds
   * @param {import("../types.js").Chart | undefined} chart
   * @param {boolean | null} mine
   * @param {Prompt | null} prompt
   */
  function outcomes(odds, chart, mine, prompt) {
    const all = waysOf(odds, chart);
    if (odds.chances)
      return chanceBars(odds.chances, odds.kinds, all, words, {
        mine,
        table: odds.table,
      });
    return odds.cases.length
      ? caseBars(odds, all, words, { mine, declared: prompt === null, rule: odds.hidden || prompt?.rule || "" })
      : null;
  }

  /**
   * Further hexes that attacks can be declared on, by what naming them does.
   * @param {Prompt} prompt
   */
  function targets(prompt) {
    return prompt.offers
      .filter((offer) => offer.kind === "hex" && offer.nouns.length)
      .map(({ verb, nouns }) => ({
        label: verbWords(words, prompt, verb),
        verb,
        hexes: nouns.map(String),
        act: (/** @type {string} */ hex) => on.say([{ verb, noun: hex }]),
      }));
  }

  return {
    show,
    async resolve(lines, how) {
      panel.hidden = false;
      panel.removeAttribute("data-choosing");
      panel.dataset.dock = how.dock ?? panel.dataset.dock ?? "right";
      await resolution.resolve(lines, how);
    },
    hide() {
      resolution.stop();
      wishes.forget();
      panel.hidden = true;
      last = null;
      fill(panel);
    },
    open: () => !panel.hidden,
  };
}
