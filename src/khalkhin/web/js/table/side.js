// @ts-check
// The right panel: what is in hand, what is under the pointer, and the tabs log, display, charts and rules.

import { byId } from "../dom.js";
import { createCharts } from "../panels/charts.js";
import { createDisplay } from "../panels/display.js";
import { createRules } from "../panels/rules.js";
import { placeOf } from "./acts.js";
import { createHand, createPointer } from "./hand.js";
import { createLog } from "./log.js";
import { handUnits } from "./picture.js";
import { createTabs } from "./tabs.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof import("./layout.js").createLayout>} Layout */

const TABS = ["log", "display", "charts", "rules"];

/**
 * @param {Desk} desk
 * @param {import("./play.js").Play} play
 * @param {Layout} layout
 */
export function createSide(desk, play, layout) {
  const { sheet, words } = desk;
  const named = TABS.map((key) => ({ key, text: words.say(`desk.tab.${key}`) }));
  const tabs = createTabs(byId("tabs"), words.say("desk.tabs"), named);
  createLog(tabs.panel("log"), desk);
  const display = createDisplay(tabs.panel("display"), {
    sheet,
    words,
    on: {
      unit: (unit) => play.unit(unit, placeOf(desk.view, unit) ?? "", null),
      point: (unit) => desk.light([], unit ? [unit] : []),
      back: (unit) => {
        const change = desk.trail.without(unit);
        return change ? desk.go({ verb: "", nouns: [unit], change }) : desk.undo();
      },
    },
  });
  const charts = createCharts(tabs.panel("charts"), { sheet, words });
  const rules = createRules(tabs.panel("rules"), { sheet, words });
  createHand(byId("hand"), desk, { unit: (unit, place, event) => play.unit(unit, place, event) });
  createPointer(byId("pointer"), desk);
  showDisplay(desk, tabs, display, layout);
  openDrawer(desk, layout);

  /** @param {string} key */
  const show = (key) => {
    tabs.show(key);
    if (layout.mode() !== "desk") layout.spread(true);
  };
  return {
    show,
    next: () => show(TABS[(TABS.indexOf(tabs.current()) + 1) % TABS.length]),
    /** @param {string} name @param {any} [columns] */
    chart(name, columns) {
      show("charts");
      charts.open(name, columns);
    },
    rules() {
      show("rules");
      rules.search();
    },
    destroy: () => rules.destroy(),
  };
}

/**
 * The display follows the view; where all that can be chosen lies off the map, it is brought to the front.
 * @param {Desk} desk
 * @param {ReturnType<typeof createTabs>} tabs
 * @param {import("../panels/display.js").Display} display
 * @param {Layout} layout
 */
function showDisplay(desk, tabs, display, layout) {
  let front = false;
  let shelf = false;
  desk.on(["view", "ui"], () => {
    if (!desk.ready) return;
    const can = desk.offers.filter((offer) => offer.kind === "unit").flatMap((offer) => offer.nouns.map(String));
    const off = can.length > 0 && can.every((unit) => !((placeOf(desk.view, unit) ?? "") in desk.sheet.map.hexes));
    if (off && !front) tabs.show("display");
    if (front && can.length && !off && tabs.current() === "display") tabs.show("log");
    // A phone has room for the boxes or for the map.
    if (layout.mode() === "phone" && off !== shelf) layout.spread(off);
    shelf = off;
    if (can.length) front = off;
    display.show({ view: desk.view, act: new Set(can), selected: new Set(handUnits(desk.view)) });
  });
}

/** The drawer of a tablet opens by a selection, and closes with it. @param {Desk} desk @param {Layout} layout */
function openDrawer(desk, layout) {
  let drawn = false;
  desk.on("view", () => {
    if (layout.mode() !== "tablet") return;
    const held = handUnits(desk.view).length > 0;
    if (held !== drawn && held !== layout.isOpen()) layout.spread(held);
    drawn = held;
  });
}
