// @ts-check
// The line to a table: whole views as they come, questions and decisions as promises. It mends itself: after a break it
// says hello again and sends once more what was not answered, with the same id and number, so nothing is applied twice.

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Reason} Reason */
/** @typedef {import("../types.js").Overlays} Overlays */
/** @typedef {{verb: string, noun: import("../types.js").Noun}} Said */

/**
 * @typedef {object} Seen  The newest view with all that belongs to it.
 * @property {number} number
 * @property {View} view
 * @property {LogLine[]} log  All lines so far.
 * @property {number} fresh  How many lines at the end are new.
 * @property {boolean} taken  Whether lines were taken back.
 * @property {boolean} undo
 */

/**
 * @typedef {object} LineEvents
 * @property {(seen: Seen) => void} view
 * @property {(table: TableInfo) => void} table
 * @property {(online: boolean) => void} online
 * @property {(taught: import("../types.js").Taught) => void} [lesson]  Where the lesson stands, at a table that is one.
 * @property {(side: string, share: number | null) => void} [thinking]  How far a computer player is; null: it has decided.
 * @property {(text: string, key?: string) => void} fault  The server will not talk to us.
 */

const WAITS = [300, 700, 1500, 3000, 5000, 8000];
const QUIET = 25000;
const PATIENCE = 10000;

/** A decision the server refused, with its reason. */
export class Refusal extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(reason.text || reason.key);
    this.reason = reason;
  }
}

export class TableLine {
  /**
   * @param {string} url
   * @param {string | null} token
   * @param {LineEvents} on
   * @param {(url: string) => WebSocket} [open]
   */
  constructor(url, token, on, open = (at) => new WebSocket(at)) {
    this.url = url;
    this.token = token;
    this.on = on;
    this.open = open;
    this.number = 0;
    this.online = false;
    /** @type {LogLine[]} */
    this.log = [];
    /** @type {Map<string, {message: any, done: (answer: any) => void, fail: (error: Error) => void}>} */
    this.asked = new Map();
    this.serial = 0;
    // Ids have to differ between two windows of one seat too.
    this.prefix = Math.random().toString(36).slice(2, 8);
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.heart = null;
    this.connect();
  }

  connect() {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    const socket = this.open(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.hello())));
    socket.addEventListener("message", (event) => this.receive(socket, JSON.parse(event.data)));
    socket.addEventListener("close", () => this.lost(socket));
    socket.addEventListener("error", () => this.lost(socket));
  }

  /** Go on at another address, such as that of another language. @param {string} url */
  move(url) {
    const { socket } = this;
    this.url = url;
    if (!socket) return;
    socket.close();
    this.lost(socket);
    this.hurry();
  }

  /** Who we are and what we have. Lines may have been taken back since: which ones we have, our number tells. */
  hello() {
    const hello = { type: "hello", token: this.token, log: this.log.length };
    return this.number ? { ...hello, number: this.number } : hello;
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.heart);
    if (this.online) {
      this.online = false;
      this.on.online(false);
    }
    if (this.closed) return;
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Try again at once, for instance when the browser says that it is online again. */
  hurry() {
    if (this.socket || this.closed) return;
    this.tries = 0;
    this.connect();
  }

  /**
   * @param {WebSocket} socket
   * @param {any} message
   */
  receive(socket, message) {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    if (message.type === "table") this.on.table(message.table);
    else if (message.type === "view") this.see(socket, message);
    else if (message.type === "lesson") this.on.lesson?.(message.lesson);
    else if (message.type === "thinking") this.on.thinking?.(message.side, message.share);
    else if (message.type === "error") this.on.fault(message.text, message.key);
    else if (message.id !== undefined) this.answer(message);
  }

  /**
   * @param {WebSocket} socket
   * @param {any} message
   */
  see(socket, message) {
    const { keep, lines } = message.log;
    const taken = keep < this.log.length;
    this.log = [...this.log.slice(0, keep), ...lines];
    this.number = message.number;
    const { view, number, undo } = message;
    this.on.view({ number, view, undo: Boolean(undo), log: this.log, fresh: lines.length, taken });
    if (!this.online) this.greeted(socket);
  }

  /** @param {WebSocket} socket */
  greeted(socket) {
    this.online = true;
    this.tries = 0;
    this.on.online(true);
    for (const { message } of this.asked.values()) socket.send(JSON.stringify(message));
    clearInterval(this.heart);
    this.heart = setInterval(() => this.beat(socket), PATIENCE);
  }

  /** A line that has gone dead without saying so is given up. @param {WebSocket} socket */
  beat(socket) {
    const silence = Date.now() - (this.heard ?? 0);
    if (silence > QUIET + PATIENCE) {
      socket.close();
      this.lost(socket);
    } else if (silence > QUIET / 2 && socket.readyState === 1) socket.send(JSON.stringify({ type: "ping" }));
  }

  /** @param {any} message */
  answer(message) {
    const waiting = this.asked.get(message.id);
    if (!waiting) return;
    this.asked.delete(message.id);
    if (message.type === "refused") waiting.fail(new Refusal(message.reason));
    else waiting.done(message);
  }

  /**
   * @param {any} message
   * @returns {Promise<any>}
   */
  request(message) {
    this.serial += 1;
    const id = `${this.prefix}${this.serial}`;
    const whole = { ...message, id };
    return new Promise((done, fail) => {
      this.asked.set(id, { message: whole, done, fail });
      if (this.online) this.socket?.send(JSON.stringify(whole));
    });
  }

  /**
   * Take back `undo` of the side's own decisions, then say these: all or nothing.
   * @param {Said[]} say
   * @param {number} [undo]
   * @returns {Promise<{number: number}>}
   */
  decide(say, undo = 0) {
    return this.request({ type: "decide", number: this.number, undo, say });
  }

  /**
   * A typed order: what it said, and a note where only its beginning was carried out.
   * @param {string} line
   * @returns {Promise<{number: number, say?: Said[], note?: Reason}>}
   */
  order(line) {
    return this.request({ type: "order", number: this.number, line });
  }

  /**
   * @param {import("../types.js").Noun} noun
   * @param {string | null} [verb]
   * @returns {Promise<{verb: string, noun: any, reason: Reason | null, binds: boolean | null, dice: boolean | null}[]>}
   */
  async why(noun, verb = null) {
    return (await this.request({ type: "why", verb, noun })).why;
  }

  /**
   * Take part in a lesson without deciding anything: a look, an answer, the step once more.
   * @param {string} act
   * @param {string} [what]
   */
  act(act, what = "") {
    return this.request({ type: "act", act, what });
  }

  /** @returns {Promise<Overlays>} */
  async overlays() {
    return (await this.request({ type: "overlays" })).overlays;
  }

  /**
   * What the units in hand would attack from a hex.
   * @param {string} hex
   * @returns {Promise<import("../types.js").Prospects>}
   */
  async prospects(hex) {
    return (await this.request({ type: "prospects", hex })).prospects;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close();
    // Nobody waits for ever.
    for (const { fail } of this.asked.values()) fail(new Refusal({ key: "", params: {}, text: "", rule: "" }));
    this.asked.clear();
  }
}

/** Where the socket of a table is that speaks a language. @param {string} id @param {string} language @param {Location} [at] */
export function socketUrl(id, language, at = location) {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/tables/${id}/socket?lang=${language}`;
}
