// @ts-check
// What each key does at the table.

import { byId } from "../dom.js";
import { announceText } from "./announce.js";
import { dismiss, floats } from "./floating.js";
import { toldHex } from "./hand.js";
import { stepTo } from "./keyboard.js";
import { inHand } from "./offers.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page @returns {import("./keyboard.js").Keys} */
export function keysOf(page) {
  const { desk, board, play, past, battle, order, asking, stack, windows } = page;
  return {
    next: () => play.next(1),
    previous: () => play.next(-1),
    undo: () => desk.undo(),
    back: () => back(page),
    main: () =>
      /** @type {HTMLElement | null} */ (
        byId(battle.open() ? "combat" : "prompt").querySelector(".btn-primary, .btn-commit, .btn-final")
      )?.click(),
    list: windows.list,
    order: (start) => desk.mine && order.open(start),
    odds: () => battle.toggle(),
    cursor: (dx, dy) => cursor(page, dx, dy),
    pick: (event) => play.pick(event),
    why: () => play.whyHere(),
    hint: () => desk.lesson || windows.hint(),
    skip: () => desk.opponent?.skip(),
    pace: () => desk.opponent?.pace(),
    ask: () => asking.here(),
    fan: () => {
      const hex = desk.ui.hoverHex ?? desk.ui.cursor;
      desk.set({ fanned: desk.ui.fanned === hex ? null : hex });
      if (desk.ui.fanned) stack.list();
    },
    zoom: (factor) => board.zoom(factor),
    fit: () => board.fit(),
    overlay: (what) => page.overlay(what),
    tab: () => page.side.next(),
    briefing: windows.briefing,
    replay: () => (past.isOpen() ? past.live() : desk.table.kept && past.open()),
    menu: windows.menu,
    help: windows.help,
  };
}

/** Escape: put away the nearest thing, at last what is in hand. @param {Page} page */
function back({ desk, battle, layout }) {
  const { standing, way, fanned, preview, tapped, sure } = desk.ui;
  if (floats()) dismiss(true);
  else if (sure) desk.set({ sure: false });
  else if (standing || way || fanned || preview || tapped)
    desk.set({ standing: null, way: null, fanned: null, preview: null, tapped: null });
  else if (desk.mine && inHand(desk.view) && desk.seen?.undo) desk.undo();
  else if (battle.open()) battle.close();
  else if (layout.isOpen()) layout.close();
  else desk.set({ looked: null, cursor: null });
}

/** @param {Page} page @param {number} dx @param {number} dy */
function cursor({ desk, board, play }, dx, dy) {
  const { hexes, radius } = desk.sheet.map;
  const hex = desk.ui.cursor ? stepTo(hexes, radius, desk.ui.cursor, dx, dy) : play.start();
  desk.set({ cursor: hex });
  board.focus(hex, { closer: "never" });
  announceText(toldHex(desk, hex));
}
