// @ts-check
// What lies beside the map: points so far, pools, reinforcements on the turn track, boxes and losses.

import { fill, h, withStyles } from "../dom.js";
import { hasIcon, icon } from "../icons.js";
import { counterFace, markOf, ruleLink } from "./parts.js";
import { counterItem, looks, piles, shelf, sidesOf } from "./shelf.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").ScoreLine} ScoreLine
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} DisplayEvents
 * @property {(unit: string) => void} unit  A counter off the map is picked.
 * @property {(unit: string | null) => void} [point]
 * @property {(unit: string) => void} [back]  A counter that was bought is put back.
 * @typedef {object} Display
 * @property {(props: {view: View, act?: Set<string>, selected?: Set<string>}) => void} show  `act`: who can be picked now.
 */

/**
 * @param {HTMLElement} root
 * @param {{sheet: GameSheet, words: Words, on: DisplayEvents}} props
 * @returns {Display}
 */
export function createDisplay(root, { sheet, words, on }) {
  /** The contingent that is shown alone while buying. @type {string | null} */
  let only = null;
  /** Few games sell counters: the shop is fetched when one does. @type {typeof import("./recruit.js").shop | null} */
  let shop = null;
  /** What is shown. @type {Parameters<Display["show"]>[0] | null} */
  let last = null;
  /** Who could be picked when the choice began. @type {Set<string>} */
  let can = new Set();
  /** Boxes from which somebody could be picked in this phase. @type {{phase: string, boxes: Set<string>}} */
  let kept = { phase: "", boxes: new Set() };
  /** @type {Display["show"]} */
  const show = ({ view, act = new Set(), selected = new Set() }) => {
    const key = focusedKey(root);
    can = new Set([...act, ...selected, ...(selected.size ? can : [])]);
    const now = `${view.tracks.turn} ${view.phase} ${view.side}`;
    if (kept.phase !== now) kept = { phase: now, boxes: new Set() };
    const context = { sheet, words, on, act, selected, can, kept: kept.boxes };
    const { recruit } = view.details;
    last = { view, act, selected };
    if (recruit && !shop) {
      withStyles(import("./recruit.js")).then((found) => {
        shop = found.shop;
        if (last) show(last);
      });
    }
    const sale =
      recruit && shop
        ? shop(recruit, {
            ...context,
            only,
            filter: (nation) => {
              only = nation;
              show({ view, act, selected });
            },
          })
        : null;
    fill(
      root,
      h(
        "div",
        { class: "panel-display" },
        sale,
        // What can be picked comes before what can only be read.
        placing(view, context),
        boxes(view, context, true),
        pools(view, context),
        points(view.score, sheet.sides, words),
        track(view, context),
        boxes(view, context, false),
      ),
    );
    // Of a pile the next one comes up: then it has the focus.
    if (key)
      /** @type {HTMLElement | null} */ (
        root.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? root.querySelector(".box-counter[aria-pressed]")
      )?.focus({ preventScroll: true });
  };
  return { show };
}

/** @param {HTMLElement} root */
function focusedKey(root) {
  const active = document.activeElement;
  return active instanceof HTMLElement && root.contains(active) ? active.dataset.key : undefined;
}

// -- pools and points

/** All pools in one table, a column for each side. @param {View} view @param {Context} context */
function pools(view, { sheet, words }) {
  const all = view.summary?.pools ?? [];
  if (!all.length) return null;
  return h(
    "table",
    { class: "pools" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        sheet.sides.map((side) => {
          const nation = markOf(sheet, side);
          return h(
            "th",
            { scope: "col", title: words.say(`side.${side}`) },
            nation ? counterFace(sheet, { nation }, 26) : null,
            h("span", { class: "sr" }, words.say(`side.${side}`)),
          );
        }),
      ),
    ),
    h(
      "tbody",
      {},
      all.map((pool) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, hasIcon(pool.icon) ? icon(pool.icon, { size: 18 }) : null, words.say(pool.key)),
          sheet.sides.map((side) => h("td", { class: "figure" }, pool.values[side] ?? "?")),
        ),
      ),
    ),
  );
}

/**
 * The total of a side, as far as it is known: what is hidden counts as nothing and is said to.
 * @param {ScoreLine[]} score
 * @param {string} side
 * @returns {{total: number, sure: boolean}}
 */
export function totalOf(score, side) {
  const lines = score.filter((line) => line.side === side);
  return {
    total: lines.reduce((sum, line) => sum + (line.points ?? 0), 0),
    sure: lines.every((line) => line.points !== null),
  };
}

/**
 * Points line by line, each with its rule.
 * @param {ScoreLine[]} score
 * @param {string[]} sides
 * @param {Words} words
 * @param {string} [title]
 */
