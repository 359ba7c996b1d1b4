// @ts-check
// The computer at the table: its moves one by one at the pace the player likes, how far it has thought, what failed, and
// the button that asks it for a hint. Fetched only where it plays or may help.

import { byId, fill, h } from "../dom.js";
import { heading } from "../headings.js";
import { icon } from "../icons.js";
import { choices, choose } from "../store.js";
import { changedHexes } from "./changes.js";
import { toast } from "./floating.js";
import { motions } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../net/socket.js").Seen} Seen */

/** Seconds between two moves that can be seen, and how much faster counters travel. */
const PACES = {
  slow: { seconds: 2, speed: 0.7 },
  normal: { seconds: 0.9, speed: 1 },
  fast: { seconds: 0.3, speed: 2.5 },
  once: { seconds: 0, speed: 0 },
};
/** @typedef {keyof typeof PACES} Pace */
const LONG = 6;
const ALL = /** @type {Pace[]} */ (Object.keys(PACES));

/** @typedef {ReturnType<typeof createOpponent>} Opponent */

/**
 * @param {Desk} desk
 * @param {{board: import("../types.js").BoardControls, battle: {seen: () => void}, hint: () => void}} page
 */
export function createOpponent(desk, page) {
  const { words } = desk;
  /** How many lines the log had when its run, or the phase, began. */
  let from = desk.seen?.log.length ?? 0;
  let skipped = false;
  const strip = h("div", { class: "opponent-strip" });
  byId("main").append(strip);

  const pace = () => /** @type {Pace} */ (ALL.find((one) => one === choices().pace) ?? "normal");
  /** Where people play, they set the pace; elsewhere whoever looks on. */
  const sets = () => Boolean(desk.me) || Object.values(desk.table.seats).every((seat) => seat.kind === "computer");
  const tellPace = () => {
    if (sets() && desk.online) desk.ask((line) => line.request({ type: "pace", seconds: PACES[pace()].seconds }));
  };
  /** @param {string} wanted */
  const choosePace = (wanted) => {
    choose({ pace: wanted });
    tellPace();
    if (pace() === "once") desk.showing.hurry();
    desk.tell("ui");
  };
  const skip = () => {
    if (!runs(desk) || !sets()) return;
    skipped = true;
    desk.ask((line) => line.request({ type: "skip" }));
    page.battle.seen();
    desk.showing.hurry();
    desk.tell("ui");
  };

  /** @param {Seen} before @param {Seen} seen */
  const show = (before, seen) => {
    const fresh = seen.log.slice(seen.log.length - seen.fresh);
    const moved = motions(before.view, seen.view, fresh).flatMap((one) => ("path" in one ? one.path.slice(-1) : []));
    const named = fresh.flatMap(({ params }) => [params.hex, params.target]);
    const changed = changedHexes(before.view.places, seen.view.places, desk.sheet.map.hexes);
    const hexes = [...moved, ...named, ...changed].filter((hex) => hex in desk.sheet.map.hexes);
    desk.mark([...new Set(hexes)]);
    if (hexes.length && !skipped && pace() !== "once") page.board.focus(hexes[0]);
  };
  desk.on("view", ({ before, seen } = {}) => {
    if (!seen || before?.number === seen.number) return;
    const its = before && !before.view.prompt && !desk.busy;
    if (its && !seen.taken) show(before, seen);
    if (before?.view.phase !== seen.view.phase) from = seen.log.length - (seen.taken ? 0 : seen.fresh);
    if (!runs(desk)) {
      from = seen.log.length;
      skipped = false;
      if (desk.mine && !its) desk.mark();
    }
    desk.tell("thinking");
  });
  desk.on("online", tellPace);
  desk.on(["view", "ui", "thinking", "busy"], () => fill(strip, controls()));

  const troubled = new Map(Object.entries(desk.table.seats).map(([side, seat]) => [side, said(seat.trouble)]));
  desk.on("table", () => {
    for (const [side, { trouble }] of Object.entries(desk.table.seats)) {
      if (trouble && said(trouble) !== troubled.get(side)) toast([troubleOf(desk, side)], { icon: "computer" });
      troubled.set(side, said(trouble));
    }
  });

  /** The line that tells the last of its moves, while it is at it. */
  const told = () => {
    const line = runs(desk) && (desk.seen?.log.length ?? 0) > from ? desk.seen?.log.at(-1) : null;
    if (!line || heading(line.key)) return null;
    const { path } = line.params;
    // Of a long way only the ends: the map shows the rest.
    return Array.isArray(path) && path.length > LONG
      ? { ...line, params: { ...line.params, path: [path[0], "…", path.at(-1)] } }
      : line;
  };
  /** @returns {Child[]} */
  const controls = () => (runs(desk) && sets() ? [skipButton(), paceButton()] : []);
  const paceButton = () =>
    control("pace", "motion", words.say("desk.pace", { pace: `@desk.pace.${pace()}` }), "V", nextPace);
  const nextPace = () => choosePace(ALL[(ALL.indexOf(pace()) + 1) % ALL.length]);
  const skipButton = () => control("skip", "end", words.say("desk.skip-run"), "K", skip, skipped || pace() === "once");

  const opponent = {
    controls,
    /** Whether it may be asked for a hint now. */
    hints: () => desk.mine && desk.alone,
    skip,
    pace: nextPace,
    choosePace,
    paces: () => ALL.map((one) => [one, words.say(`desk.pace.${one}`)]),
    /** How fast counters travel. */
    speed: () => (skipped ? 0 : PACES[pace()].speed),
    /** Milliseconds between two moves. */
    pause: () => (skipped ? 0 : PACES[pace()].seconds * 1000),
    /** Whether nobody wants to see its moves one by one. */
    hurries: () => skipped || pace() === "once",
    told,
    /** @returns {Child[] | null} */
    caption: () => (runs(desk) ? caption(desk, told() !== null) : null),
    /** @param {string} side */
    trouble: (side) => troubleOf(desk, side),
  };
  desk.opponent = opponent;
  tellPace();
  desk.tell("ui");
  return opponent;
}

