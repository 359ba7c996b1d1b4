// @ts-check
// Decisions one after another. What is pressed while one is on its way waits for it, and is carried out if it still means
// what it meant when it was pressed.

import { Refusal } from "../net/socket.js";
import { keepHere } from "./kept.js";
import { MAIN } from "./offers.js";
import { gesture } from "./trail.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./acts.js").Option} Option */
/** @typedef {import("./offers.js").Said} Said */
/** @typedef {import("./trail.js").Change} Change */

export class Decisions {
  #queue = Promise.resolve();
  /** How many decisions are under way or wait. */
  #pending = 0;
  /** How many steps this page has ended. */
  #ended = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Everything said so far is done. */
  settled() {
    return this.#queue;
  }

  /**
   * @param {Option | (() => Option | null)} option
   * @returns {Promise<boolean>}
   */
  go(option) {
    return this.#next(async () => {
      const now = typeof option === "function" ? option() : option;
      return now ? this.#carryOut(now) : false;
    });
  }

  /**
   * Say what a button stands for: an answer to what is asked now. If that is answered, or nothing of it is on offer any more,
   * when its turn comes, nothing is said: a button pressed twice does not answer the next question too.
   * @param {Said[]} say
   */
  say(say) {
    const [asked, waits] = [this.#asked(), this.#pending > 0];
    return this.go(() => {
      const { offers } = this.desk;
      if (waits && (asked !== this.#asked() || !this.#offered(say[0]))) return null;
      return { verb: say[0].verb, nouns: [], change: { undo: 0, gestures: [gesture(say, offers)] } };
    });
  }

  /** Answer what is asked without a press: what there is to be seen stays on the screen. @param {string} verb */
  byItself(verb) {
    const { desk } = this;
    const asked = desk.seen?.number;
    return this.#next(async () => {
      if (desk.seen?.number !== asked || !this.#offered({ verb, noun: null })) return false;
      desk.byItself = true;
      try {
        return await this.#decide({ undo: 0, gestures: [gesture([{ verb, noun: null }], desk.offers)] });
      } finally {
        desk.byItself = false;
      }
    });
  }

  /**
   * Leave out one thing that was said of what is in hand, or put another number in its place.
   * @param {Said} said
   * @param {number} [instead]
   */
  amend(said, instead) {
    return this.go(() => {
      const change = this.desk.trail.amend(said, instead);
      return change && { verb: said.verb, nouns: [], change };
    });
  }

  /**
   * Say a number, or another one in its place.
   * @param {string} verb
   * @param {number} value  0: none.
   */
  number(verb, value) {
    return this.go(() => {
      const { trail, offers } = this.desk;
      const named = trail.named(verb);
      if (named) {
        const change = named.said.noun === value ? null : trail.amend(named.said, value || undefined);
        return change && { verb, nouns: [], change };
      }
      const change = { undo: 0, gestures: [gesture([{ verb, noun: value }], offers)] };
      return value ? { verb, nouns: [], change } : null;
    });
  }

  /** What is asked; the same question asked again is another one. */
  #asked() {
    const { desk } = this;
    return desk.ready ? `${this.#ended} ${desk.view.prompt?.key}` : "";
  }

  /** @param {Said} said */
  #offered({ verb, noun }) {
    const { prompt, standing } = this.desk.view;
    return [...(prompt?.offers ?? []), ...standing].some((offer) => offer.verb === verb && offer.nouns.includes(noun));
  }

  /** Take back the last click. @returns {Promise<boolean>} */
  undo() {
    return this.#next(async () => {
      if (!this.desk.seen?.undo) return false;
      return this.#decide({ undo: this.desk.trail.back, gestures: [] });
    });
  }

  /** A typed order. @param {string} line */
  order(line) {
    const { desk } = this;
    return this.#next(() =>
      this.#sent(async () => {
        const [before, offers] = [desk.view, desk.offers];
        const done = await desk.line?.order(line);
        // What of the line was not carried out.
        if (done?.note) desk.tell("refused", done.note);
        // It was carried out as a whole, and is taken back as one.
        if (done?.say && desk.seen)
          desk.trail.record({ undo: 0, gestures: [gesture(done.say, offers)] }, before, desk.seen);
        else desk.trail.settle(desk.seen?.number ?? 0, false);
        keepHere("trail", desk.id, desk.me, desk.trail);
      }),
    );
  }

  /**
   * @param {() => Promise<boolean>} work
   * @returns {Promise<boolean>}
   */
  #next(work) {
    this.#pending += 1;
    const result = this.#queue.then(work).finally(() => {
      this.#pending -= 1;
    });
    this.#queue = result.then(
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
      const offers = undo ? whole.offers : this.desk.offers;
      const took = await this.#decide({ undo, gestures: [gesture([said], offers)] }, done);
      if (took) undo = 0;
      done ||= took;
    }
    return done;
  }

  /** @param {Change} change @param {boolean} [quiet] @returns {Promise<boolean>} */
  #decide(change, quiet = false) {
    const { desk } = this;
    // Who has got up says no more.
    if (!desk.line || !desk.ready) return Promise.resolve(false);
    return this.#sent(async () => {
      const before = desk.view;
      const say = change.gestures.flatMap((one) => one.say);
      await desk.line?.decide(say, change.undo);
      if (say.some(({ verb }) => MAIN.includes(verb))) this.#ended += 1;
      if (desk.seen) desk.trail.record(change, before, desk.seen);
      keepHere("trail", desk.id, desk.me, desk.trail);
    }, quiet);
  }

  /**
   * @param {() => Promise<void>} work
   * @param {boolean} [quiet]
   * @returns {Promise<boolean>}
   */
  async #sent(work, quiet = false) {
    const { desk } = this;
    desk.busy += 1;
    desk.tell("busy");
    // Who decides has seen what there is to see.
    if (!desk.byItself) desk.showing.hurry();
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!quiet) desk.tell("refused", error.reason);
      return false;
    } finally {
      desk.busy -= 1;
      desk.tell("busy");
      // The trail is known only now; buttons that hang on it are drawn again.
      desk.tell("ui");
    }
  }
}

/** @param {import("./trail.js").Gesture} one */
function onlyUnits(one) {
  const kinds = new Map(one.offers.map((offer) => [offer.verb, offer.kind]));
  return one.say.every((said) => kinds.get(said.verb) === "unit" || kinds.get(said.verb) === "hex");
}
