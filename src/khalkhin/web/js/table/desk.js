// @ts-check
// What the page knows: the newest view, the seat, and what the player has taken up. The parts of the page listen to it and draw.

import { unitsIn } from "./acts.js";
import { Ahead } from "./ahead.js";
import { Effects } from "./effects.js";
import { Refusal, TableLine, socketUrl } from "../net/socket.js";
import { Decisions } from "./decisions.js";
import { answerDice } from "./dicing.js";
import { keptHere } from "./kept.js";
import { Quiet } from "./quiet.js";
import { inHand, offersNow, sorted, waysOf } from "./offers.js";
import { Showing } from "./showing.js";
import { Trail } from "./trail.js";
import { handUnits, withHand } from "./picture.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").GameSheet} GameSheet */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Overlays} Overlays */
/** @typedef {import("../types.js").Reason} Reason */
/** @typedef {import("../net/socket.js").Seen} Seen */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./acts.js").Option} Option */
/** @typedef {"view" | "ui" | "lit" | "hover" | "table" | "online" | "words" | "refused" | "ask" | "busy" | "thinking" | "ahead" | "spread" | "strip" | "taught" | "looked" | "fault" | "effects"} Topic */

/**
 * @typedef {object} Ui  What the player has taken up on this page; the server knows nothing of it.
 * @property {string | null} standing  A standing offer whose hex or unit is to be chosen.
 * @property {string | null} way  The one of several things that can be done which alone is offered.
 * @property {string | null} fanned
 * @property {string | null} cursor
 * @property {string | null} preview  The hex tapped once.
 * @property {{verb: string, noun: string} | null} tapped  What would be used up, pressed once.
 * @property {boolean} sure  It is asked whether the phase is to end while something is left to do in it.
 * @property {string | null} looked  The place looked at.
 * @property {{hexes: Set<string>, units: Set<string>}} lit  What is pointed at.
 * @property {{hexes: Set<string>, units: Set<string>}} marked  What the computer has moved, or advises.
 * @property {{zones: boolean, points: boolean, supply: boolean, changes: boolean}} show
 * @property {string | null} hoverHex
 * @property {string | null} hoverUnit
 */

/** What a line does not come back from. */
const ENDS = ["server.seat-lost", "server.deleted"];

export class Desk {
  /**
   * @param {{id: string, sheet: GameSheet, words: Words, table: TableInfo, seats: Record<string, string>}} given
   */
  constructor({ id, sheet, words, table, seats }) {
    this.id = id;
    this.sheet = sheet;
    this.words = words;
    this.table = table;
    /** Seats at this browser: side -> token. */
    this.seats = seats;
    /** @type {string | null} */
    this.me = null;
    /** @type {Seen | null} */
    this.seen = null;
    /** A position looked at again, instead of the live one. @type {View | null} */
    this.frame = null;
    /** The computer's moves, where it plays or helps. @type {import("./opponent.js").Opponent | null} */
    this.opponent = null;
    /** What a lesson or the coach says now, over the question. @type {(() => import("./strip.js").Strip | null) | null} */
    this.strip = null;
    /** Whether a first battle is over and looked back on. */
    this.looksBack = false;
    /** Where the lesson stands, at a table that is one. @type {import("../types.js").Taught | null} */
    this.taught = null;
    /** What has to be seen, one thing after another. */
    this.showing = new Showing(() => this.opponent?.pause() ?? 0);
    /** The seat is somebody else's now, or on another device. @type {(text: string) => void} */
    this.lost = () => {};
    /** Whether a view belongs to what is on the screen, and need not wait until that has been seen. @type {(seen: Seen) => boolean} */
    this.belongs = () => false;
    /** The side whose player thinks, and the share of its time that is gone. @type {{side: string, share: number} | null} */
    this.thinking = null;
    /** How many lines the log had then. */
    this.told = 0;
    /** Whether the planner carries out a retreat. */
    this.retreating = false;
    /** Whether the ending is on its way. */
    this.ending = false;
    /** What was asked last with nothing in hand, if it could be ended there. @type {string | null} */
    this.rest = null;
    /** The phase for which it was asked already whether it is to end. @type {string | null} */
    this.sureOf = null;
    /** Questions that are passed without asking. */
    this.quiet = new Quiet(this, null);
    /** What is left to a move in hand after the way so far, if it was seen before the last step. @type {string | null} */
    this.points = null;
    this.online = false;
    /** What the server found wrong with the line. */
    this.fault = "";
    this.busy = 0;
    /** Whether what is on its way was said without a press. */
    this.byItself = false;
    /** Whether a counter is being dragged to the map, which then stays where it is. */
    this.carrying = false;
    this.trail = new Trail();
    /** @type {TableLine | null} */
    this.line = null;
    /** @type {Overlays} */
    this.overlays = {};
    /** @type {Ui} */
    this.ui = freshUi();
    /** @type {Map<Topic, Set<(detail?: any) => void>>} */
    this.listeners = new Map();
    this.decisions = new Decisions(this);
    /** What the units in hand would attack from where it is pointed at. */
    this.ahead = new Ahead(this);
    this.effects = new Effects(this);
  }

