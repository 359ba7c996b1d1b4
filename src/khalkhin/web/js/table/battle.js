// @ts-check
// The combat panel at the table: open while an attack is put together or answered, then the dice, then out of the way.

import { rollIn } from "../panels/odds.js";
import { motion } from "../store.js";
import { gesture } from "./trail.js";
import { handUnits } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {import("../types.js").Odds} Odds */

const LATER = 2000;

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {{board: () => import("../types.js").Board, narrow: () => boolean, chart: (name: string, columns: string[]) => void, shown: (open: "left" | "right" | null) => void}} page
 */
export function createBattle(root, desk, page) {
  /** The attack whose panel was put away. */
  let away = "";
  /** Where in the log the dice of the battle being shown begin; -1: none is shown. */
  let from = -1;
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
    if (from < 0 && plan) away = keyOf(plan);
    from = -1;
    combat?.hide();
    update();
  };
  const update = () => {
    if (!desk.ready) return;
    const plan = planOf(desk);
    if (!plan) away = "";
    if (from >= 0) return;
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
    const [open, held] = [combat?.open() ?? false, document.activeElement];
    page.shown(open ? dock : null);
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
    if (!combat.open()) dock = dockFor(desk, plan, page.board(), root);
    combat.show({
      view: desk.view,
      prompt: desk.mine ? desk.view.prompt : null,
      plan,
      odds: oddsOf(desk),
      busy: desk.busy > 0,
      live: desk.mine,
      undo: Boolean(desk.seen?.undo),
      dock,
    });
  };
  /** @param {import("../net/socket.js").Seen | null} before @param {import("../net/socket.js").Seen} seen */
  const rolled = async (before, seen) => {
    if (!before || !desk.me || desk.frame || seen.taken) return;
    const fresh = seen.log.slice(seen.log.length - seen.fresh);
    const began = from < 0 && rollIn(fresh) && (before.view.details.plan || desk.busy > 0);
    if (began) from = seen.log.length - seen.fresh;
    if (from < 0) return;
    const panel = combat ?? (await fetched());
    const going = panel.resolve(seen.log.slice(from), {
      view: seen.view,
      calm: !motion(),
      dock: /** @type {any} */ (dock),
    });
    shown();
    await going;
  };
  desk.on("view", ({ before, seen } = {}) => {
    if (seen) rolled(before, seen);
    update();
  });
  desk.on("busy", () => {
    // Somebody who decides on has seen the dice.
    if (desk.busy > 0 && from >= 0) close();
    else update();
  });
  // It is fetched before it is wanted, but nothing that is wanted now waits for it.
  setTimeout(() => coming ?? fetched(), LATER);
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
    refresh: update,
  };
}

/**
 * @param {Desk} desk
 * @param {{chart: (name: string, columns: string[]) => void}} page
 * @param {() => void} close
 * @returns {import("../panels/combat.js").CombatEvents}
 */
function eventsOf(desk, page, close) {
  return {
    say: (say) =>
      desk.go({ verb: say[0]?.verb ?? "", nouns: [], change: { undo: 0, gestures: [gesture(say, desk.offers)] } }),
    said: () => desk.trail.hand.flatMap((one) => one.say),
    amend: (said, instead) => {
      const change = desk.trail.amend(said, instead);
      if (change) desk.go({ verb: said.verb, nouns: [], change });
    },
    back: () => desk.undo(),
    close,
    point: (unit) => desk.light([], unit ? [unit] : []),
    why: async (verb) => (await desk.line?.why(null, verb))?.[0]?.reason ?? null,
    chart: page.chart,
  };
}

/** @param {Plan} plan */
function keyOf(plan) {
  return `${plan.side} ${plan.kind} ${plan.target}`;
}

/** The attack in hand; a game that tells odds of several targets gets a panel for the last of them. @param {Desk} desk @returns {Plan | null} */
function planOf(desk) {
  const { plan } = desk.view.details;
  if (plan) return plan;
  const { hex } = desk.view.prompt?.params ?? {};
  // Odds without an attack: those of a strike on the hex that is asked about.
  if (typeof hex === "string" && (oddsOf(desk) || desk.view.details.alternatives)) return { side: desk.me ?? "", kind: "strike", target: hex, units: [] };
  const several = severalOdds(desk).at(-1);
  return several ? { side: desk.me ?? "", kind: "attack", target: several[0], units: handUnits(desk.view) } : null;
}

/** @param {Desk} desk @returns {[string, Odds][]} */
function severalOdds(desk) {
  const odds = desk.view.details.odds;
  return odds && !("table" in odds) ? Object.entries(/** @type {Record<string, Odds>} */ (odds)) : [];
}

/** @param {Desk} desk @returns {Odds | null} */
function oddsOf(desk) {
  const odds = desk.view.details.odds;
  if (odds && "table" in odds) return odds;
  return severalOdds(desk).at(-1)?.[1] ?? null;
}

/**
 * On the side of the map where the target is not.
 * @param {Desk} desk
 * @param {Plan | null} plan
 * @param {import("../types.js").Board} board
 * @param {HTMLElement} root
 * @returns {"left" | "right"}
 */
function dockFor(desk, plan, board, root) {
  if (!plan || !(plan.target in desk.sheet.map.hexes)) return "right";
  return board.screen(plan.target).x > root.clientWidth / 2 ? "left" : "right";
}