export function points(score, sides, words, title = words.say("panels.points")) {
  if (!score.length) return null;
  return h(
    "section",
    { class: "points" },
    h("h3", {}, title),
    sides.map((side) => {
      const { total, sure } = totalOf(score, side);
      return h(
        "table",
        {},
        h("caption", {}, words.say(`side.${side}`)),
        h(
          "thead",
          { class: "sr" },
          h(
            "tr",
            {},
            ["what", "count", "rule", "score"].map((key) =>
              h("th", { scope: "col" }, words.say(`panels.points.${key}`)),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          score.filter((line) => line.side === side).map((line) => pointLine(line, words)),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row", colspan: 3 }, words.say(sure ? "panels.points.total" : "panels.points.least")),
            h("td", { class: "figure" }, sure ? total : `${total} + ?`),
          ),
        ),
      );
    }),
  );
}

/** @param {ScoreLine} line @param {Words} words */
function pointLine(line, words) {
  const nothing = line.points === 0;
  return h(
    "tr",
    { class: nothing ? "is-nothing" : null },
    h("th", { scope: "row" }, words.say(line.key)),
    h("td", { class: "figure" }, line.count ?? (line.points === null ? "?" : "")),
    h("td", {}, line.rule ? ruleLink(line.rule) : null),
    h("td", { class: "figure" }, line.points ?? "?"),
  );
}

// -- turns and boxes

/** @typedef {import("./shelf.js").Context} Context */

/**
 * The turn track: this turn to the last, with who arrives when.
 * @param {View} view
 * @param {Context} context
 */
function track(view, context) {
  const { words } = context;
  const last = view.summary?.last;
  if (!last) return null;
  const now = view.tracks.turn;
  const due = view.summary.due;
  const named = new Map((view.summary.track ?? []).map((box) => [box.turn, box]));
  const turns = [...named.keys()];
  for (let turn = Math.min(now, ...due.map((one) => one.turn)); !named.size && turn <= last; turn += 1)
    turns.push(turn);
  return h(
    "section",
    { class: named.size ? "turns is-named" : "turns" },
    h("h3", {}, words.say(due.length || !named.size ? "panels.turns" : "panels.turns.track")),
    h(
      "ol",
      {},
      turns.map((turn) => {
        const arrive = due.filter((one) => one.turn === turn);
        const box = named.get(turn);
        return h(
          "li",
          {
            class: turn === now ? "turn is-now" : turn < now ? "turn is-past" : "turn",
            "aria-current": turn === now ? "step" : null,
          },
          h(
            "span",
            { class: box ? "turn-number" : "turn-number figure" },
            box ? words.say(box.key) : turn,
            turn === now ? h("span", { class: "sr" }, ` ${words.say("panels.turns.now")}`) : null,
          ),
          arrive.map((one) =>
            h(
              "div",
              { class: "turn-due" },
              h("span", { class: "sr" }, words.say("panels.turns.due", { side: one.side })),
              piles(
                one.units.map((id) => ({ id, is: [] })),
                (unit) => looks(unit, context),
              ).map((pile) => counterItem(context, pile[0], pile.length)),
            ),
          ),
          (box?.notes ?? []).map((note) => h("span", { class: "turn-note" }, words.say(note.key, note.params))),
          turn === last ? h("span", { class: "turn-last" }, words.say("panels.turns.last")) : null,
        );
      }),
    ),
    due.length || named.size ? null : h("p", { class: "quiet small" }, words.say("panels.turns.none")),
  );
}

/**
 * What is still to be set up, group by group.
 * @param {View} view
 * @param {Context} context
 */
function placing({ details, places }, context) {
  const { sheet, words } = context;
  if (!details.placing?.length) return null;
  const waiting = details.placing.reduce((sum, { units }) => sum + units.length, 0);
  const all = new Map(Object.values(places).flatMap((some) => some.map((one) => ["id" in one ? one.id : "", one])));
  return h(
    "section",
    { class: "boxes placing" },
    details.placing.map(({ rule, key, units }) => {
      const title = key ? words.say(key) : (sheet.rules.find((one) => one.number === rule)?.title ?? "");
      const counters = units.map((unit) => all.get(unit) ?? { id: unit, is: [] });
      return h(
        "section",
        { class: "box" },
        h("h3", {}, title, " ", h("span", { class: "box-count figure" }, units.length), " ", ruleLink(rule)),
        shelf(counters, context, waiting),
      );
    }),
  );
}

/**
 * Boxes with counters in them: those with somebody to pick, or the others. What is out of the game or lost comes last.
 * @param {View} view
 * @param {Context} context
 * @param {boolean} open
 */
function boxes(view, context, open) {
  const { sheet, words, can, kept } = context;
  const lost = new Set(sheet.lost);
  // Who is on the turn track, for sale or to be placed is not shown a second time.
  const elsewhere = new Set([
    ...(view.details.placing ?? []).flatMap((group) => group.units),
    ...(view.summary?.due ?? []).flatMap((one) => one.units),
    ...Object.keys(view.details.recruit?.prices ?? {}),
  ]);
  /** @param {string} box */
  const shown = (box) => (view.places[box] ?? []).filter((counter) => !("id" in counter && elsewhere.has(counter.id)));
  // Who has picked a counter finds the others where they were, as long as the phase lasts.
  /** @param {string} box */
  const picked = (box) => kept.has(box) || shown(box).some((counter) => "id" in counter && can.has(counter.id));
  // Counters lie in the first box before anything is set up: what is still there is in no game.
  /** @param {string} box */
  const rank = (box) => (lost.has(box) ? 1 : box === sheet.boxes[0] ? 2 : 0);
  const there = sheet.boxes
    .filter((box) => shown(box).length && picked(box) === open)
    .sort((a, b) => rank(a) - rank(b));
  if (open) for (const box of there) kept.add(box);
  if (!there.length) return null;
  return h(
    "section",
    { class: "boxes" },
    there.map((box) => {
      const counters = shown(box);
      const title = [words.say(`box.${box}`), " ", h("span", { class: "box-count figure" }, counters.length)];
      const inside = sidesOf(counters, view.side, sheet).map((some) => shelf(some, context));
      // What is in no game, nobody looks for: it opens by a click.
      return rank(box) === 2 && !open
        ? h("details", { class: "box", "data-box": box }, h("summary", { "data-key": `box-${box}` }, title), inside)
        : h("section", { class: lost.has(box) ? "box is-lost" : "box", "data-box": box }, h("h3", {}, title), inside);
    }),
  );
}
