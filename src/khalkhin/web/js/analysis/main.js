// @ts-check
// The analysis of a game that is over: it is waited for, with a sign of how far it is, and then shown.

import { byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../net/api.js";
import { applyMotion, applyTheme, language } from "../store.js";
import { Words } from "../words.js";
import { decisions, dice } from "./cards.js";
import { chanceChart } from "./chart.js";
import { change, percent } from "./numbers.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Setting} Setting */

/** Milliseconds between two questions whether it is done. */
const AGAIN = 1000;

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** What a server that is not there is asked again and again. @template T @param {() => Promise<T>} question @returns {Promise<T>} */
async function patiently(question) {
  for (;;) {
    try {
      const found = await question();
      byId("away").hidden = true;
      return found;
    } catch (error) {
      if (!(error instanceof api.Unreachable)) throw error;
      byId("away").hidden = false;
      await pause(AGAIN);
    }
  }
}

/** @param {Words} words @param {string} title */
function head(words, title) {
  document.documentElement.lang = words.language;
  document.title = `${words.say("analysis.title")} \u00b7 ${title}`;
  fill(
    byId("head"),
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Khalkhin" },
      h("img", { src: "/web/icon.svg", alt: "", width: 36, height: 36 }),
      h("span", {}, "Khalkhin"),
    ),
    h("a", { class: "btn", href: `/table/${encodeURIComponent(id)}` }, icon("back"), words.say("analysis.back")),
  );
}

/** Ask until it is done. @param {Words} words @param {HTMLElement} place @returns {Promise<Answer>} */
async function waited(words, place) {
  const bar = h("progress", { max: 1, "aria-label": words.say("analysis.working") });
  const share = h("span", { class: "figure" });
  fill(
    place,
    h("p", { role: "status" }, words.say("analysis.working")),
    h("p", { class: "working" }, bar, share),
    h("p", { class: "quiet" }, words.say("analysis.long")),
  );
  for (;;) {
    /** @type {Answer} */
    const said = await patiently(() =>
      api.ask(`/api/tables/${encodeURIComponent(id)}/analysis`, { language: words.language }),
    );
    if (said.state === "done" || said.state === "failed") return said;
    if (said.state === "working") bar.value = said.progress;
    share.textContent =
      said.state === "working" ? percent(said.progress, words.language) : words.say("analysis.waiting");
    await pause(AGAIN);
  }
}

/** @param {Setting} setting */
function marks({ words, found, sides }) {
  return sides.flatMap(({ side }, n) => {
    const { best, worst } = found.luck[side];
    /** @param {string} kind @param {{turn: number}} one @param {number} value */
    const label = (kind, one, value) =>
      words.say(`analysis.mark.${kind}.at`, {
        side,
        turn: words.turn(one.turn),
        change: change(value, words.language),
      });
    return [
      ...[...best, ...worst].map((one) => ({
        kind: /** @type {const} */ ("roll"),
        at: one.at,
        side: n,
        label: label("roll", one, one.swing),
      })),
      ...found.lessons[side].map((one) => ({
        kind: /** @type {const} */ ("lesson"),
        at: one.at,
        side: n,
        label: label("lesson", one, -one.cost),
      })),
    ];
  });
}

async function begin() {
  const wanted = language();
  const table = await patiently(() => api.table(id, null, wanted));
  const [sheet, { games }] = await patiently(() => Promise.all([api.sheet(table.game, wanted), api.games(wanted)]));
  const words = new Words(sheet.language, sheet.words, sheet.units, sheet.formations);
  head(words, sheet.title);
  const body = h("div", { class: "body" });
  fill(
    byId("page"),
    h("p", { class: "caption" }, sheet.title, " \u00b7 ", words.say(`scenario.${table.scenario}.title`)),
    h("h1", {}, words.say("analysis.heading")),
    body,
  );
  const { analysis: found } = await waited(words, body);
  if (!found) {
    fill(body, h("p", { class: "callout callout-warn", role: "alert" }, icon("warning"), words.say("analysis.failed")));
    return;
  }
  /** @type {import("./types.js").SideEntry[]} */
  const entries = games.find((/** @type {{code: string}} */ one) => one.code === table.game).sides;
  const sides = found.sides.map(
    (name) => /** @type {import("./types.js").SideEntry} */ (entries.find((one) => one.side === name)),
  );
  const setting = { id, words, found, sides };
  fill(
    body,
    h(
      "section",
      { class: "part", "aria-labelledby": "chance" },
      h("h2", { id: "chance" }, words.say("analysis.chance")),
      h("p", { class: "lead" }, words.say("analysis.chance.lead")),
      chanceChart(setting, marks(setting)),
    ),
    dice(setting),
    decisions(setting),
  );
}

/** What cannot be shown is said in the server's words. */
async function start() {
  try {
    await begin();
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    fill(
      byId("page"),
      h("p", { class: "callout callout-warn", role: "alert" }, icon("warning"), error.message),
      h("p", {}, h("a", { class: "btn btn-primary", href: "/" }, "Khalkhin")),
    );
  }
}

applyTheme();
applyMotion();
start();
