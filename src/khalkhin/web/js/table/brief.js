// @ts-check
// The odds of the attack in hand, in a line of a phone's sheet: known before anything is committed. A tap shows all of them.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { brief } from "../panels/brief.js";
import { refill } from "./refill.js";

/**
 * @param {HTMLElement} root
 * @param {import("./desk.js").Desk} desk
 * @param {() => void} open
 */
export function createBrief(root, desk, open) {
  const draw = () => {
    if (!desk.ready) return;
    const { plan, odds } = desk.view.details;
    const told = desk.asked && plan?.side === desk.me && odds && "table" in odds ? brief(odds, desk.words) : "";
    root.hidden = !told;
    refill(root, [
      told &&
        h(
          "button",
          { type: "button", class: "brief-odds", "data-key": "brief", onclick: open },
          icon("charts"),
          h("span", { class: "figure" }, told),
          icon("forward"),
        ),
    ]);
  };
  desk.on(["view", "words", "taught"], draw);
  draw();
}
