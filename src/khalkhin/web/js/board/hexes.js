// @ts-check
// Where hexes lie: which one is at a point, who is beside whom, the outline of many as one region. For any sheet, with
// flat or pointed tops.

/**
 * @typedef {import("../types.js").MapInfo} MapInfo
 * @typedef {import("../types.js").HexName} HexName
 * @typedef {[number, number]} Point
 */

const SIDES = 6;
const ROOT3 = Math.sqrt(3);

export class Hexes {
  /** @type {Map<string, HexName>} */
  #cells = new Map();
  /** Neighbours that were asked for once. @type {Map<HexName, (HexName | null)[]>} */
  #round = new Map();
  /** @type {Point} */
  #zero;

  /** @param {Pick<MapInfo, "radius" | "flat" | "hexes">} map */
  constructor(map) {
    this.radius = map.radius;
    this.flat = map.flat;
    /** From one side to the opposite one. */
    this.width = ROOT3 * map.radius;
    this.centres = map.hexes;
    this.#zero = Object.values(map.hexes)[0] ?? [0, 0];
    for (const [name, [x, y]] of Object.entries(map.hexes)) this.#cells.set(this.#cell(x, y), name);
    const first = map.flat ? (-2 * Math.PI) / 3 : -Math.PI / 2;
    /** Clockwise from the upper left (flat) or the top; the hexside in direction d runs from corner d to d + 1. */
    this.corners = Array.from({ length: SIDES }, (_, k) => {
      const angle = first + (k * Math.PI) / 3;
      return /** @type {Point} */ ([Math.cos(angle) * map.radius, Math.sin(angle) * map.radius]);
    });
  }

  /** @param {string} name */
  has(name) {
    return Object.hasOwn(this.centres, name);
  }

  /**
   * @param {HexName} name
   * @returns {Point}
   */
  centre(name) {
    return this.centres[name];
  }

  /**
   * The hex at a point, or null beside the map.
   * @param {number} x
   * @param {number} y
   * @returns {HexName | null}
   */
  at(x, y) {
    return this.#cells.get(this.#cell(x, y)) ?? null;
  }

  /**
   * The hex beyond a hexside, or null at the edge of the map.
   * @param {HexName} name
   * @param {number} side
   * @returns {HexName | null}
   */
  beside(name, side) {
    let round = this.#round.get(name);
    if (!round) {
      const [x, y] = this.centre(name);
      round = this.corners.map(([ax, ay], n) => {
        const [bx, by] = this.corners[(n + 1) % SIDES];
        return this.at(x + ax + bx, y + ay + by);
      });
      this.#round.set(name, round);
    }
    return round[side];
  }

  /**
   * A hex as a path, at some share of its size.
   * @param {HexName} name
   */
  shape(name, share = 1) {
    const [x, y] = this.centre(name);
    return closed(this.corners.map(([dx, dy]) => [x + dx * share, y + dy * share]));
  }

  /**
   * The borders of a set of hexes as closed lines; the borders of holes run the other way round.
   * @param {Iterable<HexName>} names
   * @returns {Point[][]}
   */
  borders(names) {
    const region = new Set([...names].filter((name) => this.has(name)));
    /** @type {Map<string, [Point, Point]>} */
    const edges = new Map();
    for (const name of region) {
      const [x, y] = this.centre(name);
      for (let side = 0; side < SIDES; side++) {
        const next = this.beside(name, side);
        if (next !== null && region.has(next)) continue;
        const [a, b] = [this.corners[side], this.corners[(side + 1) % SIDES]];
        const from = /** @type {Point} */ ([x + a[0], y + a[1]]);
        edges.set(corner(from), [from, [x + b[0], y + b[1]]]);
      }
    }
    return chains(edges);
  }

  /**
   * The outline of a set of hexes as one path.
   * @param {Iterable<HexName>} names
   */
  outline(names) {
    return this.borders(names).map(closed).join("");
  }

