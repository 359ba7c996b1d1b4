// @ts-check
// The end of a game: who won, the arithmetic line by line, points and losses by turn, and whether the dice were honest.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { lineChart } from "./line_chart.js";
import { points } from "./display.js";

/**
 * @typedef {import("../types.js").Ending} Ending
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} EndingEvents
 * @property {() => void} replay
 * @property {() => void} analysis  What decided it.
 * @property {() => void} download
 * @property {(() => void) | null} again  The same set-up with the sides swapped; null where nobody may.
 * @property {() => void} lobby
 * @property {() => void} close  Back to the map.
 * @typedef {object} EndingPanel
 * @property {(props: {ending: Ending, side: string | null}) => void} show
 * @property {() => void} hide
 */

/**
 * @param {HTMLElement} root
 * @param {{sheet: GameSheet, words: Words, on: EndingEvents}} props
 * @returns {EndingPanel}
 */
export function createEnding(root, { sheet, words, on }) {
  return {
    show({ ending, side }) {
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
          dice(ending, words),
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

/** @param {Ending} ending @param {Words} words */
function dice({ dice: promise }, words) {
  const here = h("li", { class: "check" }, icon("hourglass", { size: 20 }), words.say("panels.dice.checking"));
  honest(promise).then((ok) => {
    const state = ok === null ? "unknown" : ok ? "good" : "bad";
    here.className = `check is-${state}`;
    fill(
      here,
      icon(ok ? "check" : ok === null ? "info" : "warning", { size: 20 }),
      words.say(`panels.dice.here.${state}`),
    );
  });
  return h(
    "section",
    { class: "ending-dice" },
    h("h3", {}, words.say("panels.dice")),
    h("p", { class: "quiet" }, words.say(promise.practice ? "panels.dice.practice" : "panels.dice.how")),
    h(
      "ul",
      { class: "checks" },
      h(
        "li",
        { class: `check is-${promise.checked ? "good" : "bad"}` },
        icon(promise.checked ? "check" : "warning", { size: 20 }),
        words.say(promise.checked ? "panels.dice.checked" : "panels.dice.failed", { count: promise.rolls }),
      ),
      here,
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

/**
 * Whether the promise made at the start is the SHA-256 of the secret and the game's id; null where the browser offers no
 * hashes, as it does on pages that came over an open line.
 * @param {{secret: string, game_id: string, commitment: string}} dice
 * @returns {Promise<boolean | null>}
 */
export async function honest({ secret, game_id, commitment }) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(
    [...(secret.match(/../g) ?? [])].map((pair) => parseInt(pair, 16)).concat([...new TextEncoder().encode(game_id)]),
  );
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
