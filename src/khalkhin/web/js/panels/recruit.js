// @ts-check
// Buying counters: what is left to spend, what was bought, and everything for sale by contingent and type with its price.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { counterFace, counterName } from "./parts.js";
import { contingents } from "./shop.js";

/**
 * @typedef {import("../types.js").Recruit} Recruit
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./shop.js").Lot} Lot
 * @typedef {object} Context
 * @property {import("../types.js").GameSheet} sheet
 * @property {import("../words.js").Words} words
 * @property {import("./display.js").DisplayEvents} on
 * @property {Set<string>} act  What can be bought now.
 * @property {string | null} only  The contingent that is shown alone.
 * @property {(nation: string | null) => void} filter
 */

const SIZE = 56;
/** Smaller: one line has what was bought, and nothing below it ever moves. */
const BOUGHT = 40;

/**
 * @param {Recruit} recruit
 * @param {Context} context
 */
export function shop(recruit, context) {
  const { words, only } = context;
  const { prices } = recruit;
  const bought = new Set(recruit.bought);
  const all = contingents(context.sheet, prices);
  const there = all.some(({ nation }) => nation === only) ? only : null;
  return h(
    "section",
    { class: "shop", "aria-labelledby": "shop-title" },
    h(
      "div",
      { class: "shop-head" },
      h("h3", { id: "shop-title" }, words.say("panels.shop")),
      h(
        "p",
        { class: "shop-purse" },
        h("strong", { class: "figure" }, recruit.left ?? recruit.points),
        " ",
        h(
          "span",
          {},
          words.say(recruit.left === undefined ? "panels.shop.purse" : "panels.shop.left", { points: recruit.points }),
        ),
      ),
    ),
    basket(recruit, context),
    all.length > 1 ? filters(all, there, context) : null,
    contingents(context.sheet, prices, there).map(({ nation, shelves }) =>
      h(
        "section",
        { class: "shop-contingent", "data-nation": nation },
        h("h4", {}, counterFace(context.sheet, { nation }, 22), words.say(`nat.${nation}`)),
        shelves.map(({ type, lots }) =>
          h(
            "div",
            { class: "shop-shelf" },
            h("h5", {}, words.has(`type.${type}`) ? words.say(`type.${type}`) : type),
            h(
              "ul",
              { class: "shop-lots" },
              lots.map((lot) => h("li", {}, lotButton(lot, bought, context))),
            ),
          ),
        ),
      ),
    ),
    all.length ? null : h("p", { class: "quiet small" }, words.say("panels.shop.empty")),
  );
}

/**
 * What was bought; a click puts it back.
 * @param {Recruit} recruit
 * @param {Context} context
 */
function basket({ bought, spent, prices }, context) {
  const { sheet, words, on } = context;
  // Where whatever is bought is placed and paid for at once, nothing lies in a basket.
  if (!bought) return null;
  if (!bought.length)
    return h("div", { class: "shop-basket" }, h("p", { class: "small" }, words.say("panels.shop.how")));
  return h(
    "div",
    { class: "shop-basket" },
    h("p", { class: "small" }, words.say("panels.shop.bought", { count: bought.length, points: spent })),
    h(
      "ul",
      { class: "shop-lots" },
      bought.map((id) => {
        const label = words.say("panels.shop.put-back", {
          unit: counterName(sheet, words, { id, is: [] }),
          price: prices[id],
        });
        return h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "shop-lot is-bought",
              "data-key": `bought-${id}`,
              "aria-label": label,
              title: label,
              onclick: () => on.back?.(id),
            },
            counterFace(sheet, { id, is: [] }, BOUGHT),
            h("span", { class: "shop-sign" }, icon("close", { size: 14 })),
          ),
        );
      }),
    ),
  );
}

/**
 * One contingent alone, or all of them.
 * @param {import("./shop.js").Contingent[]} all
 * @param {string | null} only
 * @param {Context} context
 */
function filters(all, only, { sheet, words, filter }) {
  /** @param {string | null} nation @param {import("../dom.js").Child} face @param {string} text @param {number} count */
  const button = (nation, face, text, count) =>
    h(
      "button",
      {
        type: "button",
        class: "chip-button",
        "data-key": `shop-only-${nation ?? ""}`,
        "aria-pressed": String(nation === only),
        onclick: () => filter(nation),
      },
      face,
      h("span", {}, text),
      " ",
      h("span", { class: "figure quiet" }, count),
    );
  return h(
    "div",
    { class: "shop-filters", role: "group", "aria-label": words.say("panels.shop.filter") },
    button(
      null,
      null,
      words.say("panels.shop.all"),
      all.reduce((sum, one) => sum + one.count, 0),
    ),
    all.map(({ nation, count }) =>
      button(nation, counterFace(sheet, { nation }, 18), words.say(`nat.${nation}`), count),
    ),
  );
}

/**
 * Counters that are alike lie on one another: a click buys the first. A lot that is sold out keeps its place, and a click
 * puts its last counter back.
 * @param {Lot} lot
 * @param {ReadonlySet<string>} bought
 * @param {Context} context
 */
function lotButton({ units, price }, bought, { sheet, words, on, act }) {
  const left = units.filter((unit) => !bought.has(unit));
  const id = left.find((unit) => act.has(unit)) ?? left[0] ?? units[0];
  const can = act.has(id);
  const gone = !left.length;
  const label = words.say(gone ? "panels.shop.put-back" : can ? "panels.shop.buy" : "panels.shop.too-dear", {
    unit: counterName(sheet, words, { id, is: [] }),
    factors: sheet.units[id].printed,
    price,
    count: left.length,
  });
  return h(
    "button",
    {
      type: "button",
      class: gone ? "shop-lot is-gone" : can ? "shop-lot is-open" : "shop-lot",
      "data-key": `shop-${units[0]}`,
      "data-unit": id,
      "aria-label": label,
      title: label,
      "aria-disabled": can || gone ? null : "true",
      onclick: () => (gone ? on.back?.(id) : on.unit(id)),
      onpointerenter: () => on.point?.(id),
      onpointerleave: () => on.point?.(null),
    },
    counterFace(sheet, { id, is: [] }, SIZE, can ? ["can_act"] : []),
    h("span", { class: "shop-price figure", "aria-hidden": "true" }, price),
    left.length > 1 ? h("span", { class: "box-many figure", "aria-hidden": "true" }, `\u00d7${left.length}`) : null,
    gone ? h("span", { class: "shop-sign" }, icon("check", { size: 14 })) : null,
  );
}