  /**
   * @param {Topic | Topic[]} topics
   * @param {(detail?: any) => void} listener
   */
  on(topics, listener) {
    for (const topic of [topics].flat()) {
      const found = this.listeners.get(topic) ?? new Set();
      this.listeners.set(topic, found.add(listener));
    }
  }

  /** @param {Topic} topic @param {any} [detail] */
  tell(topic, detail) {
    for (const listener of this.listeners.get(topic) ?? []) listener(detail);
  }

  // -- the line

  /** Get up: nothing is kept of what the side saw and took up. */
  leave() {
    const { line } = this;
    this.line = null;
    line?.close();
    this.showing.clear();
    Object.assign(this, {
      me: null,
      seen: null,
      frame: null,
      opponent: null,
      taught: null,
      thinking: null,
      rest: null,
      points: null,
    });
    Object.assign(this, { told: 0, online: false, overlays: {}, trail: new Trail(), ui: freshUi() });
  }

  /** Sit down, or watch. @param {string | null} side */
  sit(side) {
    this.leave();
    this.me = side;
    this.quiet = new Quiet(this, side);
    this.trail = new Trail(keptHere("trail", this.id, side));
    const line = new TableLine(socketUrl(this.id, this.words.language), side ? this.seats[side] : null, {
      view: (seen) => this.#arrived(line, seen),
      table: (table) => {
        if (line !== this.line) return;
        this.table = table;
        answerDice(this);
        this.tell("table");
      },
      online: (online) => {
        if (line !== this.line) return;
        this.online = online;
        this.tell("online");
      },
      thinking: (side, share) => {
        if (line !== this.line) return;
        this.thinking = share === null ? null : { side, share };
        this.tell("thinking");
      },
      lesson: (taught) => {
        // Not before what it speaks of has been seen.
        if (line === this.line) this.showing.next(() => this.#learns(taught));
      },
      fault: (text, key) => {
        if (line === this.line && ENDS.includes(key ?? "")) return this.lost(text);
        // The line tries again by itself; what is wrong is said once.
        if (line === this.line && text !== this.fault) this.tell("fault", text);
        this.fault = text;
      },
    });
    this.line = line;
  }

  /** @param {import("../types.js").Taught} taught */
  #learns(taught) {
    this.taught = taught;
    this.tell("taught");
  }

  /** What the server says is said in the language of the page from now on. */
  speak() {
    this.line?.move(socketUrl(this.id, this.words.language));
  }

  /**
   * A view is shown at once, or after what has to be seen before it.
   * @param {TableLine} line
   * @param {Seen} seen
   */
  #arrived(line, seen) {
    if (line !== this.line) return;
    this.fault = "";
    if (!this.showing.queue.length && this.belongs(seen)) this.#came(seen);
    else this.showing.next(() => this.#came(seen), { paced: true });
  }

  /** @param {Seen} seen */
  #came(seen) {
    const before = this.seen;
    const end = seen.view.details.move?.path.at(-1);
    if (before?.number !== seen.number) this.points = (end && before?.view.details.left?.[end]) ?? null;
    this.seen = { ...seen, view: withHand(seen.view) };
    const { prompt } = seen.view;
    if (prompt && !inHand(seen.view))
      this.rest = prompt.offers.some((offer) => offer.verb === "done") ? prompt.key : null;
    if (!this.busy) this.trail.settle(seen.number, seen.undo);
    const news = before?.number !== seen.number;
    if (news) this.clear({ way: this.#wayOn(before?.view, seen.view), fanned: this.#spreadOn() });
    // The first time for what hexes are worth, later for what is shown.
    const { zones, points, supply } = this.ui.show;
    if (news && (!before || zones || points || supply)) this.loadOverlays();
    // Whoever has something to show that comes first says so now; all else waits for it.
    const told = this.showing.hold();
    this.tell("view", { before, seen: this.seen });
    told();
    this.quiet.follow();
  }

  /**
   * What the player does again and again, such as breaking down divisions, stays chosen as long as the same is asked.
   * @param {View | undefined} before
   * @param {View} after
   */
  #wayOn(before, after) {
    const { way } = this.ui;
    const same = before?.prompt?.key === after.prompt?.key;
    return same && waysOf(after).some((offer) => offer.verb === way && !offer.spoken) ? way : null;
  }

