// @ts-check
// The end of a first battle: what was gained since it began, what to try next, and the ways from here. It speaks in the place
// of the coach until one of them is taken. Fetched at such a table only.

import { h } from "../dom.js";
import { remember } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").ScoreLine} ScoreLine */

/** @param {Desk} desk @param {import("../types.js").Battle} battle */
export function createFirstBattle(desk, battle) {
  const coach = desk.strip;
  let over = false;
  const look = () => {
    const { tracks } = desk.view;
    const ends = Boolean(desk.me) && !desk.frame && !over && !tracks.result && tracks.turn > battle.last;
    if (ends === desk.looksBack) return;
    desk.looksBack = ends;
    desk.tell("ui");
    desk.tell("strip");
  };
  /** Look back no more. @param {string} [next]  Where one goes now, if not on with the game. */
  const end = (next) => {
    over = true;
    remember({ id: desk.id, battle: { ...battle, over } });
    if (next) location.assign(next);
    else look();
  };
  desk.strip = () => (desk.looksBack ? ending(desk, battle.score, end) : (coach?.() ?? null));
  desk.on("view", look);
  if (desk.ready) look();
}

/**
 * @param {Desk} desk
 * @param {ScoreLine[]} before
 * @param {(next?: string) => void} end
 * @returns {import("./strip.js").Strip}
 */
function ending(desk, before, end) {
  const { words, view, me, sheet } = desk;
  const [mine, theirs] = [true, false].map((own) =>
    view.score.filter(({ side }) => (side === me) === own).reduce((sum, { points }) => sum + (points ?? 0), 0),
  );
  const text = `${words.say("desk.battle.points", { mine, theirs })} ${words.say("battle.next")}`;
  const gained = sheet.sides
    .map((side) => ({ term: words.say(`side.${side}`), meaning: changes(words, side, before, view.score) }))
    .filter(({ meaning }) => meaning);
  const learn = `/learn/${desk.table.game}`;
  return {
    name: words.say("desk.battle"),
    head: [h("b", {}, words.say("desk.battle.over"))],
    text: [text],
    spoken: [`${words.say("desk.battle.over")}.`, text, ...gained.map((one) => `${one.term}: ${one.meaning}.`)].join(
      " ",
    ),
    terms: gained,
    choices: [
      { key: "play-on", text: words.say("desk.battle.on"), primary: true, act: () => end() },
      { key: "anew", text: words.say("desk.battle.anew"), act: () => end(`${learn}/battle`) },
      { key: "learn", text: words.say("desk.battle.learn"), act: () => end(learn) },
    ],
  };
}

/** Every line of a side that is not as it was. @param {import("../words.js").Words} words @param {string} of @param {ScoreLine[]} before @param {ScoreLine[]} after */
function changes(words, of, before, after) {
  const told = after.flatMap(({ side, key, points }) => {
    const had = before.find((line) => line.side === side && line.key === key)?.points ?? 0;
    const change = side === of ? (points ?? 0) - had : 0;
    return change ? [`${words.say(key)} ${change > 0 ? "+" : "−"}${Math.abs(change)}`] : [];
  });
  return told.join(", ");
}
