// @ts-check
// Windows that few want at once: each is fetched when somebody does, and opened if the page is still there then.

import { withStyles } from "../dom.js";
import { hasBriefing } from "./briefed.js";

/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page */
export function createWindows(page) {
  const { desk } = page;
  const windows = {
    async menu() {
      const { openMenu } = await import("./menu.js");
      const on = {
        language: page.language,
        replay: () => page.past.open(),
        seats: windows.seats,
        say: (/** @type {string} */ verb) => desk.say(verb),
        briefing: hasBriefing(desk) ? windows.briefing : null,
      };
      if (page.stays) openMenu(desk, on);
    },
    async seats() {
      const { openSeats } = await import("./seats.js");
      if (page.stays) openSeats(desk);
    },
    async help() {
      const { showKeys } = await import("./menu.js");
      if (page.stays) showKeys(desk);
    },
    async hint() {
      const { askHint } = await withStyles(import("./hint.js"));
      if (page.stays) askHint(desk, page.board, (hex) => page.bring(hex));
    },
    async key() {
      const { sheet, words } = desk;
      const { openKey } = await withStyles(import("../panels/key.js"));
      if (!page.stays) return;
      openKey({ sheet, words });
      desk.tell("looked", ["panel key"]);
    },
    async briefing() {
      if (!hasBriefing(desk)) return;
      const { openBriefing } = await withStyles(import("./briefing.js"));
      await openBriefing(page);
    },
    async list() {
      const { openList } = await import("./list.js");
      if (page.stays) openList(desk, page.play);
    },
  };
  return windows;
}
