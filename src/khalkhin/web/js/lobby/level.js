// @ts-check
// The levels of the computer in words.

/** @typedef {import("../words.js").Words} Words */

/** What a level is called; one that has no name goes by its own. @param {Words} words @param {string} player */
export function levelName(words, player) {
  const key = `lobby.level.${player}`;
  return words.has(key) ? words.say(key) : player;
}

/** What to expect of a level, in a sentence. @param {Words} words @param {string} player */
export function levelAbout(words, player) {
  const key = `lobby.expect.${player}`;
  return words.has(key) ? words.say(key) : "";
}

/**
 * A computer's player in a list of all who can sit down.
 * @param {Words} words
 * @param {string} player
 * @param {number} [seconds]  How long it may think in a turn.
 */
export function playerName(words, player, seconds) {
  const name = words.say("lobby.player", { player: levelName(words, player) });
  return seconds ? words.say("lobby.thinks", { player: name, seconds }) : name;
}
