// @ts-check
// SHA-256 (FIPS 180-4). The browser's own is missing on pages that came over an open line, as from a friend's computer.

/** The first 32 bits of the fractions of the roots of the first primes: cube roots, and of eight of them square roots. */
const { ROUND, START } = constants();

function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (/** @type {number} */ x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  return {
    ROUND: primes.map((n) => fraction(Math.cbrt(n))),
    START: primes.slice(0, 8).map((n) => fraction(Math.sqrt(n))),
  };
}

/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const blocks = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(blocks.buffer).set([...bytes, 0x80]);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const state = Uint32Array.from(START);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, blocks, at);
  return hex(Uint8Array.from([...state].flatMap((word) => [word >>> 24, word >>> 16, word >>> 8, word])));
}

/** @param {Uint32Array} state @param {DataView} blocks @param {number} at */
function mix(state, blocks, at) {
  const words = new Uint32Array(64);
  for (let n = 0; n < 16; n++) words[n] = blocks.getUint32(at + 4 * n);
  for (let n = 16; n < 64; n++) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16] + low + words[n - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[n] + words[n]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] += word));
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
