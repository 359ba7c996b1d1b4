// @ts-check
// All choices as a list, for those who would rather read than look for them on the map.

import { h } from "../dom.js";
import { openDialog } from "../panels/dialog.js";
import { counterFace } from "../panels/parts.js";
import { choosable } from "./acts.js";
import { sorted } from "./offers.js";
import { verbKey } from "./promptbar.js";
import { ground } from "./hand.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @param {import("./play.js").Play} play
 */
export function openList(desk, play) {
  const { words, sheet, view } = desk;
  const { hexes } = sorted(desk.offers);
  const stacks = choosable(view, desk.offers, sheet.map.hexes);
  /** @param {() => void} act */
  const closing = (act) => () => {
    window_.close();
    act();
  };
  const window_ = openDialog(
    { title: words.say("desk.list"), words, className: "choices" },
    view.prompt ? h("p", {}, words.say(view.prompt.key, view.prompt.params)) : null,
    stacks.length
      ? h(
          "section",
          {},
          h("h3", {}, words.say("desk.list.units")),
          h(
            "ul",
            { class: "choice-list" },
            stacks.map(({ place, units }) =>
              h(
                "li",
                {},
                h(
                  "p",
                  { class: "caption" },
                  place in sheet.map.hexes ? `${place} ${ground(desk, place)}` : words.say(`box.${place}`),
                ),
                units.length > 1
                  ? h(
                      "button",
                      { type: "button", class: "btn btn-small", onclick: closing(() => play.stack(place, null)) },
                      words.say("desk.list.all", { count: units.length }),
                    )
                  : null,
                units.map((unit) =>
                  h(
                    "button",
                    { type: "button", class: "btn btn-small", onclick: closing(() => play.unit(unit, place, null)) },
                    counterFace(sheet, { id: unit, is: [] }, 26),
                    sheet.units[unit].name,
                    h("span", { class: "quiet figure" }, sheet.units[unit].printed),
                  ),
                ),
              ),
            ),
          ),
        )
      : null,
    hexes.size
      ? h(
          "section",
          {},
          h("h3", {}, words.say("desk.list.hexes")),
          h(
            "ul",
            { class: "choice-hexes" },
            [...hexes].map(([hex, verbs]) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { type: "button", class: "btn btn-small", onclick: closing(() => play.hex(hex, null)) },
                  h("span", { class: "figure" }, hex),
                  h(
                    "span",
                    { class: "quiet" },
                    [
                      sheet.map.names[hex],
                      left(desk, hex),
                      verbs.length > 1 || verbs[0] !== "hex"
                        ? verbs.map((verb) => words.say(verbKey(desk, verb))).join(", ")
                        : "",
                    ]
                      .filter(Boolean)
                      .join(" · "),
                  ),
                ),
              ),
            ),
          ),
        )
      : null,
  );
}

/** @param {Desk} desk @param {string} hex */
function left(desk, hex) {
  const points = desk.view.details.left?.[hex];
  return points === undefined ? "" : desk.words.say("desk.points-left", { points });
}
