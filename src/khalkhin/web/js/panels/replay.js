// @ts-check
// The replay: a slider over every position of a game, steps back and forward, play at speed, through whose eyes.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @typedef {import("../types.js").Frames} Frames
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").FrameInfo} FrameInfo
 * @typedef {import("../words.js").Words} Words
 *
 * @typedef {object} ReplayApi
 * @property {() => Promise<Frames>} frames
 * @property {(n: number, eyes: string | null) => Promise<Frame>} frame
 *
 * @typedef {object} ReplayEvents
 * @property {(frame: Frame, how: {forward: boolean, playing: boolean, total: number, told: number}) => void} frame  A position to show.
 * @property {() => void} live  Back to the game as it stands.
 * @property {(error: unknown) => void} [failed]
 *
 * @typedef {object} Replay
 * @property {(how?: {at?: "last" | "mine" | number, play?: boolean}) => Promise<void>} open  Fetch the list and show a position.
 * @property {() => void} close
 * @property {() => boolean} isOpen
 * @property {(delta: number) => void} step
 * @property {() => void} toggle  Play or pause.
 * @property {() => void} destroy
 */

/** Positions a second. */
const SPEEDS = [1, 2, 4, 8, 16, 32];
/** How many positions are fetched before they are needed. */
const AHEAD = 6;

/**
 * @param {HTMLElement} root
 * @param {{words: Words, api: ReplayApi, on: ReplayEvents}} props
 * @returns {Replay}
 */