/** Whether nobody but the computer has to decide. @param {Desk} desk */
function runs(desk) {
  if (!desk.ready || desk.frame) return false;
  const { waiting, tracks } = desk.view;
  return !tracks.result && waiting.length > 0 && waiting.every((side) => desk.table.seats[side]?.kind === "computer");
}

/** @param {Desk} desk @param {boolean} moving  Its last move stands below. @returns {Child[]} */
function caption(desk, moving) {
  const { words, view, thinking } = desk;
  const phase = view.phase && words.has(view.phase) ? words.say(view.phase) : null;
  const share = thinking && view.waiting.includes(thinking.side) ? thinking.share : null;
  const sides = view.waiting.map((side) => `@side.${side}`);
  const who = moving
    ? words.say(share === null ? "desk.playing" : "desk.thinking", { sides })
    : words.say(desk.me ? "desk.wait" : "desk.watching");
  const bar =
    share === null
      ? null
      : h("progress", {
          max: 1,
          value: share,
          "aria-label": words.say("desk.thought", { share: Math.round(share * 100) }),
        });
  return [[phase, who].filter(Boolean).join(" · "), bar];
}

/**
 * @param {string} key
 * @param {string} name
 * @param {string} text
 * @param {string} shortcut
 * @param {() => void} act
 * @param {boolean} [off]
 */
function control(key, name, text, shortcut, act, off = false) {
  return h(
    "button",
    {
      type: "button",
      class: `btn btn-quiet prompt-${key}`,
      "data-key": key,
      "aria-keyshortcuts": shortcut.toLowerCase(),
      title: text,
      disabled: off,
      onclick: act,
    },
    icon(name),
    h("span", {}, text),
    h("kbd", {}, shortcut),
  );
}

/** @param {import("../types.js").Trouble | null | undefined} trouble */
const said = (trouble) => JSON.stringify(trouble ?? null);

/** What failed at a seat; "" where nothing has. @param {Desk} desk @param {string} side */
function troubleOf({ words, table }, side) {
  const trouble = table.seats[side]?.trouble;
  if (!trouble) return "";
  /** @param {string} player */
  const name = (player) => (words.has(`desk.player.${player}`) ? words.say(`desk.player.${player}`) : player);
  return words.say("desk.trouble", { player: name(trouble.player), decided: name(trouble.decided) });
}
