// @ts-check
// The right panel: what is in hand, what is under the pointer, and the tabs log, display, charts and rules.

import { byId, h, withStyles } from "../dom.js";
import { createDisplay } from "../panels/display.js";
import { columnsOf } from "../panels/parts.js";
import { placeOf } from "./acts.js";
import { createHand, createPointer } from "./hand.js";
import { createLog } from "./log.js";
import { handUnits } from "./picture.js";
import { createTabs } from "./tabs.js";
import { dragFromTray } from "./traydrag.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof import("./layout.js").createLayout>} Layout */

const TABS = ["log", "display", "charts", "rules"];

/**
 * @param {Desk} desk
 * @param {import("./play.js").Play} play
 * @param {Layout} layout
 * @param {(hex: string) => void} focus  Bring a hex of the map into sight.
 */
export function createSide(desk, play, layout, focus) {
  const { sheet, words } = desk;
  const named = TABS.map((key) => ({ key, text: words.say(`desk.tab.${key}`) }));
  const tabs = createTabs(byId("tabs"), words.say("desk.tabs"), named, (key) => {
    if (key === "display") find();
    if (key === "charts") charts();
    if (key === "rules") rules();
    desk.tell("looked", [`panel ${key}`]);
  });
  // Books that few open at once are fetched when somebody does.
  const charts = once(async () => {
    const { createCharts } = await withStyles(import("../panels/charts.js"));
    const book = createCharts(tabs.panel("charts"), { sheet, words });
    if (desk.ready) book.mark(inUse(desk));
    return book;
  });
  desk.on("view", () => charts.begun()?.then((book) => desk.ready && book.mark(inUse(desk))));
  const rules = once(async () => {
    const book = (await withStyles(import("../panels/rules.js"))).createRules(tabs.panel("rules"), { sheet, words });
    unlisten();
    return book;
  });
  const unlisten = openFirstRule(rules);
  createLog(tabs.panel("log"), desk);
  const [finder, shelf] = [h("div", { class: "finder" }), h("div")];
  tabs.panel("display").append(finder, shelf);
  const display = createDisplay(shelf, {
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
  dragFromTray(shelf, desk, {
    take: (unit) => play.unit(unit, placeOf(desk.view, unit) ?? "", null),
    drop: (hex) => play.setDown(hex),
    hexAt: (x, y) => play.board().hexAt(x, y),
  });
  createHand(byId("hand"), desk, { unit: (unit, place, event) => play.unit(unit, place, event) });
  createPointer(byId("pointer"), desk);
  showDisplay(desk, tabs, display, layout);
  openDrawer(desk, layout);

  /** @param {string} key */
  const show = (key) => {
    tabs.show(key);
    if (layout.mode() !== "desk") layout.open();
  };
  /** @param {string} box */
  const showBox = (box) => {
    show("display");
    const found = shelf.querySelector(`[data-box="${box}"]`);
    if (found instanceof HTMLDetailsElement) found.open = true;
    found?.scrollIntoView({ block: "nearest" });
  };
  const find = once(async () =>
    (await import("./finder.js")).createFinder(finder, desk, ({ unit, place }) => {
      desk.light([], [unit]);
      if (!(place in sheet.map.hexes)) return showBox(place);
      if (layout.mode() !== "desk") layout.close();
      desk.light([place], [unit]);
      focus(place);
    }),
  );
  return {
    show,
    /** The display with one of its boxes in sight. */
    box: showBox,
    next: () => show(TABS[(TABS.indexOf(tabs.current()) + 1) % TABS.length]),
    /** @param {string} name @param {any} [columns] */
    async chart(name, columns) {
      show("charts");
      (await charts()).open(name, columns);
    },
    async rules() {
      show("rules");
      (await rules()).search();
    },
    destroy() {
      unlisten();
      rules.begun()?.then((book) => book.destroy());
    },
  };
}

/** The columns of a chart by which the attack that is put together would be decided. @param {Desk} desk */
function inUse({ view }) {
  const { odds } = view.details;
  return odds ? { chart: odds.table, columns: columnsOf(odds) } : null;
}

/**
 * Done by the first who needs it, for all; again only if it failed.
 * @template T
 * @param {() => Promise<T>} make
 */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  const get = () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
  return Object.assign(get, { begun: () => made });
}

/**
 * The first rule number that is clicked brings the book; from then on the book listens itself.
 * @param {() => Promise<import("../panels/rules.js").Rules>} rules
 */
function openFirstRule(rules) {
  /** @param {MouseEvent} event */
  const clicked = async (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
    const number = link?.getAttribute("data-rule");
    if (!link || !number) return;
    event.preventDefault();
    (await rules()).openRule(number, link);
  };
  document.addEventListener("click", clicked);
  return () => document.removeEventListener("click", clicked);
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
  let [tray, placing] = [false, false];
  let asked = "";
  desk.on(["view", "ui"], () => {
    if (!desk.ready) return;
    const can = desk.offers.filter((offer) => offer.kind === "unit").flatMap((offer) => offer.nouns.map(String));
    const off = can.length > 0 && can.every((unit) => !((placeOf(desk.view, unit) ?? "") in desk.sheet.map.hexes));
    if (off && !front) tabs.show("display");
    if (front && can.length && !off && tabs.current() === "display") tabs.show("log");
    // Who places one counter after another keeps them in sight; whoever took one from a box wants the map.
    const onto = handUnits(desk.view).length > 0 && desk.offers.some((offer) => offer.kind === "hex");
    tray = onto ? tray && (off || !can.length) : off;
    layout.tray(tray);
    if (layout.mode() === "phone" && onto && !placing) layout.close();
    placing = onto;
    if (can.length) front = off;
    document.body.toggleAttribute("data-placing", tray || Boolean(desk.view.details.placing));
    display.show({ view: desk.view, act: new Set(can), selected: new Set(handUnits(desk.view)) });
    const question = desk.view.prompt?.key ?? "";
    if (off && question !== asked) bringCounter(tabs.panel("display"));
    asked = question;
  });
}

/** Scroll to the first counter that can be picked, if none is in sight. @param {HTMLElement} panel */
function bringCounter(panel) {
  const { top, bottom } = panel.getBoundingClientRect();
  const all = [...panel.querySelectorAll(".box-counter[aria-pressed], .shop-lot.is-open")];
  const seen = all.some((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  });
  if (!seen) all[0]?.scrollIntoView({ block: "center" });
}

/** The drawer of a tablet opens by a selection, and closes with it; who fights stands in a panel of its own. @param {Desk} desk @param {Layout} layout */
function openDrawer(desk, layout) {
  let drawn = false;
  desk.on("view", () => {
    if (layout.mode() !== "tablet") return;
    const held = handUnits(desk.view).length > 0 && !desk.view.details.plan;
    if (held !== drawn && held !== layout.isOpen()) {
      if (held) layout.open();
      else layout.close();
    }
    drawn = held;
  });
}
