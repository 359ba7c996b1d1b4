// @ts-check
// Names of the page's parts, and links to jump to them: for those who go from part to part by key or by ear.

import { byId, fill, h } from "../dom.js";

const NAMED = ["top", "rail", "main", "prompt", "panel"];
/** The part that a link leads to, and what the link is called by. */
const JUMPS = [
  ["prompt-title", "prompt"],
  ["board", "map"],
  ["tabs", "panel"],
];

/** @param {import("../words.js").Words} words */
export function nameParts(words) {
  for (const id of NAMED) byId(id).setAttribute("aria-label", words.say(`desk.landmark.${id}`));
  fill(
    byId("skips"),
    JUMPS.map(([id, key]) =>
      h(
        "button",
        { type: "button", class: "skip btn btn-primary", onclick: () => byId(id).focus() },
        words.say(`desk.skip.${key}`),
      ),
    ),
  );
}
