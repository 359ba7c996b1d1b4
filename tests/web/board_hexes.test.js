// @ts-check
// Geometry of the board: hexes at points, outlines of regions, ways by the tree of hexes before.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Hexes, fingered, softLine, trimmed, wayTo } from "../../src/khalkhin/web/js/board/hexes.js";

const R = 40;

/**
 * A sheet of columns and rows, every second column or row shifted by half a hex.
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} flat
 */
function sheet(columns, rows, flat) {
  /** @type {Record<string, [number, number]>} */
  const hexes = {};
  for (let c = 1; c <= columns; c++) {
    for (let r = 1; r <= rows; r++) {
      const name = `${c}${r}`;
      hexes[name] = flat
        ? [50 + 1.5 * R * c, 60 + Math.sqrt(3) * R * (r + (c % 2) / 2)]
        : [50 + Math.sqrt(3) * R * (c + (r % 2) / 2), 60 + 1.5 * R * r];
    }
  }
  return new Hexes({ radius: R, flat, hexes });
}

/** @param {[number, number][]} line */
function area(line) {
  return line.reduce((sum, [x, y], n) => {
    const [nx, ny] = line[(n + 1) % line.length];
    return sum + (x * ny - nx * y) / 2;
  }, 0);
}

const HEX_AREA = 1.5 * Math.sqrt(3) * R * R;

for (const flat of [true, false]) {
  const tops = flat ? "flat" : "pointed";
  const hexes = sheet(7, 7, flat);

  test(`the nearest centre is the hex at a point (${tops})`, () => {
    for (let n = 0; n < 4000; n++) {
      const [x, y] = [150 + ((n * 7919) % 300), 150 + ((n * 104729) % 280)];
      const distance = (/** @type {string} */ name) => Math.hypot(hexes.centre(name)[0] - x, hexes.centre(name)[1] - y);
      const nearest = Object.keys(hexes.centres).reduce((a, b) => (distance(a) <= distance(b) ? a : b));
      const found = hexes.at(x, y);
      assert.ok(found !== null && distance(found) - distance(nearest) < 1e-6, `${x} ${y}: ${found}, not ${nearest}`);
    }
  });

  test(`there is nothing beside the map (${tops})`, () => {
    assert.equal(hexes.at(-200, 100), null);
    assert.equal(hexes.at(100, 5000), null);
  });

  test(`neighbours are each other's, one hex away (${tops})`, () => {
    for (const name of Object.keys(hexes.centres)) {
      for (let side = 0; side < 6; side++) {
        const next = hexes.beside(name, side);
        if (next === null) continue;
        assert.equal(hexes.beside(next, (side + 3) % 6), name);
        const [[ax, ay], [bx, by]] = [hexes.centre(name), hexes.centre(next)];
        assert.ok(Math.abs(Math.hypot(ax - bx, ay - by) - Math.sqrt(3) * R) < 1e-6);
      }
    }
  });

  test(`a hex and all round it are one region of seven (${tops})`, () => {
    const region = ["44", ...[0, 1, 2, 3, 4, 5].map((side) => /** @type {string} */ (hexes.beside("44", side)))];
    const borders = hexes.borders(region);
    assert.equal(borders.length, 1);
    assert.equal(borders[0].length, 18);
    assert.ok(Math.abs(area(borders[0]) - 7 * HEX_AREA) < 1);
  });

  test(`a ring has a border within, running the other way (${tops})`, () => {
    const ring = [0, 1, 2, 3, 4, 5].map((side) => /** @type {string} */ (hexes.beside("44", side)));
    const areas = hexes
      .borders(ring)
      .map(area)
      .sort((a, b) => a - b);
    assert.equal(areas.length, 2);
    assert.ok(Math.abs(areas[0] + HEX_AREA) < 1, `the hole: ${areas[0]}`);
    assert.ok(Math.abs(areas[1] - 7 * HEX_AREA) < 1);
  });

  test(`hexes apart have a border each, unknown ones none (${tops})`, () => {
    assert.equal(hexes.borders(["22", "66", "gone"]).length, 2);
    assert.equal(hexes.outline([]), "");
    assert.equal(hexes.outline(["22"]).match(/z/g)?.length, 1);
  });
}

test("a way leads from the origin to the hex", () => {
  const from = { "0102": "0101", "0103": "0102", "0203": "0103" };
  assert.deepEqual(wayTo(from, "0203", "0101"), ["0101", "0102", "0103", "0203"]);
});

test("a way goes no further back than the origin", () => {
  assert.deepEqual(wayTo({ b: "a", c: "b", d: "c" }, "d", "b"), ["b", "c", "d"]);
});

test("a tree that runs in a circle ends", () => {
  assert.deepEqual(wayTo({ a: "b", b: "a" }, "a", null), ["b", "a"]);
});

test("a hex nobody comes from is a way of one", () => {
  assert.deepEqual(wayTo({}, "0101", "0505"), ["0101"]);
});

test("a soft line bends at every hex between and ends where it should", () => {
  const line = softLine([
    [0, 0],
    [10, 0],
    [20, 10],
    [30, 10],
  ]);
  assert.equal(line, "M0 0Q10 0 15 5Q20 10 25 10L30 10");
  assert.equal(softLine([[0, 0]]), "");
});

test("a line leaves the square it begins in by its side", () => {
  assert.deepEqual(
    trimmed(
      [
        [0, 0],
        [100, 50],
      ],
      20,
    )[0],
    [20, 10],
  );
  assert.deepEqual(
    trimmed(
      [
        [0, 0],
        [0, 100],
      ],
      20,
      30,
    ),
    [
      [0, 20],
      [0, 70],
    ],
  );
  assert.deepEqual(
    trimmed(
      [
        [0, 0],
        [10, 0],
      ],
      20,
    )[0],
    [10, 0],
    "never beyond the next point",
  );
});

test("a finger beside a counter means it, unless it is on what may be chosen itself", () => {
  const hexes = sheet(4, 4, true);
  const [x, y] = hexes.centre("22");
  const beside = { x, y: y + 1.2 * R };
  const under = hexes.at(beside.x, beside.y);
  assert.equal(under, "23");
  const places = { 22: [{ id: "a", is: [] }], 44: [{ id: "b", is: [] }], box: [{ id: "c", is: [] }] };
  const picture = { places, offered: new Map() };
  assert.equal(fingered(picture, hexes, under, beside, 1.5 * R), "22");
  assert.equal(fingered(picture, hexes, under, beside, R), "23");
  assert.equal(fingered({ places, offered: new Map([["23", ["hex"]]]) }, hexes, under, beside, 1.5 * R), "23");
  assert.equal(fingered(picture, hexes, null, { x: x - 5 * R, y }, R), null);
});
