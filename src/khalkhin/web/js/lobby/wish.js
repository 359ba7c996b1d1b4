// @ts-check
// What a maker of a table wants, and how the server is asked for it. No page in here.

/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */
/** @typedef {import("./types.js").Wish} Wish */
/** @typedef {import("./types.js").Who} Who */

export const HERE = "here";
export const FRIEND = "friend";
const COMPUTER = "computer:";
const WATCHING = 1;
/** Seconds between two decisions of an opponent: his moves can be followed with the eye. */
const PLAYING = 0.15;

/** The opponent of whoever asks for none: a good one that does not let people wait. */
const USUAL = "planner";
/** Seconds in a turn that can be given to players who use them. @type {Record<string, number[]>} */
export const SECONDS = { search: [2, 5, 15] };

/** @param {string} player @param {number} [seconds] @returns {Who} */
export const computer = (player, seconds) => COMPUTER + player + (seconds ? `:${seconds}` : "");

/** The computer's player of a seat, or null. @param {Who} who @returns {string | null} */
export function playerOf(who) {
  return who.startsWith(COMPUTER) ? who.split(":")[1] : null;
}

/** How long the computer's player of a seat may think in a turn; undefined leaves it to the player. @param {Who} who */
export function secondsOf(who) {
  return Number(who.split(":")[2]) || undefined;
}

/** The computer's players as they can be seated, the strongest first. @param {GameEntry} game @returns {Who[]} */
export function computers({ players }) {
  const seated = players.flatMap((player) =>
    player in SECONDS ? SECONDS[player].map((seconds) => computer(player, seconds)) : [computer(player)],
  );
  return seated.reverse();
}

/** What a player gets who uses its time, unless somebody says otherwise. @param {string} player */
export const usualSeconds = (player) => SECONDS[player]?.[1];

/** @param {GameEntry} game @returns {Who} */
export function opponent({ players }) {
  return computer(players.includes(USUAL) ? USUAL : players[players.length - 1]);
}

/** Ways to play, each with who sits where. @typedef {"computer" | "friend" | "desk" | "watch"} Way */
/** @type {Way[]} */
export const WAYS = ["computer", "friend", "desk", "watch"];

/**
 * Who sits where, side by side.
 * @param {Way} way
 * @param {GameEntry} game
 * @param {number} [own]  Which of the sides the maker takes.
 * @param {Who} [level]  The computer's player.
 * @returns {Record<string, Who>}
 */
export function seating(way, game, own = 0, level = opponent(game)) {
  const mine = way === "watch" ? level : HERE;
  const others = { computer: level, watch: level, friend: FRIEND, desk: HERE }[way];
  return Object.fromEntries(game.sides.map(({ side }, n) => [side, n === own ? mine : others]));
}

/**
 * The way that seats amount to, or null for a mixture of its own.
 * @param {Who[]} seats
 * @returns {Way | null}
 */
export function wayOf(seats) {
  const here = seats.filter((who) => who === HERE).length;
  const friends = seats.filter((who) => who === FRIEND).length;
  const computers = seats.length - here - friends;
  if (here === 1 && computers === seats.length - 1) return "computer";
  if (here === 1 && friends === seats.length - 1) return "friend";
  if (here === seats.length) return "desk";
  return computers === seats.length ? "watch" : null;
}

/** How fast the computer decides unless somebody says otherwise: to be watched, slowly. @param {Who[]} seats */
export function usualPace(seats) {
  if (wayOf(seats) === "watch") return WATCHING;
  return seats.some((who) => playerOf(who) !== null) ? PLAYING : 0;
}

/**
 * The wish as the server reads it. Options that are as usual go without saying.
 * @param {Wish} wish
 */
export function order({ game, scenario, seats, options, seed, pace }) {
  const usual = Object.fromEntries(scenario.options.map((one) => [one.name, one.default]));
  return {
    game: game.code,
    scenario: scenario.name,
    options: Object.fromEntries(Object.entries(options).filter(([name, value]) => usual[name] !== value)),
    seats: Object.fromEntries(Object.entries(seats).map(([side, { who, name }]) => [side, seat(who, name)])),
    seed,
    pace,
  };
}

/** @param {Who} who @param {string} name */
function seat(who, name) {
  const player = playerOf(who);
  if (player !== null) return { kind: "computer", player, seconds: secondsOf(who) };
  return { kind: "human", name: name.trim(), ...(who === FRIEND ? { invite: true } : {}) };
}

/** The address by which a seat can be taken, once. @param {string} id @param {string} invitation */
export const invitationTo = (id, invitation) => address(id, ["sit", invitation]);

/** The largest seed that there is, here and wherever else one can be given. */
export const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/**
 * A seed as somebody wrote it: null for none, undefined for what is no whole number in bounds.
 * @param {string} text
 * @returns {number | null | undefined}
 */
export function seedOf(text) {
  if (!text.trim()) return null;
  const number = Number(text.trim());
  return /^\d+$/.test(text.trim()) && number <= LARGEST_SEED ? number : undefined;
}

// -- addresses

/**
 * The address of a table. Tokens stand behind the #, which no browser sends to a server.
 * @param {string} id
 * @param {string[]} [tokens]
 * @param {string} [query]  What is to be seen there first.
 */
export function address(id, tokens = [], query = "") {
  return `/table/${encodeURIComponent(id)}${query && `?${query}`}${tokens.length ? `#${tokens.join(".")}` : ""}`;
}

/** Whether an address is that of the reader's own machine, where nobody else can follow a link to. @param {string} host */
export function ownMachine(host) {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
