// @ts-check
// The table page put together: every part with the desk, the board and one another. Made anew when the language changes.

import { byId, fill, h } from "../dom.js";
import { createBoard } from "../board/board.js";
import { createCharts } from "../panels/charts.js";
import { createDisplay } from "../panels/display.js";
import { createRules, ruleLink } from "../panels/rules.js";
import { choose, motion } from "../store.js";
import { choosable } from "./acts.js";
import { announceChanges, announceText } from "./announce.js";
import { createBattle } from "./battle.js";
import { createCurtain } from "./curtain.js";
import { dismiss, floats, offerChoice, toast } from "./floating.js";
import { createHand, createPointer, toldHex } from "./hand.js";
import { stepTo } from "./keyboard.js";
import { createLayout } from "./layout.js";
import { createLog } from "./log.js";
import { openMenu, openSeats, showKeys } from "./menu.js";
import { inHand } from "./offers.js";
import { createOrderLine } from "./orderline.js";
import { createPast } from "./past.js";
import { handUnits, motions, picture, wayGone } from "./picture.js";
import { Play } from "./play.js";
import { createPrompt } from "./promptbar.js";
import { createRail, createRound } from "./rail.js";
import { createTabs } from "./tabs.js";
import { createTop } from "./topbar.js";
import { gesture } from "./trail.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{map: SVGSVGElement, counters: SVGSVGElement}} Art */

const TABS = ["log", "display", "charts", "rules"];
const CLOSER = 1.35;

/** @type {ReturnType<typeof createLayout> | null} */
let layout = null;

/**
 * @param {Desk} desk
 * @param {Art} art
 * @param {(language: string) => void} language
 */
