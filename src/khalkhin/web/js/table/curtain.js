// @ts-check
// Two people at one desk: a curtain before the other one's eyes until he says that he sits there alone.

import { byId, h } from "../dom.js";
import { counterFace } from "../panels/parts.js";
import { nationOf } from "./promptbar.js";
import { refill } from "./refill.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function createCurtain(desk) {
  const root = byId("curtain");
  const shared = () => Object.keys(desk.seats).length > 1;
  let down = shared();
  /** Nothing behind the curtain can be read or reached. @param {boolean} hidden */
  const hide = (hidden) => {
    for (const id of ["top", "rail", "main", "panel", "skips", "live"]) byId(id).toggleAttribute("inert", hidden);
  };
  if (down) {
    hide(true);
    root.hidden = false;
  }
  /** @param {string} side */
  const lower = (side) => {
    down = true;
    hide(true);
    root.hidden = false;
    const nation = nationOf(desk, side);
    refill(root, [
      h(
        "div",
        { class: "curtain-card" },
        nation ? counterFace(desk.sheet, { nation }, 84) : null,
        h("h2", {}, desk.words.say("desk.curtain", { side })),
        h("p", { class: "quiet" }, desk.words.say("desk.curtain-text")),
        h(
          "button",
          { type: "button", class: "btn btn-primary", onclick: () => raise(side) },
          desk.words.say("desk.curtain-go"),
        ),
      ),
    ]);
    root.querySelector("button")?.focus();
  };
  /** @param {string} side */
  const raise = (side) => {
    down = false;
    hide(false);
    root.hidden = true;
    if (side !== desk.me) desk.sit(side);
    byId("prompt-title").focus({ preventScroll: true });
  };
  desk.on("view", ({ seen } = {}) => {
    if (!seen || !shared() || seen.view.tracks.result) {
      if (down && seen && desk.me) raise(desk.me);
      return;
    }
    const { waiting } = seen.view;
    const next =
      desk.me && waiting.includes(desk.me) ? desk.me : waiting.find((/** @type {string} */ side) => side in desk.seats);
    if (next && (down || next !== desk.me)) lower(next);
    else if (down && desk.me) lower(desk.me);
  });
}
