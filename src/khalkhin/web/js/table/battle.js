// @ts-check
// The combat panel at the table: open while an attack is put together or answered, then the dice, then out of the way.

import { battleBegan, battlesIn, goesOn, hexesIn, phaseOf } from "../panels/odds.js";
import { choices, motion } from "../store.js";
import { option } from "./acts.js";
import { handUnits } from "./picture.js";
import { strip } from "./strip.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {import("../types.js").Odds} Odds */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../net/socket.js").Seen} Seen */

/**
 * @typedef {object} Rolled  A battle whose dice have fallen.
 * @property {number} from  Where in the log it begins,
 * @property {number | null} to  and ends; null: with what is known so far.
 * @property {string} phase  The one it was fought in.
 * @property {import("../panels/combat.js").Known | null} known  What was known before the dice.
 * @property {Seen} seen
 * @property {boolean} own  The reader attacks, or has answered.
 * @property {boolean} told  All of it has been shown.
 */

const LATER = 2000;
/** Milliseconds to read what dice did while moves wait; twice as long for one's own. None: until one goes on. */
const READING = /** @type {Record<string, number>} */ ({ slow: 6000, normal: 3500, fast: 1500 });

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {{board: () => import("../types.js").BoardControls, narrow: () => boolean, chart: (name: string, columns: string[]) => void, shown: (open: "left" | "right" | null) => void, drawn: () => void}} page
 */
export function createBattle(root, desk, page) {
  /** The attack whose panel was put away. */
  let away = "";
  /** The battle whose dice are shown. @type {Rolled | null} */
  let now = null;
  /** Those whose dice are shown after it. @type {Rolled[]} */
  let due = [];
  /** Lets go on what waits for the dice. @type {(() => void) | null} */
  let release = null;
  /** @type {any} */
  let timer = null;
  let gone = false;
  /** The panel, once it is here: the table is shown first. @type {import("../panels/combat.js").Combat | null} */
  let combat = null;
  /** @type {Promise<import("../panels/combat.js").Combat> | null} */
  let coming = null;
  const fetched = () => {
    coming ??= import("../panels/combat.js").then(({ createCombat }) => {
      combat = createCombat(root, { sheet: desk.sheet, words: desk.words, on: eventsOf(desk, page, () => close()) });
      return combat;
    });
    // Without a server it does not come now; it is asked for again when it is wanted.
    coming.catch(() => (coming = null));
    return coming;
  };

  const close = () => {
    const plan = planOf(desk);
    if (!now && plan) away = keyOf(plan);
    clearTimeout(timer);
    timer = now = null;
    combat?.hide();
    if (due.length) return present();
    update();
    const go = release;
    release = null;
    go?.();
  };
  const update = () => {
    if (gone || !desk.ready) return;
    const plan = planOf(desk);
    if (!plan) away = "";
    if (now) return;
    const wanted =
      plan &&
      !desk.frame &&
      away !== keyOf(plan) &&
      (!page.narrow() || plan.side !== desk.me || opened === keyOf(plan) || Boolean(desk.view.details.alternatives));
    if (wanted) show(plan);
    else if (combat?.open()) combat.hide();
    shown();
  };
  /** The attack whose panel was asked for on a phone. */
  let opened = "";
  /** On which side of the map the panel is; it stays there as long as it is open. @type {"left" | "right"} */
  let dock = "right";
  const shown = () => {
    if (gone) return;
    const [open, held] = [combat?.open() ?? false, document.activeElement];
    page.shown(open ? dock : null);
    if (open) page.drawn();
    // What hides the focused button gets the focus.
    if (open && held instanceof HTMLElement && (held === document.body || held.closest("#prompt")))
      root.querySelector("h2")?.focus({ preventScroll: true });
    else if (!open && held === document.body) document.getElementById("prompt-title")?.focus({ preventScroll: true });
  };
  /** @param {Plan} plan */
  const show = (plan) => {
    if (!combat) {
      fetched().then(update, () => {});
      return;
    }
    const opens = !combat.open();
    if (opens) dock = dockFor(desk, plan.target, page.board(), root);
    combat.show({
      // Nobody is waited for where it is a lesson that asks.
      view: desk.pauses ? { ...desk.view, waiting: [] } : desk.view,
      prompt: desk.mine ? desk.view.prompt : null,
      plan,
      odds: oddsOf(desk.view),
      busy: desk.busy > 0,
      live: desk.mine,
      undo: Boolean(desk.seen?.undo) && !desk.pauses,
      number: desk.seen?.number ?? 0,
      quiet: { may: desk.quiet.may(), on: desk.quiet.on() },
      dock,
    });
    if (opens) desk.tell("looked", ["odds"]);
  };

  // -- the dice

  /** Dice that have fallen are shown, one battle after the other. @param {Seen | null} before @param {Seen} seen */
  const rolled = (before, seen) => {
    if (!before || !desk.me || desk.frame || seen.taken) return;
    if (now && desk.belongs(seen)) {
      now.seen = seen;
      tell(now);
      return;
    }
    const {
      phase,
      details: { plan },
    } = before.view;
    const own = desk.busy > 0 || plan?.side === desk.me;
    if (!own && (!plan || desk.opponent?.hurries())) return;
    const start = seen.log.length - seen.fresh;
    const lines = seen.log.slice(start);
    for (const [from, to] of battlesIn(lines))
      due.push({
        from: from ? start + from : battleBegan(seen.log, start),
        to: to === null ? null : start + to,
        phase: phaseOf(lines, [from, to], { before: phase, now: seen.view.phase }),
        known: knownIn(desk, before.view),
        seen,
        own,
        told: false,
      });
    if (due.length && !now) present();
  };
  /** The dice of the next battle; whatever else there is to be seen waits for them, unless the reader has to decide. */
  const present = () => {
    const one = (now = /** @type {Rolled} */ (due.shift()));
    if (!desk.view.prompt) release ??= desk.showing.hold(reads);
    if (!combat?.open()) dock = dockFor(desk, String(hexesIn(linesOf(one))[0]), page.board(), root);
    tell(one);
  };
  /** @param {Rolled} one */
  const tell = async (one) => {
    let panel;
    try {
      panel = combat ?? (await fetched());
    } catch {
      // There is no server: the log has them.
      if (now === one) close();
      return;
    }
    if (gone || now !== one) return;
    const going = panel.resolve(linesOf(one), {
      view: { ...one.seen.view, phase: one.phase },
      known: one.known,
      calm: !motion(),
      dock,
    });
    shown();
    await going;
    one.told = true;
    reads();
  };
  /** Once all is told, whoever lets moves wait has some time to read it. */
  const reads = () => {
    const time = READING[choices().pace];
    if (!now?.told || !time || timer !== null || !desk.showing.behind) return;
    timer = setTimeout(close, now.own ? 2 * time : time);
  };
  // What comes of a battle is told with it; anything else waits.
  desk.belongs = (seen) => {
    if (!now || due.length || seen.taken) return false;
    return seen.view.phase === now.phase && goesOn(seen.log.slice(now.from));
  };

  desk.on("view", ({ before, seen } = {}) => {
    if (seen) rolled(before, seen);
    update();
  });
  desk.on(["strip", "effects"], update);
  desk.on("busy", () => {
    // Somebody who decides on has seen the dice.
    if (desk.busy > 0 && !desk.byItself && now) close();
    else update();
  });
  // It is fetched before it is wanted, but nothing that is wanted now waits for it.
  setTimeout(() => gone || (coming ?? fetched()), LATER);
  return {
    /** Show the odds, or put them away. */
    toggle() {
      const plan = planOf(desk);
      if (combat?.open()) return close();
      if (!plan) return;
      away = "";
      opened = keyOf(plan);
      show(plan);
      shown();
    },
    open: () => combat?.open() ?? false,
    close,
    /** Nobody wants to see more of the dice. */
    seen() {
      due = [];
      if (now) close();
    },
    refresh: update,
    /** The table is cleared away: what is still on its way comes to nothing. */
    end() {
      gone = true;
      clearTimeout(timer);
      [timer, now, due] = [null, null, []];
    },
  };
}