export function createPage(desk, art, language) {
  const { words, sheet } = desk;
  const map = byId("board");
  fill(map);
  document.documentElement.lang = words.language;
  landmarks(desk);
  const board = createBoard(map, sheet, art, {
    unit: (unit, place, event) => play.unit(unit, place, event),
    stack: (place, event) => play.stack(place, event),
    hex: (hex, event) => play.hex(hex, event),
    hover: (hex, unit) => desk.hover(hex, unit),
    grab: (units, place) => play.grab(units, place),
    drop: (hex, event) => play.drop(hex, event),
    fan: (place) => { desk.ui.fanned = place; },
  });
  const play = new Play(desk, () => board, map);
  layout ??= createLayout({ covered: (edges) => current?.board.inset(edges) });
  const sheetLayout = layout;
  layout.handle.setAttribute("aria-label", words.say("desk.sheet"));

  // -- the right panel

  const tabs = createTabs(byId("tabs"), words.say("desk.tabs"), TABS.map((key) => ({ key, text: words.say(`desk.tab.${key}`) })));
  createLog(tabs.panel("log"), desk);
  const display = createDisplay(tabs.panel("display"), { sheet, words, on: {
    unit: (unit) => play.unit(unit, placeOfUnit(desk, unit), null), point: (unit) => desk.light([], unit ? [unit] : []) } });
  const charts = createCharts(tabs.panel("charts"), { sheet, words });
  const rules = createRules(tabs.panel("rules"), { sheet, words });
  createHand(byId("hand"), desk, { unit: (unit, place, event) => play.unit(unit, place, event) });
  createPointer(byId("pointer"), desk);
  /** @param {string} key */
  const showTab = (key) => {
    tabs.show(key);
    if (sheetLayout.mode() !== "desk") sheetLayout.spread(true);
  };

  // -- the board

  let offMap = false;
  const showBoard = () => {
    if (!desk.ready) return;
    board.show(picture(desk.view, desk.offers, desk.ui, desk.overlays));
    const units = new Set(desk.offers.filter((offer) => offer.kind === "unit").flatMap((offer) => offer.nouns.map(String)));
    // What can only be chosen off the map has to be seen.
    const off = units.size > 0 && [...units].every((unit) => !(placeOfUnit(desk, unit) in sheet.map.hexes));
    if (off && !offMap) tabs.show("display");
    if (!off && offMap && units.size && tabs.current() === "display") tabs.show("log");
    if (units.size) offMap = off;
    display.show({ view: desk.view, act: units, selected: new Set(handUnits(desk.view)) });
  };
  desk.on("view", ({ before, seen } = {}) => {
    showBoard();
    if (!seen || !before || before.number === seen.number || !motion()) return;
    const fresh = seen.log.slice(seen.log.length - seen.fresh);
    const back = seen.taken || (!seen.fresh && wayGone(before.view).length > wayGone(seen.view).length);
    const speed = back ? 2 : 1;
    board.play(motions(before.view, seen.view, fresh).map((one) => ("path" in one ? { ...one, speed } : one)));
    bringAsked(desk, board, before.view);
  });
  desk.on("ui", showBoard);
  let begun = false;
  desk.on("view", () => {
    // A phone shows little of the map: begin where something can be done.
    if (!begun && sheetLayout.mode() === "phone") bringMiddle(desk, board);
    // An uploaded record has nothing to wait for: it is looked at from its beginning.
    if (!begun && Object.values(desk.table.seats).every((seat) => seat.kind === "record")) past.open({ at: 0 });
    begun = true;
  });
  desk.on("lit", () => desk.ready && board.show(picture(desk.view, desk.offers, desk.ui, desk.overlays)));

  /** The drawer of a tablet opens by a selection, and closes with it. */
  let drawn = false;
  desk.on("view", () => {
    if (sheetLayout.mode() !== "tablet") return;
    const held = handUnits(desk.view).length > 0;
    if (held && !drawn && !sheetLayout.isOpen()) sheetLayout.spread(true);
    else if (!held && drawn && sheetLayout.isOpen()) sheetLayout.spread(false);
    drawn = held;
  });

  // -- the rest

  const past = createPast(desk, () => board);
  const battle = createBattle(byId("combat"), desk, {
    board: () => board, narrow: () => sheetLayout.mode() === "phone",
    chart: (name, columns) => { showTab("charts"); charts.open(name, columns); },
    shown: (side) => {
      const newly = side && !document.body.hasAttribute("data-combat");
      document.body.toggleAttribute("data-combat", side !== null);
      sheetLayout.cover(side);
      const target = desk.view.details.plan?.target;
      if (newly && target) board.focus(target);
    },
  });
  const order = createOrderLine(byId("order"), desk);
  const menu = () => openMenu(desk, { language, replay: () => past.open(), say: (verb) => desk.say(verb) });
  /** @param {"zones" | "points" | "changes"} what */
  const overlay = (what) => {
    const on = !desk.ui.show[what];
    desk.set({ show: { ...desk.ui.show, [what]: on } });
    if (on && what === "changes") past.loadChanges();
    else if (on) desk.loadOverlays();
  };
  createTop(byId("top"), desk, { menu, log: () => toggleLog(), seats: () => openSeats(desk) });
  // Windows that few want at once are fetched when somebody does.
  const key = async () => (await import("../panels/key.js")).openKey({ sheet, words });
  const list = async () => (await import("./list.js")).openList(desk, play);
  const toggleLog = () => {
    if (sheetLayout.isOpen()) sheetLayout.spread(false);
    else showTab("log");
  };
  createRail(byId("rail"), desk, { closer: () => board.zoom(CLOSER), wider: () => board.zoom(1 / CLOSER), fit: () => board.fit(), overlay,
    key, rules: () => { showTab("rules"); rules.search(); } });
  createRound(byId("round"), desk, { fit: () => board.fit(), layers: (button) => layersMenu(desk, button, overlay, key) });
  createPrompt(byId("prompt"), desk, {
    undo: () => desk.undo(), next: () => play.next(1), say: (verb, noun) => desk.say(verb, noun ?? null),
    standing: (verb) => takeUp(desk, verb),
    instead: (verbs, undo) => desk.go({ verb: verbs[0], nouns: [], change: { undo, gestures: [gesture(verbs.map((verb) => ({ verb, noun: null })), [])] } }),
    preview: () => desk.ui.preview && play.hex(desk.ui.preview, null),
    list, ending: past.showEnding, live: past.live,
    hintsOff: () => { choose({ hints: false }); desk.tell("ui"); },
    number: (verb, value) => sayNumber(desk, verb, value),
    odds: () => battle.toggle(),
  });
  createCurtain(desk);
  announceChanges(desk);
  notices(desk);

  /** Escape: put away the nearest thing, at last what is in hand. */
  const back = () => {
    if (floats()) return dismiss(true);
    if (desk.ui.standing || desk.ui.fanned || desk.ui.preview) return desk.set({ standing: null, fanned: null, preview: null });
    if (battle.open() && !desk.mine) return battle.close();
    if (desk.mine && inHand(desk.view) && desk.seen?.undo) return desk.undo();
    if (battle.open()) return battle.close();
    if (sheetLayout.isOpen()) return sheetLayout.spread(false);
    return desk.set({ looked: null, cursor: null });
  };
  const keys = {
    next: () => play.next(1), previous: () => play.next(-1), undo: () => desk.undo(), back, list,
    main: () => /** @type {HTMLElement | null} */ (byId("prompt").querySelector(".btn-primary, .btn-commit"))?.click(),
    order: (/** @type {string | undefined} */ start) => { if (desk.mine) order.open(start); },
    odds: () => battle.toggle(),
    cursor: (/** @type {number} */ dx, /** @type {number} */ dy) => {
      const hex = desk.ui.cursor ? stepTo(sheet.map.hexes, sheet.map.radius, desk.ui.cursor, dx, dy) : play.start();
      desk.set({ cursor: hex });
      board.focus(hex);
      announceText(toldHex(desk, hex));
    },
    pick: () => play.pick(), why: () => play.whyHere(),
    fan: () => { const hex = desk.ui.hoverHex ?? desk.ui.cursor; desk.set({ fanned: desk.ui.fanned === hex ? null : hex }); },
    zoom: (/** @type {number} */ factor) => board.zoom(factor), fit: () => board.fit(), overlay,
    tab: () => showTab(TABS[(TABS.indexOf(tabs.current()) + 1) % TABS.length]),
    replay: () => (past.isOpen() ? past.live() : past.open()), menu, help: () => showKeys(desk),
  };
  current = { desk, board, keys, past, battle, destroy: () => { board.destroy(); past.destroy(); rules.destroy(); desk.listeners.clear(); } };
  if (desk.ready) desk.tell("view", {});
  return current;
}

