// @ts-check
// The counter that stands for a side: its outline, its colour and its mark.

import { s } from "../dom.js";

/**
 * @param {import("./types.js").SideEntry} side
 * @param {number} [size]
 * @returns {SVGSVGElement}
 */
export function sideMark({ look, title }, size = 40) {
  return s(
    "svg",
    { class: "side-mark", viewBox: "-2 -2 104 104", width: size, height: size, role: "img", "aria-label": title },
    s("path", { d: look.outline, fill: look.ground, stroke: "#1d160d", "stroke-opacity": 0.62, "stroke-width": 3 }),
    s("path", { d: look.mark, fill: look.ink, "fill-rule": "evenodd" }),
  );
}
