// @ts-check
// The table page put together: every part with the desk, the board and one another. Made anew when the language changes.

import { byId, withStyles } from "../dom.js";
import { tableOf } from "../store.js";
import { beginning } from "./beginning.js";
import { announceChanges, announceText } from "./announce.js";
import { createAsking } from "./ask.js";
import { createBattle } from "./battle.js";
import { createBrief } from "./brief.js";
import { briefingDue } from "./briefed.js";
import { createCoach } from "./coach.js";
import { dismiss } from "./floating.js";
import { toldHex } from "./hand.js";
import { keysOf } from "./keys.js";
import { nameParts } from "./landmarks.js";
import { createLayout } from "./layout.js";
import { bringAsked, createMapView } from "./mapview.js";
import { createNews } from "./news.js";
import { showNotices } from "./notices.js";
import { createOrderLine } from "./orderline.js";
import { createPast } from "./past.js";
import { standing } from "./picture.js";
import { Play } from "./play.js";
import { createPrompt } from "./promptbar.js";
import { promptEvents } from "./prompting.js";
import { createRail, createRound, layersMenu, overlaysOf } from "./rail.js";
import { createSide } from "./side.js";
import { createStackPick } from "./stackpick.js";
import { Taps } from "./taps.js";
import { createTop } from "./topbar.js";
import { announceTurn } from "./sound.js";
import { createWindows } from "./windows.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./rail.js").Overlay} Overlay */

const CLOSER = 1.35;

/** The page as it stands now. @type {Page | null} */
let current = null;
/** @type {ReturnType<typeof createLayout> | null} */
let layout = null;

export function page() {
  return current;
}

const PARTS = [
  "skips",
  "top",
  "rail",
  "board",
  "round",
  "combat",
  "order",
  "brief",
  "replay",
  "prompt",
  "news",
  "hand",
  "pointer",
  "tabs",
  "live",
  "toasts",
];

/** Clear the table away: nothing of what was to be seen, said or done on it is left. */
export function clearPage() {
  if (!current) return;
  current.desk.showing.clear();
  current.destroy();
  dismiss();
  for (const open of document.querySelectorAll("dialog")) open.remove();
  for (const id of PARTS) byId(id).replaceChildren();
  document.body.removeAttribute("data-past");
  document.body.removeAttribute("data-combat");
  document.body.removeAttribute("data-opened");
  layout?.cover(null);
  layout?.tray(false);
  layout?.close();
}

export class Page {
  /**
   * @param {Desk} desk
   * @param {{map: SVGSVGElement, counters: SVGSVGElement}} art
   * @param {{language: (language: string) => void, enrol: (lesson: string) => Promise<boolean>, curtain: import("./curtain.js").Curtain}} on
   */
  constructor(desk, art, { language, enrol, curtain }) {
    this.desk = desk;
    this.language = language;
    this.enrol = enrol;
    document.documentElement.lang = desk.words.language;
    nameParts(desk.words);
    this.board = createMapView(desk, art, () => this.play);
    this.play = new Play(desk, () => this.board, byId("board"));
    this.stack = createStackPick(desk, {
      pick: (units, place, event) => this.play.some(units, place, event),
      hold: (on) => this.board.hold(on),
    });
    this.layout = layout ??= createLayout({ covered: (edges) => current?.board.inset(edges) });
    this.layout.name(desk.words);
    this.side = createSide(desk, this.play, this.layout, (hex) => this.bring(hex));
    desk.ahead.follow();
    desk.on("ahead", () => this.#told());
    this.taps = new Taps(() => `${desk.seen?.number} ${desk.ui.sure}`);
    this.untap = this.taps.listen();
    this.past = createPast(desk, () => this.board);
    this.windows = createWindows(this);
    this.battle = createBattle(byId("combat"), desk, {
      board: () => this.board,
      narrow: () => this.layout.mode() === "phone",
      chart: this.side.chart,
      shown: (side) => this.#combatShown(side),
      drawn: () => this.taps.drawn(byId("combat")),
    });
    this.asking = createAsking(desk, {
      key: this.windows.key,
      at: (hex) => this.play.boxOf(hex),
      bring: (hex) => this.board.focus(hex, { closer: "never" }),
    });
    this.order = createOrderLine(byId("order"), desk);
    this.#frame();
    this.#prompt();
    curtain.follow();
    announceChanges(desk);
    announceTurn(desk);
    showNotices(desk);
    desk.on("strip", () => this.layout.measure());
    if (desk.lesson) this.#lesson();
    else {
      createNews(byId("news"), desk);
      createCoach(desk, { hint: this.windows.hint });
      this.#opponent();
      this.#firstBattle();
    }
    this.#begin();
    this.#settle();
    this.keys = keysOf(this);
    current = this;
    this.layout.measure();
    if (desk.ready) desk.tell("view", {});
  }

  destroy() {
    this.untap();
    this.battle.seen();
    this.battle.end();
    this.board.destroy();
    this.past.destroy();
    this.side.destroy();
    for (const part of document.querySelectorAll(".opponent-strip, #hint")) part.remove();
    this.asking.destroy();
    this.desk.listeners.clear();
    this.desk.strip = null;
    current = null;
  }

  /** Whether it is still the page that is laid: what was fetched for it may come too late. */
  get stays() {
    return current === this;
  }

  // -- the parts

  /** Top, rail, and the round buttons of a phone. */
  #frame() {
    const { desk, board, side, windows } = this;
    const fit = () => board.fit();
    /** @param {Overlay} what */
    const overlay = (what) => this.overlay(what);
    createTop(byId("top"), desk, {
      menu: windows.menu,
      log: () => this.#toggleLog(),
      seats: windows.seats,
    });
    createRail(byId("rail"), desk, {
      closer: () => board.zoom(CLOSER),
      wider: () => board.zoom(1 / CLOSER),
      fit,
      overlay,
      key: windows.key,
      rules: side.rules,
      next: () => this.play.next(1),
      hint: windows.hint,
    });
    createRound(byId("round"), desk, { fit, layers: (button) => layersMenu(desk, button, overlay, windows.key) });
  }