  /** A stack stays spread out as long as more of it can be picked, or be put back. */
  #spreadOn() {
    const { fanned } = this.ui;
    if (!fanned || !this.mine) return null;
    const { units, gather } = sorted(this.offers);
    const hand = handUnits(this.view);
    /** @param {string} unit */
    const picked = (unit) => hand.includes(unit) || units.get(unit)?.some((verb) => gather.has(verb));
    return unitsIn(this.view, fanned).filter(picked).length > 1 ? fanned : null;
  }

  /** What is shown: the live position, or one of the past. @returns {View} */
  get view() {
    if (this.frame) return this.frame;
    if (!this.seen) throw new Error("There is no view yet.");
    return this.seen.view;
  }

  /** The token of the seat that is taken now. */
  get token() {
    return this.me ? this.seats[this.me] : null;
  }

  /** Whether every person at the table sits at this browser. */
  get alone() {
    const seats = Object.entries(this.table.seats);
    return Boolean(this.me) && seats.every(([side, seat]) => seat.kind === "computer" || side in this.seats);
  }

  /** Whether somebody learns at the table. */
  get lesson() {
    return this.table.lesson !== undefined;
  }

  get ready() {
    return Boolean(this.frame ?? this.seen);
  }

  /** Whether the game waits: a lesson asks for a look or an answer of its own, or it or a first battle is over. */
  get pauses() {
    const { taught, looksBack } = this;
    return looksBack || Boolean(taught && (taught.over || taught.looks.length || taught.choices.length));
  }

  get offers() {
    return this.frame || this.pauses ? [] : offersNow(this.view, this.ui.standing, this.ui.way);
  }

  /** What a click is judged by. @returns {import("./acts.js").Scene} */
  get scene() {
    const { view, trail, offers, me, sheet } = this;
    const retreats = Boolean(view.prompt && sheet.retreats.includes(view.prompt.key));
    return { view, trail, offers, me, retreats, sideOf: (unit) => sheet.units[unit]?.side };
  }

  /** Whether something is asked of this page. */
  get asked() {
    return Boolean(!this.frame && this.seen?.view.prompt);
  }

  /** Whether this page decides now. */
  get mine() {
    return this.asked && !this.pauses;
  }

  // -- what the player has taken up

  /** @param {{way?: string | null, fanned?: string | null}} [kept] */
  clear({ way = null, fanned = null } = {}) {
    Object.assign(this.ui, { standing: null, preview: null, tapped: null, sure: false, way, fanned });
  }

  /** @param {Partial<Ui>} news */
  set(news) {
    Object.assign(this.ui, news);
    this.tell("ui");
  }

  /** @param {string | null} hex @param {string | null} unit */
  hover(hex, unit) {
    if (hex === this.ui.hoverHex && unit === this.ui.hoverUnit) return;
    this.ui.hoverHex = hex;
    this.ui.hoverUnit = unit;
    this.tell("hover");
  }

  /** @param {string[]} hexes @param {string[]} units */
  light(hexes = [], units = []) {
    this.ui.lit = { hexes: new Set(hexes), units: new Set(units) };
    // Only the board shows it: drawing anything else again would pull it away from under the pointer.
    this.tell("lit");
  }

  /** Mark what the computer has moved, or what it advises. @param {string[]} hexes @param {string[]} units */
  mark(hexes = [], units = []) {
    this.ui.marked = { hexes: new Set(hexes), units: new Set(units) };
    this.tell("lit");
  }

  // -- decisions

  /**
   * Carry out what a click means; clicks that come while one is under way wait for it.
   * @param {Option | (() => Option | null)} option  A function: judged when its turn has come.
   * @returns {Promise<boolean>}
   */
  go(option) {
    return this.decisions.go(option);
  }

  /** @param {string} verb @param {import("../types.js").Noun} [noun] */
  say(verb, noun = null) {
    return this.decisions.say([{ verb, noun }]);
  }

  /** Take back the last click. @returns {Promise<boolean>} */
  undo() {
    return this.decisions.undo();
  }

  /** Everything said so far is done. */
  settled() {
    return this.decisions.settled();
  }

  /** A typed order. @param {string} line */
  order(line) {
    return this.decisions.order(line);
  }

  /**
   * A question; null where the server refuses to answer it.
   * @template T
   * @param {(line: TableLine) => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async ask(question) {
    try {
      return this.line ? await question(this.line) : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell("refused", error.reason);
      return null;
    }
  }

  // -- overlays

  async loadOverlays() {
    const line = this.line;
    const found = await this.ask((one) => one.overlays());
    if (!found || line !== this.line) return;
    this.overlays = { ...this.overlays, ...found };
    this.tell("ui");
  }
}

/** @returns {Ui} */
function freshUi() {
  return {
    standing: null,
    way: null,
    fanned: null,
    cursor: null,
    preview: null,
    tapped: null,
    sure: false,
    looked: null,
    lit: { hexes: new Set(), units: new Set() },
    marked: { hexes: new Set(), units: new Set() },
    show: { zones: false, points: false, supply: false, changes: false },
    hoverHex: null,
    hoverUnit: null,
  };
}