/** @param {Rolled} one */
function linesOf({ from, to, seen }) {
  return seen.log.slice(from, to ?? undefined);
}

/**
 * @param {Desk} desk
 * @param {{chart: (name: string, columns: string[]) => void}} page
 * @param {() => void} close
 * @returns {import("../panels/combat.js").CombatEvents}
 */
function eventsOf(desk, page, close) {
  return {
    say: (say) => desk.decisions.say(say),
    said: () => desk.trail.hand.flatMap((one) => one.say),
    join: (verb, units) => desk.go(option(desk.scene, verb, units)),
    amend: (said, instead) => desk.decisions.amend(said, instead),
    number: (verb, value) => desk.decisions.number(verb, value),
    back: () => desk.undo(),
    notAgain: () => desk.quiet.start(),
    askAgain: () => desk.quiet.stop(),
    close,
    effect: (verb, noun) => desk.effects.of(verb, noun),
    point: (unit) => desk.light([], unit ? [unit] : []),
    why: async (verb) => (await desk.line?.why(null, verb))?.[0]?.reason ?? null,
    chart: page.chart,
    strip: () => strip(desk),
  };
}

/** @param {Plan} plan */
function keyOf(plan) {
  return `${plan.side} ${plan.kind} ${plan.target}`;
}

/** @param {Desk} desk @param {View} view @returns {import("../panels/combat.js").Known | null} */
function knownIn(desk, view) {
  const plan = planOf(desk, view);
  return plan && { plan, odds: oddsOf(view), mine: desk.me === null ? null : plan.side === desk.me };
}

/** The attack in hand; a game that tells odds of several targets gets a panel for the last of them. @param {Desk} desk @param {View} [view] @returns {Plan | null} */
function planOf(desk, view = desk.view) {
  const { plan } = view.details;
  if (plan) return plan;
  const { hex } = view.prompt?.params ?? {};
  // Odds without an attack: those of a strike on the hex that is asked about.
  if (typeof hex === "string" && (oddsOf(view) || view.details.alternatives))
    return { side: desk.me ?? "", kind: "strike", target: hex, units: [] };
  const several = severalOdds(view).at(-1);
  return several ? { side: desk.me ?? "", kind: "attack", target: several[0], units: handUnits(view) } : null;
}

/** @param {View} view @returns {[string, Odds][]} */
function severalOdds(view) {
  const { odds } = view.details;
  return odds && !("table" in odds) ? Object.entries(/** @type {Record<string, Odds>} */ (odds)) : [];
}

/** @param {View} view @returns {Odds | null} */
function oddsOf(view) {
  const { odds } = view.details;
  if (odds && "table" in odds) return odds;
  return severalOdds(view).at(-1)?.[1] ?? null;
}

/**
 * On the side of the map where the target is not.
 * @param {Desk} desk
 * @param {string} target
 * @param {import("../types.js").BoardControls} board
 * @param {HTMLElement} root
 * @returns {"left" | "right"}
 */
function dockFor(desk, target, board, root) {
  if (!(target in desk.sheet.map.hexes)) return "right";
  return board.screen(target).x > root.clientWidth / 2 ? "left" : "right";
}
