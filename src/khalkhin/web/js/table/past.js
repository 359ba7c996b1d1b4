// @ts-check
// Looking back: the replay, what has changed since the own last turn, and the end of a game.

import { byId, h, withStyles } from "../dom.js";
import * as api from "../net/api.js";
import { remember, sharesOf } from "../store.js";
import { changedHexes, linesAfter } from "./changes.js";
import { toast } from "./floating.js";
import { exportRecord } from "./files.js";
import { motions, withHand } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @param {() => import("../types.js").BoardControls} board
 */
export function createPast(desk, board) {
  const { words } = desk;
  const failed = (/** @type {unknown} */ error) =>
    gone
      ? undefined
      : toast([error instanceof api.Refused ? error.message : words.say("desk.unreachable")], { icon: "warning" });
  /** @type {import("../panels/replay.js").Replay | null} */
  let replay = null;
  /** Whether this page is gone: what comes now was asked for by somebody else. */
  let gone = false;
  const fetched = async () =>
    (await withStyles(import("../panels/replay.js"))).createReplay(byId("replay"), {
      words,
      api: {
        frames: () => api.frames(desk.id, desk.token, words.language),
        frame: (n, eyes) => api.frame(desk.id, n, eyes, desk.token, words.language),
      },
      on: {
        frame: (frame, { forward, told }) => {
          if (gone) return;
          const before = desk.frame;
          desk.frame = withHand(frame.view);
          desk.told = told;
          document.body.toggleAttribute("data-past", true);
          desk.tell("view", {});
          if (before && forward) board().play(motions(before, desk.frame, frame.log));
        },
        live: () => live(),
        failed,
      },
    });

  const live = () => {
    replay?.close();
    desk.frame = null;
    document.body.toggleAttribute("data-past", false);
    desk.tell("view", {});
    byId("prompt-title")?.focus({ preventScroll: true });
  };

  /** @param {{at?: "last" | "mine" | number, play?: boolean}} [how] */
  const open = async (how) => {
    try {
      replay ??= await fetched();
      if (gone) replay.destroy();
      else await replay.open(how);
    } catch (error) {
      failed(error);
    }
  };

  // -- the end

  const window_ = h("dialog", { class: "ending-window" });
  document.body.append(window_);
  const showEnding = async () => {
    if (!desk.table.kept) return;
    desk.ending = true;
    desk.tell("busy");
    try {
      const [found, { createEnding }] = await Promise.all([
        api.ending(desk.id, desk.token, words.language),
        withStyles(import("../panels/ending.js")),
      ]);
      const ending = createEnding(window_, {
        sheet: desk.sheet,
        words,
        on: {
          replay: () => {
            window_.close();
            open({ at: 0, play: true });
          },
          analysis: () => location.assign(`/analysis/${desk.id}`),
          download: () => exportRecord(desk),
          // Only where every human seat is at this browser: nobody can be asked to another game.
          again: desk.alone ? () => again(desk).catch(failed) : null,
          lobby: () => location.assign("/"),
          close: () => window_.close(),
        },
      });
      if (gone) return;
      if (!window_.open) window_.showModal();
      // Two at one desk: one of them has won, and knows it.
      const own = sharesOf(desk.id).filter((one) => one.shown);
      ending.show({ ending: found, side: Object.keys(desk.seats).length > 1 ? null : desk.me, own });
    } catch (error) {
      failed(error);
    } finally {
      desk.ending = false;
      desk.tell("busy");
    }
  };
  desk.on("view", ({ before, seen } = {}) => {
    if (seen?.view.tracks.result && before && !before.view.tracks.result) desk.showing.next(showEnding);
  });

  // -- changes

  const loadChanges = async () => {
    try {
      const { mine } = await api.frames(desk.id, desk.token, words.language);
      if (mine === null) {
        desk.set({ show: { ...desk.ui.show, changes: false } });
        toast([words.say("desk.no-changes")], { icon: "changes" });
        return;
      }
      const { view, log } = await api.frame(desk.id, mine, null, desk.token, words.language);
      if (gone) return;
      const now = desk.seen?.view ?? view;
      const { hexes } = desk.sheet.map;
      const since = linesAfter(desk.seen?.log ?? [], log);
      const paths = motions(view, now, since).flatMap((one) =>
        "path" in one ? [one.path.filter((hex) => hex in hexes)] : [],
      );
      const changes = {
        hexes: changedHexes(view.places, now.places, hexes),
        paths: paths.filter((path) => path.length > 1),
      };
      desk.overlays = { ...desk.overlays, changes };
      desk.tell("ui");
    } catch (error) {
      failed(error);
    }
  };
  return {
    open,
    live,
    showEnding,
    loadChanges,
    isOpen: () => replay?.isOpen() ?? false,
    destroy: () => {
      gone = true;
      replay?.destroy();
      window_.remove();
    },
  };
}

/** The same set-up, everybody on the other side. @param {Desk} desk */
async function again(desk) {
  const { table, sheet } = desk;
  const sides = sheet.sides;
  const seats = Object.fromEntries(
    sides.map((side, n) => {
      const { kind, player, name, seconds } = table.seats[sides[(n + 1) % sides.length]];
      return [side, kind === "computer" ? { kind, player, seconds: seconds ?? undefined } : { kind, name }];
    }),
  );
  const made = await api.newTable(
    { game: table.game, scenario: table.scenario, options: table.options, seats, seed: null, pace: table.pace },
    desk.words.language,
  );
  remember({ id: made.id, game: table.game, title: sheet.title, tokens: made.seats });
  location.assign(`/table/${made.id}#${Object.values(made.seats).join(".")}`);
}
