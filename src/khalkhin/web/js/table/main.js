// @ts-check
// The table page begins: which table, which seats, the game's sheet and drawings, then the line to the server.

import { byId, fill, h } from "../dom.js";
import * as api from "../net/api.js";
import { applyMotion, applyTheme, language, remember, tableOf, unseat } from "../store.js";
import { tellTips } from "../tips.js";
import { Words } from "../words.js";
import { createCurtain } from "./curtain.js";
import { Desk } from "./desk.js";
import { listenToFloating } from "./floating.js";
import { listenToKeys } from "./keyboard.js";
import { clearPage, Page, page } from "./page.js";
import { listenToChips } from "./sentence.js";
import { listenToTaps } from "./twice.js";

const RETRY = 1500;

/**
 * What the address says: /table/ID#TOKEN or #TOKEN.TOKEN, #sit.INVITATION or #move.CODE, where somebody may sit down,
 * /learn/GAME/LESSON, or /learn/GAME/battle.
 */
async function address() {
  const [page, one = "", lesson = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (page === "learn" && lesson === "battle") return (await enrolling()).enlist(one, language());
  if (page === "learn") return (await enrolling()).enrol(one, lesson, language());
  const tokens = location.hash.slice(1).split(".").filter(Boolean);
  return { id: one, tokens: tokens[0] in TICKETS ? await sitting(one, tokens) : tokens };
}

/** How a seat can be taken. @type {Record<string, (said: string) => import("./sitting.js").Ticket>} */
const TICKETS = { sit: (invitation) => ({ invitation }), move: (code) => ({ code }) };

/** @param {string} id @param {string[]} said */
async function sitting(id, [how, what = ""]) {
  const { sitDown } = await import("./sitting.js");
  return sitDown(id, TICKETS[how](what), language());
}

const enrolling = () => import("./enrol.js");

/**
 * Whose seats the tokens are. The address forgets them once the browser remembers: then it can be passed on safely.
 * @param {string} id
 * @param {string[]} given
 */
async function seatsOf(id, given) {
  const known = tableOf(id);
  /** @type {Record<string, string>} */
  const seats = {};
  let table = null;
  for (const token of given.length ? given : keptTokens(id, known)) {
    const info = given.length ? await api.table(id, token, language()) : await stillMine(id, token);
    if (info?.you) {
      seats[info.you] = token;
      table = info;
    }
  }
  table ??= await api.table(id, null, language());
  return { table, seats };
}

/** A table as a seat of this browser sees it; null, and forgotten, where the seat is somebody else's now. @param {string} id @param {string} token */
async function stillMine(id, token) {
  try {
    return await api.table(id, token, language());
  } catch (error) {
    if (!(error instanceof api.Refused && error.status === 401)) throw error;
    const [side] = Object.entries(tableOf(id)?.tokens ?? {}).find(([, one]) => one === token) ?? [];
    if (side) unseat(id, side);
    return null;
  }
}

/**
 * The seats of this tab; else those of this browser, but none that is kept for somebody else.
 * @param {string} id
 * @param {import("../store.js").Known | null} known
 */
function keptTokens(id, known) {
  const { tokens = {}, invites = {} } = known ?? {};
  const own = Object.keys(tokens).filter((side) => !(side in invites));
  const here = sessionSides(id) ?? (own.length ? own : Object.keys(tokens));
  return here.map((side) => tokens[side]).filter(Boolean);
}

/** @param {string} id @param {string[]} [sides] @returns {string[] | null} */
function sessionSides(id, sides) {
  try {
    if (sides) sessionStorage.setItem(`khalkhin.seats.${id}`, JSON.stringify(sides));
    return JSON.parse(sessionStorage.getItem(`khalkhin.seats.${id}`) ?? "null");
  } catch {
    return null;
  }
}

/** A table that the server does not keep is not worth a place in the list. @param {import("../types.js").TableInfo} table @param {Record<string, string>} seats @param {string} title */
function keep(table, seats, title) {
  if (!table.kept) return;
  if (Object.keys(seats).length) sessionSides(table.id, Object.keys(seats));
  const kept = remember({ id: table.id, game: table.game, title, tokens: seats });
  const safe = tableOf(table.id);
  if (location.hash && safe && Object.keys(seats).every((side) => safe.tokens[side] === kept.tokens[side])) {
    history.replaceState(null, "", location.pathname + location.search);
  }
}

/** @param {string} code @param {string} wanted */
async function bring(code, wanted) {
  const [sheet, map, counters] = await Promise.all([
    api.sheet(code, wanted),
    api.map(code, wanted),
    api.counters(code, wanted),
  ]);
  return {
    sheet,
    art: { map, counters },
    words: new Words(sheet.language, sheet.words, sheet.units, sheet.formations),
  };
}

async function begin() {
  const { id, tokens } = await address();
  const { table, seats } = await seatsOf(id, tokens);
  let { sheet, art, words } = await bring(table.game, language());
  keep(table, seats, sheet.title);
  const desk = new Desk({ id, sheet, words, table, seats });
  const change = async (/** @type {string} */ wanted) => {
    const found = await bring(table.game, wanted);
    art = found.art;
    Object.assign(desk, { sheet: found.sheet, words: found.words });
    const sight = page()?.board.sight();
    // Behind the curtain there is nothing to say in other words.
    if (!sight) return;
    page()?.destroy();
    const { board } = lay();
    // Other words on the same spot of the map.
    if (desk.ready) board.look(sight);
    desk.speak();
  };
  /** To where a lesson of this game was left, or to its beginning. Whether that is another table. @param {string} lesson */
  const enrol = async (lesson) => {
    const at = await (await enrolling()).enrol(table.game, lesson, language());
    if (at.id === desk.id) return false;
    const found = await seatsOf(at.id, at.tokens);
    clearPage();
    desk.leave();
    Object.assign(desk, { id: at.id, ...found });
    const path = `/learn/${found.table.game}/${found.table.lesson?.number ?? lesson}`;
    if (path !== location.pathname) history.pushState(null, "", path);
    lay();
    desk.sit(Object.keys(found.seats)[0] ?? null);
    return true;
  };
  const on = { language: change, enrol };
  const lay = () => new Page(desk, { map: copy(art.map), counters: copy(art.counters) }, { ...on, curtain });
  const curtain = createCurtain(desk, { lay, clear: clearPage, sprite: () => spriteOf(art.counters) });
  desk.lost = (text) => {
    clearPage();
    desk.leave();
    fill(
      byId("failed"),
      h("p", {}, text),
      h("button", { type: "button", class: "btn", onclick: () => location.reload() }, words.say("desk.sit.watch")),
      h("a", { class: "btn btn-primary", href: "/" }, words.say("desk.lobby")),
    );
    byId("failed").hidden = false;
  };
  listenToTaps();
  tellTips();
  listenToFloating();
  listenToChips(desk, (hex) => page()?.bring(hex));
  listenToKeys(keys(), () => Boolean(page()?.past.isOpen()));
  // Back to the lesson before, which was at another table.
  addEventListener("popstate", () => desk.lesson && location.reload());
  addEventListener("online", () => desk.line?.hurry());
  document.addEventListener("visibilitychange", () => document.hidden || desk.line?.hurry());
  // Where two people share the desk, only what everybody may see tells whose turn it is.
  const { view } = Object.keys(seats).length > 1 ? await api.view(id, words.language) : { view: null };
  const next = view && !view.tracks.result ? curtain.next(view.waiting) : null;
  // Before the board is there: what is laid while it is hidden has to be styled once more.
  document.body.removeAttribute("data-loading");
  if (next) curtain.lower(next);
  else {
    lay();
    desk.sit(Object.keys(seats)[0] ?? null);
  }
}

/** A drawing for one page; the next one needs it untouched. @param {SVGSVGElement} drawing */
const copy = (drawing) => /** @type {SVGSVGElement} */ (drawing.cloneNode(true));

/** The printed counters where there is no board. @param {SVGSVGElement} counters */
function spriteOf(counters) {
  const sprite = copy(counters);
  sprite.setAttribute("aria-hidden", "true");
  sprite.classList.add("board-sprite");
  return sprite;
}

/** The keys of the page as it stands when one is pressed; behind the curtain there is none. @returns {import("./keyboard.js").Keys} */
function keys() {
  return new Proxy(/** @type {any} */ ({}), {
    get:
      (_, name) =>
      (/** @type {any[]} */ ...all) =>
        /** @type {any} */ (page()?.keys)?.[name](...all),
  });
}

/** What cannot be begun is said in the server's words; a server that is not there is waited for. */
async function start() {
  try {
    await begin();
  } catch (error) {
    if (error instanceof api.Unreachable) {
      setTimeout(start, RETRY);
      byId("away").hidden = false;
    } else if (error instanceof api.Refused) {
      byId("away").hidden = true;
      fill(byId("failed"), h("p", {}, error.message), h("a", { class: "btn btn-primary", href: "/" }, "Khalkhin"));
      byId("failed").hidden = false;
    } else throw error;
  }
}

applyTheme();
applyMotion();
// Map and counters are full of letters: their fonts come together with them, so that nothing is laid out twice.
void Promise.allSettled([...document.fonts].map((font) => font.load()));
start();
