// @ts-check
// A lesson at the table: what it tells stands in the strip, what it speaks of lights up, and what the pupil looks at is told to
// the server, which knows the lesson. This browser remembers how far he has come. Fetched only where somebody learns.

import { h } from "../dom.js";
import { Refused, practice } from "../net/api.js";
import { attend } from "../store.js";
import { announceText } from "./announce.js";
import { toast } from "./floating.js";
import { standing } from "./picture.js";
import { spelled } from "./sentence.js";
import { awaitedLook, byLesson, waysOn } from "./taught.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./strip.js").Strip} Strip */
/** @typedef {import("./strip.js").StripButton} StripButton */
/** @typedef {import("../types.js").Taught} Taught */
/** @typedef {import("../types.js").Told} Told */

/**
 * @typedef {object} LessonEvents
 * @property {(lesson: string) => Promise<boolean>} enrol  To another lesson of the game, or to where this one was left. Whether it was at another table.
 * @property {(hexes: string[]) => void} bring  Show these hexes.
 */

/** Seconds between two decisions of the computer that is played on with. */
const PACE = 0.15;

/** @param {Desk} desk @param {LessonEvents} on */
export function createLesson(desk, on) {
  const lesson = new Lesson(desk, on);
  desk.strip = () => lesson.strip();
  desk.on("taught", () => lesson.told());
  desk.on("looked", (seen) => lesson.looked(seen));
  desk.on("refused", ({ text = "", key = "" }) => lesson.refused(text, key));
  desk.on("fault", (text) => lesson.lost(text));
  lesson.told();
}

class Lesson {
  /** What is said of a try that was taken back. */
  #aside = "";
  /** The step that is shown; its hexes were brought into sight. */
  #step = -1;
  /** Whether an act is on its way. */
  #acting = false;

  /** @param {Desk} desk @param {LessonEvents} on */
  constructor(desk, on) {
    this.desk = desk;
    this.on = on;
  }

  // -- what comes from the server

  /** After every act. */
  told() {
    const { desk } = this;
    const { taught } = desk;
    if (!taught) return;
    const another = this.#step !== taught.step;
    this.#step = taught.step;
    this.#aside = "";
    this.#keep(taught);
    // What was pointed at in the sentence before is no longer there.
    desk.light();
    desk.mark(taught.lights);
    // Whether one can decide now hangs on the step.
    desk.tell("ui");
    desk.tell("strip");
    // Now it is known how much of the map is covered.
    if (another || taught.note) this.#bring();
  }

  /** What is spoken of, and what is in hand, come into sight. */
  #bring() {
    const { view, taught } = this.desk;
    const held = view.prompt && standing(view);
    this.on.bring([...(taught?.lights ?? []), ...(held ? [held] : [])]);
  }

  /** @param {Taught} taught */
  #keep({ name, step, count, over }) {
    const { id, table, token } = this.desk;
    if (!token) return;
    attend(table.game, name, { at: step, steps: count, table: { id, token }, ...(over ? { done: true } : {}) });
  }

  /** @param {string} text @param {string} key */
  refused(text, key) {
    if (!byLesson(key)) return;
    // What is drawn as before is not heard again by itself.
    if (this.#aside === text) announceText(text);
    this.#aside = text;
    this.desk.tell("strip");
    this.#bring();
  }

  /** The server knows the table no more, for it was started anew: the lesson goes on at another one. @param {string} text */
  async lost(text) {
    try {
      if (!(await this.on.enrol(this.desk.table.lesson?.name ?? ""))) toast([text], { icon: "warning" });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    const text = error instanceof Refused ? error.message : this.desk.words.say("desk.unreachable");
    toast([text], { icon: "warning" });
  }

  // -- acts

  /** @param {string[]} seen */
  looked(seen) {
    const { taught } = this.desk;
    const look = taught && awaitedLook(taught, seen);
    if (look) this.#act("look", look);
  }

  /** An act that is no decision, after all that was decided before it. @param {string} act @param {string} [what] */
  #act(act, what) {
    return this.#alone(async () => {
      const { desk } = this;
      await desk.settled();
      desk.busy += 1;
      desk.tell("busy");
      try {
        await desk.ask((line) => line.act(act, what));
      } finally {
        desk.busy -= 1;
        desk.tell("busy");
      }
    });
  }

  /**
   * One thing at a time, and none before the dice have been seen: a button that is pressed twice means one step.
   * @param {() => Promise<unknown>} work
   */
  async #alone(work) {
    if (this.#acting || this.desk.showing.waits) return;
    this.#acting = true;
    try {
      await work();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#acting = false;
    }
  }

  async #playOn() {
    const { desk } = this;
    const { id, seats } = await practice(desk.id, desk.token, PACE, desk.words.language);
    location.assign(`/table/${id}#${Object.values(seats).join(".")}`);
  }

  // -- what it says

  /** @returns {Strip | null} */
  strip() {
    const { taught, words } = this.desk;
    if (!taught) return null;
    const { number, title, step, count, over, terms } = taught;
    const place = over ? words.say("desk.lesson.over") : words.say("desk.lesson.step", { step: step + 1, count });
    const note = this.#aside || (taught.note && inHand(taught.note));
    const text = inHand(taught.text);
    return {
      name: words.say("desk.lesson", { number, title }),
      head: [h("b", {}, place), h("span", { class: "strip-title" }, ` · ${title}`)],
      share: step / count,
      note,
      text: spelled(this.desk, text),
      spoken: [note, `${place}.`, text, ...terms.map(({ term, meaning }) => `${term}: ${meaning}`)]
        .filter(Boolean)
        .join(" "),
      terms,
      choices: !this.desk.me ? [] : over ? this.#ways(taught) : this.#answers(taught),
      acts: !this.desk.me ? [] : this.#acts(over),
    };
  }

  /** @param {Taught} taught @returns {StripButton[]} */
  #answers({ choices }) {
    return choices.map((choice) => ({
      key: `answer-${choice}`,
      text: choice,
      act: () => this.#act("answer", choice),
    }));
  }

  /** @param {boolean} over @returns {StripButton[]} */
  #acts(over) {
    /** @param {string} act @param {string} icon @param {string} text */
    const one = (act, icon, text) => ({ key: act, icon, text, act: () => this.#act(act) });
    const { words } = this.desk;
    if (over) return [one("restart", "start", words.say("desk.lesson.restart"))];
    return [one("again", "start", words.say("desk.lesson.again")), one("show", "hint", words.say("desk.lesson.show"))];
  }

  /** Where one can go from the end. @param {Taught} taught @returns {StripButton[]} */
  #ways({ next }) {
    const { words, view } = this.desk;
    const ways = {
      "next-lesson": {
        text: words.say("desk.lesson.next"),
        act: () => this.#alone(() => this.on.enrol(next ?? "")),
      },
      "first-battle": {
        text: words.say("desk.lesson.battle"),
        act: () => location.assign(`/learn/${this.desk.table.game}/battle`),
      },
      "play-on": { text: words.say("desk.lesson.play-on"), act: () => this.#alone(() => this.#playOn()) },
      free: { text: words.say("desk.lesson.free"), act: () => this.#act("free") },
    };
    const open = waysOn(next, Boolean(view.tracks.result));
    return open.map((key, n) => ({ key, primary: n === 0, ...ways[key] }));
  }
}

/** A sentence as the hand at this screen has it. @param {Told} told */
function inHand({ mouse, touch }) {
  return matchMedia("(hover: none)").matches ? touch : mouse;
}