export function createReplay(root, { words, api, on }) {
  /** @type {FrameInfo[]} */
  let list = [];
  /** @type {number | null} */
  let mine = null;
  /** @type {string | null} */
  let eyes = null;
  let at = 0;
  let speed = 1;
  let playing = false;
  let timer = 0;
  /** What is asked for last is what is shown, whatever comes back first. */
  let asked = 0;
  /** @type {Map<string, Promise<Frame>>} */
  const cache = new Map();
  /** @type {ReturnType<typeof controls> | null} */
  let bar = null;

  /**
   * @param {number} place  Of the position in the list: while a game runs its number is another one.
   */
  function fetched(place) {
    const key = `${eyes ?? ""} ${place}`;
    const known = cache.get(key) ?? api.frame(list[place].n, eyes);
    cache.set(key, known);
    known.catch(() => cache.delete(key));
    return known;
  }

  /** @param {number} n */
  async function go(n) {
    const to = Math.max(0, Math.min(n, list.length - 1));
    const forward = to >= at;
    at = to;
    asked += 1;
    const mark = asked;
    bar?.update();
    try {
      const frame = await fetched(to);
      if (mark !== asked) return;
      on.frame(frame, { forward, playing, total: list.length, told: list[to].log });
      for (let k = 1; k <= AHEAD; k += 1)
        for (const next of [to + k, to - k]) if (list[next] && (k === 1 || next > to === forward)) fetched(next);
    } catch (error) {
      pause();
      on.failed?.(error);
    }
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    bar?.update();
  }

  async function tick() {
    if (!playing) return;
    const begun = performance.now();
    await go(at + 1);
    if (at >= list.length - 1) return pause();
    if (playing) timer = window.setTimeout(tick, Math.max(0, 1000 / SPEEDS[speed] - (performance.now() - begun)));
  }

  function toggle() {
    if (playing) return pause();
    playing = true;
    if (at >= list.length - 1) at = -1;
    bar?.update();
    tick();
  }

  /** @param {number} delta */
  function step(delta) {
    pause();
    go(at + delta);
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    if (!bar || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("textarea, select, dialog, [role=tab], input:not([type=range])")) return;
    const slider = Boolean(target?.matches("input[type=range]"));
    const act = keyAction(event.key, slider, Boolean(target?.closest("button")));
    if (!act) return;
    event.preventDefault();
    if (act === "toggle") toggle();
    else if (act === "first") step(-Infinity);
    else if (act === "last") step(Infinity);
    else step(act === "back" ? -1 : 1);
  }

  function controls() {
    const marks = turnMarks(list);
    const slider = h("input", {
      type: "range",
      class: "replay-slider",
      min: 0,
      max: Math.max(0, list.length - 1),
      step: 1,
      "aria-label": words.say("panels.replay.position"),
      oninput: () => {
        const wanted = Number(slider.value);
        pause();
        go(wanted);
      },
    });
    const where = h("p", { class: "replay-where", role: "status" });
    const play = h("button", { class: "btn btn-primary btn-icon", type: "button", onclick: toggle });
    const pace = h("button", {
      class: "btn btn-small replay-speed",
      type: "button",
      onclick: () => {
        speed = (speed + 1) % SPEEDS.length;
        update();
      },
    });
    const last = Math.max(1, list.length - 1);
    const ticks = h(
      "ol",
      { class: "replay-turns" },
      marks.map(({ n, turn }) =>
        h(
          "li",
          { style: { left: `${(n / last) * 100}%` } },
          h(
            "button",
            {
              type: "button",
              "aria-label": words.say("panels.replay.turn", { turn: words.turn(turn) }),
              onclick: () => {
                pause();
                go(n);
              },
            },
            turn,
          ),
        ),
      ),
    );
    /** @param {string} name @param {string} key @param {() => void} act */
    const button = (name, key, act) =>
      h(
        "button",
        {
          class: "btn btn-quiet btn-icon",
          type: "button",
          "aria-label": words.say(key),
          title: words.say(key),
          onclick: act,
        },
        icon(name),
      );
    const since = h(
      "button",
      {
        class: "btn btn-small",
        type: "button",
        onclick: () => {
          go(mine ?? 0).then(() => {
            if (!playing) toggle();
          });
        },
      },
      icon("changes"),
      words.say("panels.replay.since"),
    );
    fill(
      root,
      h(
        "section",
        { class: "replay", "aria-label": words.say("panels.replay") },
        where,
        mine === null && !through.length
          ? null
          : h("div", { class: "replay-extra" }, mine === null ? null : since, eyesChoice()),
        h("div", { class: "replay-track" }, slider, ticks),
        h(
          "div",
          { class: "replay-buttons" },
          button("start", "panels.replay.first", () => step(-Infinity)),
          button("stepback", "panels.replay.back", () => step(-1)),
          play,
          button("step", "panels.replay.forward", () => step(1)),
          button("end", "panels.replay.last", () => step(Infinity)),
          pace,
        ),
        h("button", { class: "btn replay-live", type: "button", onclick: on.live }, words.say("panels.replay.live")),
      ),
    );
    function update() {
      const info = list[at];
      slider.value = String(Math.max(0, at));
      const text = info
        ? words.say("panels.replay.where", {
            turn: words.turn(info.turn),
            phase: words.has(info.phase) ? words.say(info.phase) : "",
            n: at,
            last: list.length - 1,
          })
        : "";
      slider.setAttribute("aria-valuetext", text);
      // A screen reader could not keep up with a film.
      where.setAttribute("aria-live", playing ? "off" : "polite");
      where.textContent = text;
      fill(play, icon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", words.say(playing ? "panels.replay.pause" : "panels.replay.play"));
      fill(pace, `${SPEEDS[speed]}\u00d7`);
      pace.setAttribute("aria-label", words.say("panels.replay.speed", { speed: SPEEDS[speed] }));
    }
    return { update };
  }

  /** @type {string[]} */
  let through = [];
  function eyesChoice() {
    if (!through.length) return null;
    const select = h(
      "select",
      {
        onchange: () => {
          eyes = select.value;
          go(at);
        },
      },
      h("option", { value: EVERYBODY }, words.say("panels.replay.eyes.everybody")),
      h("option", { value: SPECTATORS }, words.say("panels.replay.eyes.nobody")),
      through.map((side) => h("option", { value: side, selected: side === eyes }, words.say(`side.${side}`))),
    );
    return h(
      "label",
      { class: "replay-eyes" },
      icon("eye", { size: 20 }),
      h("span", { class: "sr" }, words.say("panels.replay.eyes")),
      select,
    );
  }

  let gone = false;
  document.addEventListener("keydown", keyed);
  return {
    async open({ at: where = "last", play = false } = {}) {
      const found = await api.frames();
      if (gone) return;
      list = found.frames;
      mine = found.mine === null ? null : list.findIndex(({ n }) => n === found.mine);
      through = found.eyes;
      eyes = through.length ? EVERYBODY : null;
      cache.clear();
      at = where === "mine" ? (mine ?? 0) : where === "last" ? list.length - 1 : where;
      bar = controls();
      await go(at);
      if (play && !playing) toggle();
    },
    close() {
      pause();
      asked += 1;
      bar = null;
      fill(root);
    },
    isOpen: () => bar !== null,
    step,
    toggle,
    destroy() {
      gone = true;
      pause();
      asked += 1;
      bar = null;
      document.removeEventListener("keydown", keyed);
      fill(root);
    },
  };
}

/** Who sees what both sides see: of a game that is over nothing is hidden. */
const EVERYBODY = "everybody";
/** Who has no side. */
const SPECTATORS = "spectators";

/**
 * What a key does in a replay. A slider moves by itself, and the space bar presses the button that has the focus.
 * @param {string} key
 * @param {boolean} slider
 * @param {boolean} button
 * @returns {"back" | "forward" | "first" | "last" | "toggle" | null}
 */
export function keyAction(key, slider, button) {
  if (key === " ") return button ? null : "toggle";
  if (slider) return null;
  if (key === "ArrowLeft") return "back";
  if (key === "ArrowRight") return "forward";
  return key === "Home" ? "first" : key === "End" ? "last" : null;
}

/**
 * Where each turn begins.
 * @param {FrameInfo[]} frames
 * @returns {{n: number, turn: number}[]}
 */
export function turnMarks(frames) {
  return frames.flatMap(({ turn }, n) => (n === 0 || turn !== frames[n - 1].turn ? [{ n, turn }] : []));
}
