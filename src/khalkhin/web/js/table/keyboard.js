// @ts-check
// Everything by keyboard: a cursor of hexes, the next unit, undo, typed orders.

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @typedef {object} Keys  What a key does; by its name as the browser gives it.
 * @property {() => void} next
 * @property {() => void} previous
 * @property {() => void} undo
 * @property {() => void} back  Escape.
 * @property {() => void} main
 * @property {() => void} list
 * @property {(start?: string) => void} order
 * @property {() => void} odds
 * @property {(dx: number, dy: number) => void} cursor
 * @property {(event: KeyboardEvent) => void} pick
 * @property {() => void} why
 * @property {() => void} hint
 * @property {() => void} skip
 * @property {() => void} pace
 * @property {() => void} fan
 * @property {() => void} ask  What is it?
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {(what: import("./rail.js").Overlay) => void} overlay
 * @property {() => void} tab  The next one.
 * @property {() => void} briefing
 * @property {() => void} replay
 * @property {() => void} menu
 * @property {() => void} help
 */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Keys} keys
 * @param {() => boolean} replaying  The replay has the arrows for itself.
 */
export function listenToKeys(keys, replaying) {
  /** @type {Record<string, () => void>} */
  const plain = {
    n: keys.next,
    u: keys.undo,
    e: keys.main,
    l: keys.list,
    o: keys.odds,
    w: keys.why,
    h: keys.hint,
    k: keys.skip,
    v: keys.pace,
    f: keys.fan,
    i: keys.ask,
    b: keys.briefing,
    r: keys.replay,
    m: keys.menu,
    z: () => keys.overlay("zones"),
    p: () => keys.overlay("points"),
    s: () => keys.overlay("supply"),
    c: () => keys.overlay("changes"),
    "/": () => keys.order(),
    "?": keys.help,
    "+": () => keys.zoom(1.35),
    "=": () => keys.zoom(1.35),
    "-": () => keys.zoom(1 / 1.35),
    0: keys.fit,
    t: keys.tab,
    Escape: keys.back,
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, select, dialog, [role=menu], [popover]")) return;
    if (replaying() && ["ArrowLeft", "ArrowRight", " ", "Home", "End"].includes(event.key)) return;
    const act = actFor(event, target, keys, plain);
    if (!act) return;
    event.preventDefault();
    // A key that is held down does not go on and on.
    if (event.repeat && act === keys.main) return;
    act();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Element | null} target
 * @param {Keys} keys
 * @param {Record<string, () => void>} plain
 * @returns {(() => void) | null}
 */
function actFor(event, target, keys, plain) {
  const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  const control = Boolean(target?.closest("button, a, [role=tab], summary"));
  if (arrow) return target?.closest("[role=tab], [role=menu]") ? null : () => keys.cursor(arrow[0], arrow[1]);
  if (event.key === "Enter" || event.key === " ") return control ? null : () => keys.pick(event);
  if (event.shiftKey && event.key.toLowerCase() === "n") return keys.previous;
  // Units and hexes begin with a digit: who types one types an order.
  if (/^[1-9]$/.test(event.key)) return () => keys.order(event.key);
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(plain, name) ? plain[name] : null;
}

/**
 * The next hex in a direction: among the neighbours the one whose direction fits best.
 * @param {Record<string, [number, number]>} hexes
 * @param {number} radius
 * @param {string} from
 * @param {number} dx
 * @param {number} dy
 * @returns {string}
 */
export function stepTo(hexes, radius, from, dx, dy) {
  const [x, y] = hexes[from];
  let best = from;
  let most = 0.3;
  for (const [name, [hx, hy]] of Object.entries(hexes)) {
    const [ax, ay] = [hx - x, hy - y];
    const far = Math.hypot(ax, ay);
    if (name === from || far > radius * 1.9) continue;
    // A hair to one side, so that of two that fit equally well it is always the same one.
    const fit = (ax * dx + ay * dy) / far - (dx ? ay : ax) * 1e-4;
    if (fit > most) [best, most] = [name, fit];
  }
  return best;
}