  /**
   * The name of the lattice cell of a point: cube coordinates, rounded to the nearest hex.
   * @param {number} x
   * @param {number} y
   */
  #cell(x, y) {
    const [dx, dy] = [(x - this.#zero[0]) / this.radius, (y - this.#zero[1]) / this.radius];
    const q = this.flat ? (2 / 3) * dx : (ROOT3 / 3) * dx - dy / 3;
    const r = this.flat ? (ROOT3 / 3) * dy - dx / 3 : (2 / 3) * dy;
    const s = -q - r;
    let [rq, rr] = [Math.round(q), Math.round(r)];
    const rs = Math.round(s);
    const [eq, er, es] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
    if (eq > er && eq > es) rq = -rr - rs;
    else if (er > es) rr = -rq - rs;
    return `${rq},${rr}`;
  }
}

/**
 * The hex that a finger means: the one under it, if something lies there or it may be chosen; else the nearest with counters.
 * @param {Pick<import("../types.js").Picture, "places" | "offered">} picture
 * @param {Hexes} hexes
 * @param {HexName | null} under
 * @param {{x: number, y: number}} at
 * @param {number} reach  How far from the finger the middle of a counter may be.
 * @returns {HexName | null}
 */
export function fingered({ places, offered }, hexes, under, at, reach) {
  if (under !== null && (places[under]?.length || offered.has(under))) return under;
  let [best, least] = [under, reach];
  for (const [place, counters] of Object.entries(places)) {
    if (!counters.length || !hexes.has(place)) continue;
    const [x, y] = hexes.centre(place);
    const far = Math.hypot(x - at.x, y - at.y);
    if (far <= least) [best, least] = [place, far];
  }
  return best;
}

/**
 * Edges by their first corner, joined to closed lines. Where hexes meet, three come together, so that never more than
 * one border leaves a corner.
 * @param {Map<string, [Point, Point]>} edges
 */
function chains(edges) {
  /** @type {Point[][]} */
  const lines = [];
  for (const [start] of edges) {
    /** @type {Point[]} */
    const line = [];
    let here = start;
    for (let edge = edges.get(here); edge; edge = edges.get(here)) {
      edges.delete(here);
      line.push(edge[0]);
      here = corner(edge[1]);
    }
    if (line.length) lines.push(line);
  }
  return lines;
}

/** @param {Point} point */
function corner([x, y]) {
  return `${Math.round(x)},${Math.round(y)}`;
}

/** @param {Point[]} points */
function closed(points) {
  return `M${points.map(written).join("L")}z`;
}

/** @param {Point} point */
function written([x, y]) {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}

/**
 * The cheapest way to a hex, by the tree of hexes before: from the origin, or from where the tree begins.
 * @param {Record<HexName, HexName>} from
 * @param {HexName} to
 * @param {HexName | null} origin
 * @returns {HexName[]}
 */
export function wayTo(from, to, origin) {
  const way = [to];
  const seen = new Set(way);
  for (let here = to; here !== origin;) {
    const before = from[here];
    if (before === undefined || seen.has(before)) break;
    way.push(before);
    seen.add(before);
    here = before;
  }
  return way.reverse();
}

/**
 * A soft line through points: bent towards each, straight at both ends.
 * @param {Point[]} points
 */
export function softLine(points) {
  if (points.length < 2) return "";
  let line = `M${written(points[0])}`;
  for (let n = 1; n < points.length - 1; n++) {
    line += `Q${written(points[n])} ${written(middle(points[n], points[n + 1]))}`;
  }
  return `${line}L${written(points[points.length - 1])}`;
}

/**
 * Points whose first and last are drawn in, out of the squares of what lies on them.
 * @param {Point[]} points
 * @param {number} first  Half the side of the square on the first,
 * @param {number} last  and on the last.
 * @returns {Point[]}
 */
export function trimmed(points, first, last = 0) {
  if (points.length < 2) return points;
  const out = [...points];
  out[0] = leaving(points[0], points[1], first);
  out[out.length - 1] = leaving(points[points.length - 1], points[points.length - 2], last);
  return out;
}

/**
 * Where a line from the middle of a square to a point leaves the square.
 * @param {Point} a
 * @param {Point} b
 * @param {number} half
 * @returns {Point}
 */
function leaving(a, b, half) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const far = Math.max(Math.abs(dx), Math.abs(dy));
  const share = far ? Math.min(half / far, 1) : 0;
  return [a[0] + dx * share, a[1] + dy * share];
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
function middle(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