/** @type {{desk: Desk, board: import("../types.js").Board, keys: import("./keyboard.js").Keys, past: any, battle: any, destroy: () => void} | null} */
let current = null;

/** The page as it stands now. */
export function page() {
  return current;
}

/** @param {Desk} desk @param {string} unit */
function placeOfUnit(desk, unit) {
  return Object.keys(desk.view.places).find((place) => desk.view.places[place].some((one) => "id" in one && one.id === unit)) ?? "";
}

/** Names of the page's parts, and links to jump to them. @param {Desk} desk */
function landmarks({ words }) {
  for (const id of ["top", "rail", "main", "prompt", "panel"]) byId(id).setAttribute("aria-label", words.say(`desk.landmark.${id}`));
  fill(byId("skips"), [["prompt-title", "prompt"], ["board", "map"], ["tabs", "panel"]].map(([id, key]) => h("button", { type: "button", class: "skip btn btn-primary",
    onclick: () => { const there = byId(id); if (there.tabIndex < 0) there.tabIndex = -1; there.focus(); } }, words.say(`desk.skip.${key}`))));
}

/**
 * When it is the player's turn to answer something somewhere else, the map goes there.
 * @param {Desk} desk
 * @param {import("../types.js").Board} board
 * @param {import("../types.js").View} before
 */
