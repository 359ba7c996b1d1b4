// @ts-check
// What lies beside the map: points so far, pools, reinforcements on the turn track, boxes and losses.

import { fill, h } from "../dom.js";
import { hasIcon, icon } from "../icons.js";
import { counterFace, counterName, ruleLink } from "./parts.js";

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
      import("./recruit.js").then((found) => {
        shop = found.shop;
        if (last) show(last);
      });
    }
    const sale = recruit && shop ? shop(recruit, { ...context, only, filter: (nation) => { only = nation; show({ view, act, selected }); } }) : null;
    fill(root, h("div", { class: "panel-display" }, sale,
      // What can be picked comes before what can only be read.
      boxes(view, context, true), pools(view, words), points(view.score, sheet.sides, words), track(view, context), boxes(view, context, false)));
    if (key) /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
  };
  return { show };
}

/** @param {HTMLElement} root */
function focusedKey(root) {
  const active = document.activeElement;
  return active instanceof HTMLElement && root.contains(active) ? active.dataset.key : undefined;
}

// -- pools and points

/** @param {View} view @param {Words} words */
function pools(view, words) {
  const all = view.summary?.pools ?? [];
  if (!all.length) return null;
  return h("section", {}, all.map((pool) => h("table", { class: "pool" },
    h("caption", { class: "caption" }, hasIcon(pool.icon) ? icon(pool.icon, { size: 18 }) : null, words.say(pool.key)),
    h("tbody", {}, Object.entries(pool.values).map(([side, value]) => h("tr", {},
      h("th", { scope: "row" }, words.say(`side.${side}`)), h("td", { class: "figure" }, value ?? "?")))))));
}

/**
 * The total of a side, as far as it is known: what is hidden counts as nothing and is said to.
 * @param {ScoreLine[]} score
 * @param {string} side
 * @returns {{total: number, sure: boolean}}
 */
export function totalOf(score, side) {
  const lines = score.filter((line) => line.side === side);
  return { total: lines.reduce((sum, line) => sum + (line.points ?? 0), 0), sure: lines.every((line) => line.points !== null) };
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
  return h("section", { class: "points" }, h("h3", {}, title),
    sides.map((side) => {
      const { total, sure } = totalOf(score, side);
      return h("table", {},
        h("caption", {}, words.say(`side.${side}`)),
        h("thead", { class: "sr" }, h("tr", {}, ["what", "count", "rule", "score"].map((key) => h("th", { scope: "col" }, words.say(`panels.points.${key}`))))),
        h("tbody", {}, score.filter((line) => line.side === side).map((line) => pointLine(line, words))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 3 }, words.say(sure ? "panels.points.total" : "panels.points.least")),
          h("td", { class: "figure" }, sure ? total : `${total} + ?`))));
    }));
}

/** @param {ScoreLine} line @param {Words} words */
function pointLine(line, words) {
  const nothing = line.points === 0;
  return h("tr", { class: nothing ? "is-nothing" : null },
    h("th", { scope: "row" }, words.say(line.key)),
    h("td", { class: "figure" }, line.count ?? "?"),
    h("td", {}, line.rule ? ruleLink(line.rule) : null),
    h("td", { class: "figure" }, line.points ?? "?"));
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
  for (let turn = Math.min(now, ...due.map((one) => one.turn)); !named.size && turn <= last; turn += 1) turns.push(turn);
  return h("section", { class: named.size ? "turns is-named" : "turns" }, h("h3", {}, words.say(due.length || !named.size ? "panels.turns" : "panels.turns.track")),
    h("ol", {}, turns.map((turn) => {
      const arrive = due.filter((one) => one.turn === turn);
      const box = named.get(turn);
      return h("li", { class: turn === now ? "turn is-now" : turn < now ? "turn is-past" : "turn", "aria-current": turn === now ? "step" : null },
        h("span", { class: box ? "turn-number" : "turn-number figure" }, box ? words.say(box.key) : turn, turn === now ? h("span", { class: "sr" }, ` ${words.say("panels.turns.now")}`) : null),
        arrive.map((one) => h("div", { class: "turn-due" },
          h("span", { class: "sr" }, words.say("panels.turns.due", { side: one.side })),
          one.units.map((id) => counterItem(context, { id, is: [] })))),
        (box?.notes ?? []).map((note) => h("span", { class: "turn-note" }, words.say(note.key, note.params))),
        turn === last ? h("span", { class: "turn-last" }, words.say("panels.turns.last")) : null);
    })),
    due.length || named.size ? null : h("p", { class: "quiet small" }, words.say("panels.turns.none")));
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
  const elsewhere = new Set([...(view.summary?.due ?? []).flatMap((one) => one.units), ...Object.keys(view.details.recruit?.prices ?? {})]);
  /** @param {string} box */
  const shown = (box) => (view.places[box] ?? []).filter((counter) => !("id" in counter && elsewhere.has(counter.id)));
  // Who has picked a counter finds the others where they were.
  /** @param {string} box */
  const picked = (box) => shown(box).some((counter) => "id" in counter && (act.has(counter.id) || selected.has(counter.id)));
  // Counters lie in the first box before anything is set up: what is still there is in no game.
  /** @param {string} box */
  const rank = (box) => (lost.has(box) ? 1 : box === sheet.boxes[0] ? 2 : 0);
  const there = sheet.boxes.filter((box) => shown(box).length && picked(box) === open).sort((a, b) => rank(a) - rank(b));
  if (!there.length) return null;
  return h("section", { class: "boxes" }, there.map((box) => {
    const counters = shown(box);
    // Who can be picked comes first.
    const able = (/** @type {Counter} */ counter) => Number("id" in counter && act.has(counter.id));
    const named = counters.filter((counter) => "id" in counter).sort((a, b) => able(b) - able(a));
    return h("section", { class: lost.has(box) ? "box is-lost" : "box", "data-box": box },
      h("h3", {}, words.say(`box.${box}`), " ", h("span", { class: "box-count figure" }, counters.length)),
      h("ul", { class: "box-counters" }, named.map((counter) => h("li", {}, counterItem(context, counter))),
        nameless(counters).map(([nation, count]) => h("li", {}, namelessItem(context, nation, count)))));
  }));
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
  return h("span", { class: "box-counter is-nameless", role: "img", "aria-label": label, title: label },
    counterFace(sheet, { nation }, SIZE), h("span", { class: "shop-count figure", "aria-hidden": "true" }, `×${count}`));
}

/**
 * @param {Context} context
 * @param {Counter} counter
 */
function counterItem({ sheet, words, on, act, selected }, counter) {
  const label = counterName(sheet, words, counter);
  const id = "id" in counter ? counter.id : null;
  if (id === null) return h("span", { class: "box-counter", role: "img", "aria-label": label, title: label }, counterFace(sheet, counter, SIZE));
  const states = [act.has(id) && "can_act", selected.has(id) && "selected"].filter((state) => state !== false);
  return h("button", {
    class: "box-counter", type: "button", "aria-label": label, title: label, "data-key": `display-${id}`, "aria-pressed": act.has(id) || selected.has(id) ? String(selected.has(id)) : null,
    onclick: () => on.unit(id), onpointerenter: () => on.point?.(id), onpointerleave: () => on.point?.(null),
  }, counterFace(sheet, counter, SIZE, states));
}