  #prompt() {
    const { desk } = this;
    createPrompt(byId("prompt"), desk, promptEvents(this), this.taps);
    createBrief(byId("brief"), desk, () => this.battle.toggle());
  }

  /** Where the computer plays or may help, what belongs to that. */
  async #opponent() {
    const { desk, board, battle, windows } = this;
    desk.opponent = null;
    const computers = Object.values(desk.table.seats).some((seat) => seat.kind === "computer");
    if (!computers && Object.keys(desk.seats).length < 2) return;
    const { createOpponent } = await withStyles(import("./opponent.js"));
    if (this.stays) createOpponent(desk, { board, battle, hint: windows.hint });
  }

  /** At a first battle, how it ends. */
  async #firstBattle() {
    const { desk } = this;
    const battle = tableOf(desk.id)?.battle;
    if (!battle || battle.over) return;
    const { createFirstBattle } = await import("./first_battle.js");
    if (this.stays) createFirstBattle(desk, battle);
  }

  /** Where somebody learns, what is told. The other side answers as the lesson wishes: no opponent is there. */
  async #lesson() {
    const { desk, board, enrol } = this;
    const { createLesson } = await import("./lesson.js");
    document.body.dataset.lesson = "";
    if (this.stays) createLesson(desk, { enrol, bring: (hexes) => board.bring(hexes) });
  }

  /** Show where one can begin; from now on the map moves for a reason only. */
  #open({ first = false } = {}) {
    if (!this.stays) return;
    this.board.open(beginning(this.desk));
    this.board.bring(this.desk.taught?.lights ?? []);
    document.body.toggleAttribute("data-opened", true);
    if (first && briefingDue(this.desk)) this.windows.briefing();
  }

  /** What is done once, with the first view. */
  #begin() {
    const { desk } = this;
    let begun = desk.ready;
    desk.on("view", () => {
      if (begun) return;
      begun = true;
      // The bar in front of the map takes its place first.
      requestAnimationFrame(() => setTimeout(() => this.#open({ first: true })));
      // A game that is over is looked at where the address says; an uploaded record from its beginning.
      const asked = desk.view.tracks.result ? new URLSearchParams(location.search) : new URLSearchParams();
      if (asked.has("end")) this.past.showEnding();
      const at = asked.get("at");
      const record = Object.values(desk.table.seats).every((seat) => seat.kind === "record");
      if (at || record) this.past.open({ at: Number(at) || 0 });
    });
    // What a lesson speaks of is known a moment later.
    let placed = begun;
    desk.on("taught", () => {
      if (!placed) this.#open();
      placed = true;
    });
  }

  /** After all parts have drawn a view: what they cover is known, and the map goes once to where one is asked. */
  #settle() {
    const { desk, board, layout } = this;
    desk.on("view", ({ before, seen } = {}) => {
      if (!seen || !before || before.number === seen.number) return;
      layout.measure();
      // On a phone the sheet has grown over what was picked just above it.
      const held = layout.mode() === "phone" && standing(desk.view);
      if (held && held in desk.sheet.map.hexes) board.focus(held);
      else bringAsked(desk, board, before.view);
    });
  }

  /** @param {"left" | "right" | null} side */
  #combatShown(side) {
    const newly = side && !document.body.hasAttribute("data-combat");
    if (side) document.body.dataset.combat = side;
    else delete document.body.dataset.combat;
    this.layout.cover(side);
    const { details, prompt } = this.desk.view;
    const target = details.plan?.target ?? prompt?.params.hex;
    if (newly && typeof target === "string") this.board.focus(target);
  }

  /** Show a hex that something else has named. @param {string} hex */
  bring(hex) {
    const { layout, board } = this;
    if (layout.mode() === "phone" && layout.spread() === "page") layout.close();
    layout.measure();
    board.focus(hex);
  }

  #toggleLog() {
    if (this.layout.isOpen()) this.layout.close();
    else this.side.show("log");
  }

  /** @param {Overlay} what */
  overlay(what) {
    const { desk } = this;
    if (!overlaysOf(desk).includes(what)) return;
    const on = !desk.ui.show[what];
    desk.set({ show: { ...desk.ui.show, [what]: on } });
    if (on) desk.tell("looked", [`overlay ${what}`]);
    if (on && what === "changes") this.past.loadChanges();
    else if (on) desk.loadOverlays();
  }

  /** The answer of the server is told where no mouse points: to who goes over the map by key, or taps it. */
  #told() {
    const { desk } = this;
    const { preview, hoverHex, cursor } = desk.ui;
    const hex = preview ?? cursor;
    if (hex !== null && (preview || hoverHex === null)) announceText(toldHex(desk, hex));
  }
}
