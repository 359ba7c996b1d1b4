// @ts-check
// Two people at one desk: a curtain before the other one's eyes until he says that he sits there alone. While it is down
// nobody has a seat: the line is closed, and nothing of what a side saw is left in the page.

import { byId, fill, h } from "../dom.js";
import { counterFace } from "../panels/parts.js";
import { nationOf } from "./promptbar.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof createCurtain>} Curtain */

/**
 * @param {Desk} desk
 * @param {{lay: () => void, clear: () => void, sprite: () => Node}} table  Lays the table, and clears it away.
 */
export function createCurtain(desk, table) {
  const root = byId("curtain");
  const shared = Object.keys(desk.seats).length > 1;
  let down = false;

  /** Nothing behind the curtain can be read or reached. @param {boolean} hidden */
  const hide = (hidden) => {
    down = hidden;
    root.hidden = !hidden;
    for (const part of document.body.children)
      if (part !== root && !part.matches(".away")) part.toggleAttribute("inert", hidden);
  };
  /** @param {string} side  Whose turn it is. */
  const lower = (side) => {
    if (down) return;
    table.clear();
    desk.leave();
    document.title = desk.sheet.title;
    const nation = nationOf(desk, side);
    const ready = h(
      "button",
      { type: "button", class: "btn btn-primary", onclick: () => raise(side) },
      desk.words.say("desk.curtain-go"),
    );
    fill(
      root,
      table.sprite(),
      h(
        "div",
        { class: "curtain-card" },
        nation ? counterFace(desk.sheet, { nation }, 84) : null,
        h("h2", {}, desk.words.say("desk.curtain", { side })),
        h("p", { class: "quiet" }, desk.words.say("desk.curtain-text")),
        ready,
      ),
    );
    hide(true);
    ready.focus();
  };
  /** The side sits down; the curtain is up as soon as there is something to see. @param {string} side */
  const raise = (side) => {
    const ready = root.querySelector("button");
    if (!ready || ready.disabled) return;
    ready.disabled = true;
    table.lay();
    desk.sit(side);
  };
  const lift = () => {
    hide(false);
    fill(root);
    byId("prompt-title").focus({ preventScroll: true });
  };
  return {
    lower,
    /** Of those who sit here the one who has to decide. @param {string[]} waiting */
    next: (waiting) => (shared ? (waiting.find((side) => side in desk.seats) ?? null) : null),
    /** Watch whose turn it is, from the page that is laid now. */
    follow() {
      if (!shared) return;
      desk.on("view", ({ seen } = {}) => {
        if (!seen) return;
        if (down) lift();
        const { waiting, tracks } = seen.view;
        if (tracks.result || waiting.includes(desk.me)) return;
        const next = waiting.find((/** @type {string} */ side) => side in desk.seats);
        // Who has rolled dice sees them first.
        if (next) desk.showing.next(() => lower(next));
      });
    },
  };
}
