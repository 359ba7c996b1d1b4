// @ts-check
// What lies beside the map: points so far, pools, reinforcements on the turn track, boxes and losses.

import { fill, h, withStyles } from "../dom.js";
import { hasIcon, icon } from "../icons.js";
import { counterFace, counterName, markOf, ruleLink } from "./parts.js";
import { sortOf } from "./stack.js";

/**
 * @typedef {import("../types.js").View} View
 * @typedef {import("../types.js").Counter} Counter
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

const SIZE = 46;
/** Of a side in a box: where so many lie, nobody looks for one by its number. */
const CROWD = 60;

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
  /** @type {Display["show"]} */
  const show = ({ view, act = new Set(), selected = new Set() }) => {
    const key = focusedKey(root);
    const context = { sheet, words, on, act, selected };
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

/**
 * @typedef {object} Context
 * @property {GameSheet} sheet
 * @property {Words} words
 * @property {DisplayEvents} on
 * @property {Set<string>} act
 * @property {Set<string>} selected
 */

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
 * Boxes with counters in them: those with somebody to pick, or the others. What is out of the game or lost comes last.
 * @param {View} view
 * @param {Context} context
 * @param {boolean} open
 */
function boxes(view, context, open) {
  const { sheet, words, act, selected } = context;
  const lost = new Set(sheet.lost);
  // Who is on the turn track or for sale is not shown a second time.
  const elsewhere = new Set([
    ...(view.summary?.due ?? []).flatMap((one) => one.units),
    ...Object.keys(view.details.recruit?.prices ?? {}),
  ]);
  /** @param {string} box */
  const shown = (box) => (view.places[box] ?? []).filter((counter) => !("id" in counter && elsewhere.has(counter.id)));
  // Who has picked a counter finds the others where they were.
  /** @param {string} box */
  const picked = (box) =>
    shown(box).some((counter) => "id" in counter && (act.has(counter.id) || selected.has(counter.id)));
  // Counters lie in the first box before anything is set up: what is still there is in no game.
  /** @param {string} box */
  const rank = (box) => (lost.has(box) ? 1 : box === sheet.boxes[0] ? 2 : 0);
  const there = sheet.boxes
    .filter((box) => shown(box).length && picked(box) === open)
    .sort((a, b) => rank(a) - rank(b));
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

/**
 * The counters of a box side by side: the reader's own first.
 * @param {Counter[]} counters
 * @param {string | null} me
 * @param {GameSheet} sheet
 * @returns {Counter[][]}
 */
export function sidesOf(counters, me, sheet) {
  /** @param {Counter} one */
  const sideOf = (one) => ("id" in one ? sheet.units[one.id]?.side : sheet.nations[one.nation]?.side);
  const order = [...sheet.sides].sort((a, b) => Number(b === me) - Number(a === me));
  return order.map((side) => counters.filter((one) => sideOf(one) === side)).filter((some) => some.length);
}

/**
 * Counters of one side in a box: who can be picked comes first, those that look alike lie on one another.
 * @param {Counter[]} counters
 * @param {Context} context
 */
function shelf(counters, context) {
  const { act } = context;
  const able = (/** @type {Counter} */ counter) => Number("id" in counter && act.has(counter.id));
  const named = counters.filter((counter) => "id" in counter).sort((a, b) => able(b) - able(a));
  const like = named.length > CROWD ? sort : looks;
  return h(
    "ul",
    { class: "box-counters" },
    piles(named, (one) => like(one, context)).map((pile) => h("li", {}, counterItem(context, pile[0], pile.length))),
    nameless(counters).map(([nation, count]) => h("li", {}, namelessItem(context, nation, count))),
  );
}

/**
 * Counters with the same look together, in the order of the first of each.
 * @template T
 * @param {T[]} counters
 * @param {(counter: T) => string} look
 * @returns {T[][]}
 */
export function piles(counters, look) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  for (const one of counters) found.set(look(one), [...(found.get(look(one)) ?? []), one]);
  return [...found.values()];
}

/** What is printed on a counter -> a short name for it: drawings are long. @type {Map<string, number>} */
const prints = new Map();

/** Everything that tells one counter from another: its print, its states, what can be done with it. @param {Counter} counter @param {Context} context */
function looks(counter, { act, selected }) {
  if (!("id" in counter)) return counter.nation;
  const print = document.getElementById(`u-${counter.id}`)?.innerHTML ?? counter.id;
  if (!prints.has(print)) prints.set(print, prints.size);
  return [prints.get(print), act.has(counter.id), selected.has(counter.id), ...counter.is].join(" ");
}

/** What it is, whatever its number. @param {Counter} counter @param {Context} context */
function sort(counter, { sheet, act, selected }) {
  if (!("id" in counter)) return counter.nation;
  return [sortOf(sheet.units[counter.id]), act.has(counter.id), selected.has(counter.id), ...counter.is].join("|");
}

/** How many of each nation nobody may tell apart. @param {Counter[]} counters @returns {[string, number][]} */
export function nameless(counters) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const one of counters) if (!("id" in one)) found.set(one.nation, (found.get(one.nation) ?? 0) + 1);
  return [...found];
}

/**
 * Counters of which a side may know no more than how many they are.
 * @param {Context} context
 * @param {string} nation
 * @param {number} count
 */
function namelessItem({ sheet, words }, nation, count) {
  const key = `units.nameless.${nation}`;
  const label = words.has(key) ? words.say(key, { count }) : `${count} × ${words.say(`nat.${nation}`)}`;
  return h(
    "span",
    { class: "box-counter is-nameless", role: "img", "aria-label": label, title: label },
    counterFace(sheet, { nation }, SIZE),
    count > 1 ? h("span", { class: "box-many figure", "aria-hidden": "true" }, `×${count}`) : null,
  );
}

/**
 * @param {Context} context
 * @param {Counter} counter
 * @param {number} [count]  So many that look like it.
 */
function counterItem({ sheet, words, on, act, selected }, counter, count = 1) {
  const name = counterName(sheet, words, counter);
  const label = count > 1 ? `${count} × ${name}` : name;
  const many = count > 1 ? h("span", { class: "box-many figure", "aria-hidden": "true" }, `×${count}`) : null;
  const id = "id" in counter ? counter.id : null;
  if (id === null)
    return h(
      "span",
      { class: "box-counter", role: "img", "aria-label": label, title: label },
      counterFace(sheet, counter, SIZE),
    );
  const states = [act.has(id) && "can_act", selected.has(id) && "selected"].filter((state) => state !== false);
  return h(
    "button",
    {
      class: "box-counter",
      type: "button",
      "aria-label": label,
      title: label,
      "data-key": `display-${id}`,
      "aria-pressed": act.has(id) || selected.has(id) ? String(selected.has(id)) : null,
      onclick: () => on.unit(id),
      onpointerenter: () => on.point?.(id),
      onpointerleave: () => on.point?.(null),
    },
    counterFace(sheet, counter, SIZE, states),
    many,
  );
}
