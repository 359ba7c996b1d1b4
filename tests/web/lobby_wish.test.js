// What a table is asked for, and what comes of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  address,
  computers,
  LARGEST_SEED,
  invitationTo,
  order,
  ownMachine,
  seating,
  seedOf,
  secondsOf,
  usualPace,
  WAYS,
  wayOf,
} from "../../src/khalkhin/web/js/lobby/wish.js";

const option = { name: "open_strengths", title: "", help: "", default: false, choices: null, labels: [], fixed: false };
const scenario = {
  name: "august-1939",
  title: "August",
  summary: "",
  turns: 12,
  options: [option, { ...option, name: "turns", default: 4 }],
};
const look = { outline: "", mark: "", ground: "", ink: "" };
const game = {
  code: "bkg",
  title: "Batalha",
  subtitle: "",
  scale: "",
  length: "",
  complexity: 2,
  available: true,
  cover: { spine: "", picture: null, counters: [] },
  scenarios: [scenario],
  sides: [
    { side: "soviet", title: "", nation: "SU", look },
    { side: "japan", title: "", nation: "JP", look },
  ],
  players: ["random", "greedy", "planner", "search"],
};

/** A wish for a way to play, with a name for the maker's seat. */
function wish(way, name = "") {
  const seats = Object.entries(seating(way, game)).map(([side, who]) => [
    side,
    { who, name: who === "here" ? name : "" },
  ]);
  const seated = Object.fromEntries(seats);
  return { game, scenario, seats: seated, options: {}, seed: null, pace: usualPace(seats.map(([, { who }]) => who)) };
}

test("two clicks seat a person on the first side against a player that does not let them wait", () => {
  assert.deepEqual(order(wish("computer", " Ana ")), {
    game: "bkg",
    scenario: "august-1939",
    options: {},
    seats: {
      soviet: { kind: "human", name: "Ana" },
      japan: { kind: "computer", player: "planner", seconds: undefined },
    },
    seed: null,
    pace: 0.15,
  });
});

test("who thinks in its own time can be given more or less of it", () => {
  assert.deepEqual(computers(game), [
    "computer:search:15",
    "computer:search:5",
    "computer:search:2",
    "computer:planner",
    "computer:greedy",
    "computer:random",
  ]);
  assert.deepEqual(
    [secondsOf("computer:search:15"), secondsOf("computer:planner"), secondsOf("here")],
    [15, undefined, undefined],
  );
  const seats = { soviet: { who: "computer:search:15", name: "" }, japan: { who: "computer:greedy", name: "" } };
  assert.deepEqual(order({ ...wish("computer"), seats }).seats.soviet, {
    kind: "computer",
    player: "search",
    seconds: 15,
  });
  const few = { ...game, players: ["random", "greedy"] };
  assert.equal(seating("computer", few).japan, "computer:greedy", "where there is no planner the strongest");
});

test("the own side and the computer's level can be chosen", () => {
  const level = "computer:greedy";
  assert.deepEqual(seating("computer", game, 1, level), { soviet: level, japan: "here" });
  assert.deepEqual(seating("friend", game, 1), { soviet: "friend", japan: "here" });
  assert.deepEqual(seating("watch", game, 1, level), { soviet: level, japan: level });
  assert.deepEqual(seating("desk", game, 1), { soviet: "here", japan: "here" });
});

test("every way of playing is known again by its seats", () => {
  for (const way of WAYS) assert.equal(wayOf(Object.values(seating(way, game))), way);
  assert.equal(wayOf(["friend", "computer:random"]), null);
  assert.equal(wayOf(["friend", "friend"]), null);
  assert.equal(wayOf(["computer:random", "here"]), "computer");
});

test("a game to watch goes slowly, one to play does not wait", () => {
  assert.equal(usualPace(["computer:greedy", "computer:random"]), 1);
  assert.equal(usualPace(["here", "computer:greedy"]), 0.15);
  assert.equal(usualPace(["here", "friend"]), 0);
});

test("only options that are not as usual are sent", () => {
  const asked = { ...wish("computer"), options: { open_strengths: true, turns: 4 } };
  assert.deepEqual(order(asked).options, { open_strengths: true });
});

test("to a friend's seat somebody is invited", () => {
  const seats = { soviet: { who: "friend", name: " Ann " }, japan: { who: "here", name: "" } };
  assert.deepEqual(order({ ...wish("computer"), seats }).seats, {
    soviet: { kind: "human", name: "Ann", invite: true },
    japan: { kind: "human", name: "" },
  });
  assert.equal(invitationTo("t1", "S"), "/table/t1#sit.S");
});

test("a seed is a whole number or nothing", () => {
  assert.equal(seedOf(" 1939 "), 1939);
  assert.equal(seedOf("  "), null);
  assert.equal(seedOf("9007199254740991"), LARGEST_SEED);
  for (const bad of ["-1", "1.5", "x", "1e3", "9007199254740992", "9223372036854775808"])
    assert.equal(seedOf(bad), undefined, bad);
});

test("tokens stand behind the #", () => {
  assert.equal(address("abc"), "/table/abc");
  assert.equal(address("abc", ["S"]), "/table/abc#S");
  assert.equal(address("abc", ["S", "J"], "end"), "/table/abc?end#S.J");
});

test("a link to the own machine is known", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.equal(ownMachine(host), true, host);
  for (const host of ["192.168.1.4", "example.org", "127.0.0.1.example.org", "localhost.example.org"])
    assert.equal(ownMachine(host), false, host);
});
