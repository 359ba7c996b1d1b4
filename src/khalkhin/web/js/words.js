// @ts-check
// Words for keys, by the rules of engine/words.py: gaps `{name}`, forms `{units:attacks|attack}` or `{n:none|one|# more}`,
// gaps in those, signs `{value:+}`. `{finger:Click|Tap}` is for a mouse and for a finger.

const GAP = /\{(\w+)(?::((?:[^{}]|\{\w+\})*))?\}/g;

/** What a gap of that name counts: one for a mouse, two for who has fingers only. */
const finger = () => (globalThis.matchMedia?.("(hover: none)").matches ? 2 : 1);

export class Words {
  /**
   * @param {string} language
   * @param {Record<string, string>} book  Key -> sentence.
   * @param {Record<string, {name: string}>} [units]  Counters by id, for what they are called.
   * @param {Record<string, string>} [formations]  What formations are called, by their printed names.
   */
  constructor(language, book, units = {}, formations = {}) {
    this.language = language;
    this.book = book;
    this.units = units;
    this.formations = formations;
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.book, key);
  }

  /**
   * The sentence for a key; a key without words is shown as it is, so that a fault is seen and hurts nobody.
   * @param {string} key
   * @param {Record<string, any>} [params]
   * @returns {string}
   */
  say(key, params = {}) {
    return this.parts(key, params)
      .map((part) => part.text)
      .join("");
  }

  /**
   * A sentence in its pieces, so that what it names (units, hexes) can be made to light up on the map.
   * @param {string} key
   * @param {Record<string, any>} [params]
   * @returns {{text: string, name?: string, value?: any}[]}
   */
  parts(key, params = {}) {
    if (!this.has(key)) return [{ text: key }];
    const pattern = this.book[key];
    return oneStop(this.#filled(pattern, pattern.includes("{finger:") ? { ...params, finger: finger() } : params));
  }

  /**
   * @param {string} pattern
   * @param {Record<string, any>} params
   */
  #filled(pattern, params) {
    /** @type {{text: string, name?: string, value?: any}[]} */
    const parts = [];
    let end = 0;
    for (const gap of pattern.matchAll(GAP)) {
      if (gap.index > end) parts.push({ text: pattern.slice(end, gap.index) });
      end = gap.index + gap[0].length;
      const [whole, name, spec] = gap;
      if (!Object.hasOwn(params, name)) parts.push({ text: whole });
      else if (spec?.includes("|")) parts.push(...this.#filled(form(spec.split("|"), count(params[name])), params));
      else if (spec) parts.push({ text: signed(params[name]), name, value: params[name] });
      else parts.push({ text: this.value(name, params[name]), name, value: params[name] });
    }
    if (end < pattern.length) parts.push({ text: pattern.slice(end) });
    return parts;
  }

  /** What a turn is called: by its date, where the game names its turns so. @param {number} turn */
  turn(turn) {
    return this.say(this.has("turn.name") ? "turn.name" : "summary.turn", { turn, month: `@month.${turn}` });
  }

  /**
   * A parameter as a person reads it: counters and formations by their names, `@key` by its own words.
   * @param {string} name
   * @param {any} value
   * @returns {string}
   */
  value(name, value) {
    if (typeof value === "string") return this.#text(name, value);
    if (Array.isArray(value)) {
      if (!value.length) return this.has(`none.${name}`) ? this.say(`none.${name}`) : "-";
      return value.map((one) => this.value(name, one)).join(name === "path" ? " → " : ", ");
    }
    if (value !== null && typeof value === "object") {
      const { key, ...rest } = value;
      return this.say(key, rest);
    }
    return String(value);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #text(name, value) {
    if (value.startsWith("@") && this.has(value.slice(1))) return this.say(value.slice(1));
    if (name.startsWith("side") && this.has(`side.${value}`)) return this.say(`side.${value}`);
    return this.units[value]?.name ?? this.formations[value] ?? value;
  }
}

/**
 * `one|more` or `none|one|more`.
 * @param {string[]} forms
 * @param {number} number
 */
function form(forms, number) {
  const [none, one, more] = forms.length === 3 ? forms : [forms[1], ...forms];
  return (number === 0 ? none : number === 1 ? one : more).replaceAll("#", String(number));
}

/**
 * How many a parameter stands for: a number itself or in digits, as dice are; a list as many as it names.
 * @param {any} value
 * @returns {number}
 */
function count(value) {
  if (typeof value === "number") return value;
  if (typeof value === "string" && /^\d+$/.test(value)) return Number(value);
  if (!Array.isArray(value)) return 1;
  return value.reduce((sum, one) => sum + (one !== null && typeof one === "object" ? (one.count ?? 1) : 1), 0);
}

/** @param {any} value */
function signed(value) {
  return typeof value === "number" && value >= 0 ? `+${value}` : String(value);
}

/**
 * A name that ends in a full stop ends the sentence too.
 * @template {{text: string}} T
 * @param {T[]} parts
 */
function oneStop(parts) {
  const whole = parts.map((part) => part.text).join("");
  const last = parts.at(-1);
  if (last && whole.endsWith("..") && !whole.endsWith("...")) last.text = last.text.slice(0, -1);
  return parts;
}
