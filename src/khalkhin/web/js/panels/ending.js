// @ts-check
// The end of a game: who won, the arithmetic line by line, points and losses by turn, and whether the dice were honest.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { sha256, unhex } from "../sha256.js";
import { lineChart } from "./line_chart.js";
import { points } from "./display.js";

/**
 * @typedef {import("../types.js").Ending} Ending
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {import("../store.js").OwnShare} OwnShare
 * @typedef {object} EndingEvents
 * @property {() => void} replay
 * @property {() => void} analysis  What decided it.
 * @property {() => void} download
 * @property {(() => void) | null} again  The same set-up with the sides swapped; null where nobody may.
 * @property {() => void} lobby
 * @property {() => void} close  Back to the map.
 * @typedef {object} EndingPanel
 * @property {(props: {ending: Ending, side: string | null, own: OwnShare[]}) => void} show  `own`: the shares of the dice that this browser
 *   has told.
 * @property {() => void} hide
 */

/**
 * @param {HTMLElement} root
 * @param {{sheet: GameSheet, words: Words, on: EndingEvents}} props
 * @returns {EndingPanel}
 */
export function createEnding(root, { sheet, words, on }) {
  return {
    show({ ending, side, own }) {
      /** @param {"points" | "losses"} what */
      const chart = (what) =>
        lineChart({
          title: words.say(`panels.ending.${what}`),
          words,
          labels: ending.turns.map((one) => String(one.turn)),
          lines: sheet.sides.map((name) => ({
            name: words.say(`side.${name}`),
            mark: `f-${name}`,
            values: ending.turns.map((one) => one[what][name]),
          })),
        });
      fill(
        root,
        h(
          "article",
          { class: "ending", "aria-labelledby": "ending-title" },
          h(
            "button",
            {
              class: "btn btn-quiet btn-icon ending-close",
              type: "button",
              "aria-label": words.say("panels.close"),
              onclick: on.close,
            },
            icon("close"),
          ),
          h(
            "header",
            {},
            h(
              "p",
              { class: "caption" },
              words.say("panels.ending.over"),
              " \u00b7 ",
              words.say("panels.ending.length", ending.length),
            ),
            h(
              "h2",
              { id: "ending-title", class: "ending-title quiet-focus", tabindex: "-1" },
              resultSentence(ending, sheet.sides, words),
            ),
            side
              ? h(
                  "p",
                  { class: "ending-you" },
                  words.say(
                    `panels.ending.${ending.result.winner === null ? "draw" : ending.result.winner === side ? "won" : "lost"}`,
                  ),
                )
              : null,
          ),
          h(
            "div",
            { class: "ending-buttons" },
            button("play", "panels.ending.replay", on.replay, words, true),
            button("charts", "panels.ending.analysis", on.analysis, words),
            button("download", "panels.ending.record", on.download, words),
            on.again ? button("swap", "panels.ending.again", on.again, words) : null,
            button("back", "panels.ending.lobby", on.lobby, words),
          ),
          points(ending.score, sheet.sides, words, words.say("panels.ending.score")),
          ending.turns.length > 1 ? h("div", { class: "ending-charts" }, chart("points"), chart("losses")) : null,
          dice(ending, own, words),
        ),
      );
      /** @type {HTMLElement | null} */ (root.querySelector("#ending-title"))?.focus({ preventScroll: true });
    },
    hide() {
      fill(root);
    },
  };
}

/**
 * @param {string} picture
 * @param {string} key
 * @param {() => void} act
 * @param {Words} words
 * @param {boolean} [primary]
 */
function button(picture, key, act, words, primary = false) {
  return h(
    "button",
    { class: primary ? "btn btn-primary" : "btn", type: "button", onclick: act },
    icon(picture),
    words.say(key),
  );
}

/**
 * Who won and how, the winner's points first.
 * @param {Ending} ending
 * @param {string[]} sides
 * @param {Words} words
 */
export function resultSentence({ result }, sides, words) {
  if (result.winner === null) return [words.say("panels.result.draw")];
  const key = `panels.result.${result.how}`;
  const first = sides.indexOf(result.winner);
  const ordered = [result.points[first], ...result.points.filter((_, n) => n !== first)];
  return words
    .parts(words.has(key) ? key : "panels.result.won", { side: result.winner, points: ordered.join(" : ") })
    .map((part) => (part.name === "points" ? h("span", { class: "figure" }, part.text) : part.text));
}

// -- dice

/**
 * The promise of the server and what the sides put in, each with whether it was kept.
 * @param {Ending} ending
 * @param {OwnShare[]} own
 * @param {Words} words
 */
function dice({ dice: promise }, own, words) {
  const kept = honest(promise);
  return h(
    "section",
    { class: "ending-dice" },
    h("h3", {}, words.say("panels.dice")),
    h("p", { class: "quiet" }, words.say(promise.practice ? "panels.dice.practice" : "panels.dice.how")),
    h(
      "ul",
      { class: "checks" },
      check(
        promise.checked,
        words.say(promise.checked ? "panels.dice.checked" : "panels.dice.failed", { count: promise.rolls }),
      ),
      check(kept, words.say(kept ? "panels.dice.here.good" : "panels.dice.here.bad")),
      ...(promise.practice ? [] : shares(promise.shares, own, words)),
    ),
    h(
      "dl",
      { class: "dice-values" },
      [
        ["commitment", promise.commitment],
        ["secret", promise.secret],
        ["game", promise.game_id],
      ].map(([key, value]) =>
        h("div", {}, h("dt", {}, words.say(`panels.dice.${key}`)), h("dd", {}, h("code", {}, value))),
      ),
    ),
  );
}

/** @param {boolean} good @param {any} text */
function check(good, text) {
  return h("li", { class: `check is-${good ? "good" : "bad"}` }, icon(good ? "check" : "warning", { size: 20 }), text);
}

/**
 * Who put what in, from which roll on; and whether all that this browser put in is there.
 * @param {Ending["dice"]["shares"]} inside
 * @param {OwnShare[]} own
 * @param {Words} words
 */
function shares(inside, own, words) {
  if (!inside.length && !own.length) return [check(false, words.say("panels.dice.no-shares"))];
  const lost = own.filter((mine) => !inside.some(({ side, share }) => side === mine.side && share === mine.share));
  return [
    ...inside.map(({ side, share, since }) => {
      const mine = own.some((one) => one.side === side && one.share === share);
      return check(true, words.say(mine ? "panels.dice.own-share" : "panels.dice.share", { side, since }));
    }),
    lost.length ? check(false, words.say("panels.dice.lost-shares", { count: lost.length })) : null,
  ];
}

/**
 * Whether the promise made at the start is the SHA-256 of the secret and the game's id.
 * @param {{secret: string, game_id: string, commitment: string}} dice
 */
export function honest({ secret, game_id, commitment }) {
  return sha256(Uint8Array.from([...unhex(secret), ...new TextEncoder().encode(game_id)])) === commitment;
}
