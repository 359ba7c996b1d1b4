// @ts-check
// What the page knows and does: the newest view, the seat, what the player has taken up, and decisions on their way to the
// server, one after another. The parts of the page listen to it and draw.

import { Ahead } from "./ahead.js";
import { Refusal, TableLine, socketUrl } from "../net/socket.js";
import { inHand, offersNow, waysOf } from "./offers.js";
import { Showing } from "./showing.js";
import { gesture, Trail } from "./trail.js";
import { withHand } from "./picture.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").GameSheet} GameSheet */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Overlays} Overlays */
/** @typedef {import("../types.js").Reason} Reason */
/** @typedef {import("../net/socket.js").Seen} Seen */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./acts.js").Option} Option */
/** @typedef {import("./trail.js").Change} Change */
/** @typedef {"view" | "ui" | "lit" | "hover" | "table" | "online" | "words" | "refused" | "ask" | "busy" | "thinking" | "ahead"} Topic */

/**
 * @typedef {object} Ui  What the player has taken up on this page; the server knows nothing of it.
 * @property {string | null} standing  A standing offer whose hex or unit is to be chosen.
 * @property {string | null} way  The one of several things that can be done which alone is offered.
 * @property {string | null} fanned
 * @property {string | null} cursor
 * @property {string | null} preview  The hex tapped once.
 * @property {string | null} tapped  What would be expended, tapped once.
 * @property {string | null} looked  The place looked at.
 * @property {{hexes: Set<string>, units: Set<string>}} lit  What is pointed at.
 * @property {{hexes: Set<string>, units: Set<string>}} marked  What the computer has moved, or advises.
 * @property {{zones: boolean, points: boolean, supply: boolean, changes: boolean}} show
 * @property {string | null} hoverHex
 * @property {string | null} hoverUnit
 */

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
    /** What has to be seen, one thing after another. */
    this.showing = new Showing(() => this.opponent?.pause() ?? 0);
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
    /** What is left to a move in hand after the way so far, if it was seen before the last step. @type {string | null} */
    this.points = null;
    this.online = false;
    /** What the server found wrong with the line. */
    this.fault = "";
    this.busy = 0;
    this.trail = new Trail();
    /** @type {TableLine | null} */
    this.line = null;
    /** @type {Overlays} */
    this.overlays = {};
    /** @type {Ui} */
    this.ui = freshUi();
    /** @type {Map<Topic, Set<(detail?: any) => void>>} */
    this.listeners = new Map();
    this.queue = Promise.resolve();
    /** What the units in hand would attack from where it is pointed at. */
    this.ahead = new Ahead(this);
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
    this.trail = new Trail(keptTrail(this.id, side));
    const line = new TableLine(socketUrl(this.id), side ? this.seats[side] : null, {
      view: (seen) => this.#arrived(line, seen),
      table: (table) => {
        if (line !== this.line) return;
        this.table = table;
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
      fault: (text) => {
        // The line tries again by itself; what is wrong is said once.
        if (line === this.line && text !== this.fault) this.tell("refused", { text });
        this.fault = text;
      },
    });
    this.line = line;
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
    if (news) this.clear(this.#wayOn(before?.view, seen.view));
    // The first time for what hexes are worth, later for what is shown.
    const { zones, points, supply } = this.ui.show;
    if (news && (!before || zones || points || supply)) this.loadOverlays();
    // Whoever has something to show that comes first says so now; all else waits for it.
    const told = this.showing.hold();
    this.tell("view", { before, seen: this.seen });
    told();
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

  get ready() {
    return Boolean(this.frame ?? this.seen);
  }

  get offers() {
    return this.frame ? [] : offersNow(this.view, this.ui.standing, this.ui.way);
  }

  /** What a click is judged by. @returns {import("./acts.js").Scene} */
  get scene() {
    const { view, trail, offers, me } = this;
    return { view, trail, offers, me, sideOf: (unit) => this.sheet.units[unit]?.side };
  }

  /** Whether this page decides now. */
  get mine() {
    return Boolean(!this.frame && this.seen?.view.prompt);
  }

  // -- what the player has taken up

  /** @param {string | null} [way] */
  clear(way = null) {
    Object.assign(this.ui, { standing: null, fanned: null, preview: null, tapped: null, way });
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
   * Carry out what a click means. Clicks that come while one is under way wait for it.
   * @param {Option} option
   * @returns {Promise<boolean>}
   */
  go(option) {
    return this.#next(() => this.#carryOut(option));
  }

  /** @param {string} verb @param {import("../types.js").Noun} [noun] */
  say(verb, noun = null) {
    const change = { undo: 0, gestures: [gesture([{ verb, noun }], this.offers)] };
    return this.go({ verb, nouns: [], change });
  }

  /** Take back the last click. @returns {Promise<boolean>} */
  undo() {
    return this.#next(async () => {
      if (!this.seen?.undo) return false;
      return this.#decide({ undo: this.trail.back, gestures: [] });
    });
  }

  /** Everything said so far is done. */
  settled() {
    return this.queue;
  }

  /** A typed order. @param {string} line */
  order(line) {
    return this.#next(() =>
      this.#sent(async () => {
        const [before, offers] = [this.view, this.offers];
        const done = await this.line?.order(line);
        // What of the line was not carried out.
        if (done?.note) this.tell("refused", done.note);
        // It was carried out as a whole, and is taken back as one.
        if (done?.say && this.seen)
          this.trail.record({ undo: 0, gestures: [gesture(done.say, offers)] }, before, this.seen);
        else this.trail.settle(this.seen?.number ?? 0, false);
        keepTrail(this.id, this.me, this.trail);
      }),
    );
  }

  /**
   * @param {() => Promise<boolean>} work
   * @returns {Promise<boolean>}
   */
  #next(work) {
    const result = this.queue.then(work);
    this.queue = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** @param {Option} option @returns {Promise<boolean>} */
  async #carryOut(option) {
    const { change, each, takesOut } = option;
    const quiet = Boolean(each || takesOut);
    if (await this.#decide(change, quiet)) return true;
    if (each) return this.#oneByOne(option);
    if (takesOut) return this.#decide({ undo: change.undo, gestures: change.gestures.filter((one) => onlyUnits(one)) });
    return false;
  }

  /** @param {Option} option @returns {Promise<boolean>} */
  async #oneByOne({ change }) {
    const [whole] = change.gestures;
    let [done, undo] = [false, change.undo];
    for (const said of whole.say) {
      const offers = undo ? whole.offers : this.offers;
      const took = await this.#decide({ undo, gestures: [gesture([said], offers)] }, done);
      if (took) undo = 0;
      done ||= took;
    }
    return done;
  }

  /** @param {Change} change @param {boolean} [quiet] @returns {Promise<boolean>} */
  #decide(change, quiet = false) {
    // Who has got up says no more.
    if (!this.line || !this.ready) return Promise.resolve(false);
    return this.#sent(async () => {
      const before = this.view;
      await this.line?.decide(
        change.gestures.flatMap((one) => one.say),
        change.undo,
      );
      if (this.seen) this.trail.record(change, before, this.seen);
      keepTrail(this.id, this.me, this.trail);
    }, quiet);
  }

  /**
   * @param {() => Promise<void>} work
   * @param {boolean} [quiet]
   * @returns {Promise<boolean>}
   */
  async #sent(work, quiet = false) {
    this.busy += 1;
    this.tell("busy");
    // Who decides has seen what there is to see.
    this.showing.hurry();
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!quiet) this.tell("refused", error.reason);
      return false;
    } finally {
      this.busy -= 1;
      this.tell("busy");
      // The trail is known only now; buttons that hang on it are drawn again.
      this.tell("ui");
    }
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
    looked: null,
    lit: { hexes: new Set(), units: new Set() },
    marked: { hexes: new Set(), units: new Set() },
    show: { zones: false, points: false, supply: false, changes: false },
    hoverHex: null,
    hoverUnit: null,
  };
}

/** @param {import("./trail.js").Gesture} one */
function onlyUnits(one) {
  const kinds = new Map(one.offers.map((offer) => [offer.verb, offer.kind]));
  return one.say.every((said) => kinds.get(said.verb) === "unit" || kinds.get(said.verb) === "hex");
}

// A reload must not make one forget what can be taken out of the hand.

/** @param {string} id @param {string | null} side */
const keptAt = (id, side) => `khalkhin.trail.${id}.${side}`;

/** @param {string} id @param {string | null} side */
function keptTrail(id, side) {
  try {
    return JSON.parse(sessionStorage.getItem(keptAt(id, side)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id @param {string | null} side @param {Trail} trail */
function keepTrail(id, side, trail) {
  try {
    sessionStorage.setItem(keptAt(id, side), JSON.stringify(trail));
  } catch {
    // Then it is forgotten.
  }
}