function bringAsked(desk, board, before) {
  const { prompt, details } = desk.view;
  const ownPlan = details.plan && details.plan.side === desk.me;
  if (!prompt || details.move || ownPlan || JSON.stringify(before.prompt?.params) === JSON.stringify(prompt.params)) return;
  const unit = prompt.params.unit ? placeOfUnit(desk, prompt.params.unit) : null;
  const hex = details.plan?.target ?? prompt.params.hex ?? unit;
  if (typeof hex === "string" && hex in desk.sheet.map.hexes) board.focus(hex);
}

/** The stack that can act nearest to the middle of all that can. @param {Desk} desk @param {import("../types.js").Board} board */
function bringMiddle(desk, board) {
  const { hexes } = desk.sheet.map;
  const can = choosable(desk.view, desk.offers, hexes).map((one) => one.place);
  const own = Object.keys(desk.view.places).filter((place) => desk.view.places[place].some((one) => "id" in one && desk.sheet.units[one.id]?.side === (desk.me ?? desk.sheet.sides[0])));
  const places = (can.some((place) => place in hexes) ? can : own).filter((place) => place in hexes);
  if (!places.length) return;
  const middle = [0, 1].map((k) => places.reduce((sum, place) => sum + hexes[place][k], 0) / places.length);
  /** @param {string} place */
  const far = (place) => Math.hypot(hexes[place][0] - middle[0], hexes[place][1] - middle[1]);
  board.focus(places.reduce((best, place) => (far(place) < far(best) ? place : best)));
}

/** @param {Desk} desk @param {string} verb */
function takeUp(desk, verb) {
  const offer = desk.view.standing.find((one) => one.verb === verb);
  if (offer?.kind === "nothing") desk.say(verb);
  else desk.set({ standing: desk.ui.standing === verb ? null : verb });
}

/** Another number for a verb: said, or said again in the place of the one before. @param {Desk} desk @param {string} verb @param {number} value */
function sayNumber(desk, verb, value) {
  const named = desk.trail.named(verb);
  if (!named) return value ? desk.say(verb, value) : undefined;
  const change = desk.trail.amend(named.said, value || undefined);
  return change ? desk.go({ verb, nouns: [], change }) : undefined;
}

/** @param {Desk} desk @param {HTMLElement} button @param {(what: "zones" | "points" | "changes") => void} overlay @param {() => void} key */
function layersMenu(desk, button, overlay, key) {
  const { right, bottom } = button.getBoundingClientRect();
  /** @type {["zones" | "points" | "changes", string][]} */
  const all = [["zones", "zones"], ["points", "flag"], ["changes", "changes"]];
  offerChoice(desk.words.say("desk.layers"), [
    ...all.map(([what, icon]) => ({ text: desk.words.say(`desk.rail.${what}`), icon: desk.ui.show[what] ? "check" : icon, act: () => overlay(what) })),
    { text: desk.words.say("desk.rail.key"), icon: "key", act: key },
  ], { x: right - 180, y: bottom });
}

/** Refusals and the state of the line. @param {Desk} desk */
function notices(desk) {
  /** @type {(() => void) | null} */
  let away = null;
  /** @type {any} */
  let timer = null;
  desk.on("refused", (reason) => {
    if (!reason?.text) return;
    const text = reason.rule && reason.text.startsWith(`${reason.rule}: `) ? reason.text.slice(reason.rule.length + 2) : reason.text;
    toast([text, reason.rule ? [" ", ruleLink(reason.rule)] : null].flat(), { icon: "warning" });
  });
  desk.on("online", () => {
    clearTimeout(timer);
    if (desk.online) {
      if (away) toast([desk.words.say("desk.online")], { icon: "check" });
      away?.();
      away = null;
    } else timer = setTimeout(() => { away ??= toast([desk.words.say("desk.offline")], { icon: "offline", stay: true }); }, 900);
  });
}
