// @ts-check
// The table page put together: every part with the desk, the board and one another. Made anew when the language changes.

import { byId, fill, h, withStyles } from "../dom.js";
import { choose } from "../store.js";
import { placeOf } from "./acts.js";
import { beginning } from "./beginning.js";
import { announceChanges, announceText } from "./announce.js";
import { createAsking } from "./ask.js";
import { createBattle } from "./battle.js";
import { createBrief } from "./brief.js";
import { dismiss, floats, offerChoice } from "./floating.js";
import { toldHex } from "./hand.js";
import { stepTo } from "./keyboard.js";
import { createLayout } from "./layout.js";
import { bringAsked, createMapView } from "./mapview.js";
import { showNotices } from "./notices.js";
import { givingUp } from "./answers.js";
import { finish } from "./finish.js";
import { inHand } from "./offers.js";
import { createOrderLine } from "./orderline.js";
import { createPast } from "./past.js";
import { standing } from "./picture.js";
import { Play } from "./play.js";
import { createPrompt } from "./promptbar.js";
import { createRail, createRound, ICONS, overlaysOf } from "./rail.js";
import { retreatForMe } from "./retreat.js";
import { createSide } from "./side.js";
import { createStackPick } from "./stackpick.js";
import { Taps } from "./taps.js";
import { createTop } from "./topbar.js";
import { announceTurn } from "./sound.js";
import { gesture } from "./trail.js";

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
   * @param {{language: (language: string) => void, curtain: import("./curtain.js").Curtain}} on
   */
  constructor(desk, art, { language, curtain }) {
    this.desk = desk;
    this.language = language;
    document.documentElement.lang = desk.words.language;
    nameParts(desk);
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
    this.battle = createBattle(byId("combat"), desk, {
      board: () => this.board,
      narrow: () => this.layout.mode() === "phone",
      chart: this.side.chart,
      shown: (side) => this.#combatShown(side),
      drawn: () => this.taps.drawn(byId("combat")),
    });
    this.asking = createAsking(desk, {
      key: () => this.terrainKey(),
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
    this.#opponent();
    this.#begin();
    this.#settle();
    this.keys = this.#keys();
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
    current = null;
  }

  /** Whether it is still the page that is laid: what was fetched for it may come too late. */
  get stays() {
    return current === this;
  }

  // -- the parts

  /** Top, rail, and the round buttons of a phone. */
  #frame() {
    const { desk, board, side } = this;
    const fit = () => board.fit();
    const key = () => this.terrainKey();
    /** @param {Overlay} what */
    const overlay = (what) => this.overlay(what);
    createTop(byId("top"), desk, {
      menu: () => this.menu(),
      log: () => this.#toggleLog(),
      seats: () => this.seats(),
    });
    createRail(byId("rail"), desk, {
      closer: () => board.zoom(CLOSER),
      wider: () => board.zoom(1 / CLOSER),
      fit,
      overlay,
      key,
      rules: side.rules,
      next: () => this.play.next(1),
      hint: () => this.hint(),
    });
    createRound(byId("round"), desk, { fit, layers: (button) => layersMenu(desk, button, overlay, key) });
  }

  #prompt() {
    const { desk, play, past } = this;
    /** @type {import("./promptbar.js").PromptEvents} */
    const on = {
      undo: () => desk.undo(),
      next: () => play.next(1),
      hint: () => this.hint(),
      say: (verb, noun) => desk.say(verb, noun ?? null),
      finish: (verb) => finish(desk, verb),
      notYet: () => desk.set({ sure: false }),
      neverAsk: () => {
        choose({ sure: false });
        desk.say("done");
      },
      notAgain: () => desk.quiet.start(),
      askAgain: () => desk.quiet.stop(),
      standing: (verb) => takeUp(desk, verb),
      way: (verb) => this.#chooseWay(verb),
      box: (box) => this.side.box(box),
      instead: () => sayInstead(desk),
      preview: () => desk.ui.preview && play.hex(desk.ui.preview, null),
      list: () => this.list(),
      ending: past.showEnding,
      live: past.live,
      tipsOff: () => {
        choose({ tips: false });
        desk.tell("ui");
      },
      odds: () => this.battle.toggle(),
      retreat: () => retreatForMe(desk),
    };
    createPrompt(byId("prompt"), desk, on, this.taps);
    createBrief(byId("brief"), desk, () => this.battle.toggle());
  }

  /** One of the things that can be done is offered alone, or all of them again. @param {string} verb */
  #chooseWay(verb) {
    const { desk, board } = this;
    const way = desk.ui.way === verb ? null : verb;
    desk.set({ way, standing: null, fanned: null, preview: null });
    const nouns = way ? (desk.offers.find((offer) => offer.verb === way)?.nouns ?? []) : [];
    const places = nouns.map((noun) => placeOf(desk.view, String(noun)) ?? String(noun));
    const there = places.find((place) => place in desk.sheet.map.hexes);
    if (there) board.focus(there);
    else if (places.length) this.side.box(places[0]);
  }

  /** Where the computer plays or may help, what belongs to that. */
  async #opponent() {
    const { desk, board, battle } = this;
    desk.opponent = null;
    const computers = Object.values(desk.table.seats).some((seat) => seat.kind === "computer");
    if (!computers && Object.keys(desk.seats).length < 2) return;
    const { createOpponent } = await withStyles(import("./opponent.js"));
    if (this.stays) createOpponent(desk, { board, battle, hint: () => this.hint() });
  }

  /** Show where one can begin; from now on the map moves for a reason only. */
  #open() {
    if (!this.stays) return;
    this.board.open(beginning(this.desk));
    document.body.toggleAttribute("data-opened", true);
  }

  /** What is done once, with the first view. */
  #begin() {
    const { desk } = this;
    let begun = desk.ready;
    desk.on("view", () => {
      if (begun) return;
      begun = true;
      // The bar in front of the map takes its place first.
      requestAnimationFrame(() => setTimeout(() => this.#open()));
      // A game that is over is looked at where the address says; an uploaded record from its beginning.
      const asked = desk.view.tracks.result ? new URLSearchParams(location.search) : new URLSearchParams();
      if (asked.has("end")) this.past.showEnding();
      const at = asked.get("at");
      const record = Object.values(desk.table.seats).every((seat) => seat.kind === "record");
      if (at || record) this.past.open({ at: Number(at) || 0 });
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

  // -- what buttons and keys do

  // Windows that few want at once are fetched when somebody does.

  async menu() {
    const { desk, language, past } = this;
    const { openMenu } = await import("./menu.js");
    if (this.stays) openMenu(desk, { language, replay: () => past.open(), say: (verb) => desk.say(verb) });
  }

  async hint() {
    const { desk, board } = this;
    const { askHint } = await withStyles(import("./hint.js"));
    if (this.stays) askHint(desk, board, (hex) => this.bring(hex));
  }

  async seats() {
    const { openSeats } = await import("./menu.js");
    if (this.stays) openSeats(this.desk);
  }

  async help() {
    const { showKeys } = await import("./menu.js");
    if (this.stays) showKeys(this.desk);
  }

  async terrainKey() {
    const { sheet, words } = this.desk;
    const { openKey } = await withStyles(import("../panels/key.js"));
    if (this.stays) openKey({ sheet, words });
  }

  async list() {
    const { openList } = await import("./list.js");
    if (this.stays) openList(this.desk, this.play);
  }

  /** @param {Overlay} what */
  overlay(what) {
    const { desk } = this;
    if (!overlaysOf(desk.sheet).includes(what)) return;
    const on = !desk.ui.show[what];
    desk.set({ show: { ...desk.ui.show, [what]: on } });
    if (on && what === "changes") this.past.loadChanges();
    else if (on) desk.loadOverlays();
  }

  /** Escape: put away the nearest thing, at last what is in hand. */
  back() {
    const { desk, battle } = this;
    const { standing, way, fanned, preview, tapped, sure } = desk.ui;
    if (floats()) dismiss(true);
    else if (sure) desk.set({ sure: false });
    else if (standing || way || fanned || preview || tapped)
      desk.set({ standing: null, way: null, fanned: null, preview: null, tapped: null });
    else if (desk.mine && inHand(desk.view) && desk.seen?.undo) desk.undo();
    else if (battle.open()) battle.close();
    else if (this.layout.isOpen()) this.layout.close();
    else desk.set({ looked: null, cursor: null });
  }

  /** @param {number} dx @param {number} dy */
  cursor(dx, dy) {
    const { desk, board } = this;
    const { hexes, radius } = desk.sheet.map;
    const hex = desk.ui.cursor ? stepTo(hexes, radius, desk.ui.cursor, dx, dy) : this.play.start();
    desk.set({ cursor: hex });
    board.focus(hex, { closer: "never" });
    announceText(toldHex(desk, hex));
  }

  /** The answer of the server is told where no mouse points: to who goes over the map by key, or taps it. */
  #told() {
    const { desk } = this;
    const { preview, hoverHex, cursor } = desk.ui;
    const hex = preview ?? cursor;
    if (hex !== null && (preview || hoverHex === null)) announceText(toldHex(desk, hex));
  }

  /** @returns {import("./keyboard.js").Keys} */
  #keys() {
    const { desk, board, play, past, battle, order, asking, stack } = this;
    return {
      next: () => play.next(1),
      previous: () => play.next(-1),
      undo: () => desk.undo(),
      back: () => this.back(),
      main: () =>
        /** @type {HTMLElement | null} */ (
          byId(battle.open() ? "combat" : "prompt").querySelector(".btn-primary, .btn-commit")
        )?.click(),
      list: () => this.list(),
      order: (start) => desk.mine && order.open(start),
      odds: () => battle.toggle(),
      cursor: (dx, dy) => this.cursor(dx, dy),
      pick: (event) => play.pick(event),
      why: () => play.whyHere(),
      hint: () => this.hint(),
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
      overlay: (what) => this.overlay(what),
      tab: () => this.side.next(),
      replay: () => (past.isOpen() ? past.live() : past.open()),
      menu: () => this.menu(),
      help: () => this.help(),
    };
  }
}

/** Names of the page's parts, and links to jump to them. @param {Desk} desk */
function nameParts({ words }) {
  for (const id of ["top", "rail", "main", "prompt", "panel"]) {
    byId(id).setAttribute("aria-label", words.say(`desk.landmark.${id}`));
  }
  const jumps = [
    ["prompt-title", "prompt"],
    ["board", "map"],
    ["tabs", "panel"],
  ];
  fill(
    byId("skips"),
    jumps.map(([id, key]) =>
      h(
        "button",
        {
          type: "button",
          class: "skip btn btn-primary",
          onclick: () => byId(id).focus(),
        },
        words.say(`desk.skip.${key}`),
      ),
    ),
  );
}

/** A standing offer: said at once, or a hex is chosen for it. @param {Desk} desk @param {string} verb */
function takeUp(desk, verb) {
  const offer = desk.view.standing.find((one) => one.verb === verb);
  if (offer?.kind === "nothing") desk.say(verb);
  else desk.set({ standing: desk.ui.standing === verb ? null : verb });
}

/** Give up what is in hand, and say what was on offer before it. @param {Desk} desk */
function sayInstead(desk) {
  return desk.go(() => {
    const found = givingUp(desk);
    const say = (found?.say ?? []).map((verb) => ({ verb, noun: null }));
    return found && { verb: say[0].verb, nouns: [], change: { undo: found.undo, gestures: [gesture(say, [])] } };
  });
}

/**
 * @param {Desk} desk
 * @param {HTMLElement} button
 * @param {(what: Overlay) => void} overlay
 * @param {() => void} key
 */
function layersMenu({ words, ui, sheet }, button, overlay, key) {
  const { right, bottom } = button.getBoundingClientRect();
  const shown = overlaysOf(sheet).map((what) => ({
    text: words.say(`desk.rail.${what}`),
    icon: ui.show[what] ? "check" : ICONS[what],
    act: () => overlay(what),
  }));
  const terrain = { text: words.say("desk.rail.key"), icon: "key", act: key };
  offerChoice(words.say("desk.layers"), [...shown, terrain], { x: right - 180, y: bottom });
}
