// @ts-check
// How long ago something was, in words: the time today, the weekday this week, then the date.

const DAY = 86_400_000;

/**
 * @param {number} when  Milliseconds.
 * @param {number} now
 * @param {string} language
 * @param {string} [zone]  The reader's own without one.
 * @returns {string}
 */
export function since(when, now, language, zone) {
  return new Intl.DateTimeFormat(language, { ...style(when, now, zone), timeZone: zone }).format(when);
}

/**
 * @param {number} when
 * @param {number} now
 * @param {string} [zone]
 * @returns {Intl.DateTimeFormatOptions}
 */
function style(when, now, zone) {
  const days = Math.round((midnight(now, zone) - midnight(when, zone)) / DAY);
  if (days <= 0) return { hour: "numeric", minute: "2-digit" };
  if (days < 7) return { weekday: "long" };
  return { day: "numeric", month: "long", year: days > 300 ? "numeric" : undefined };
}

/**
 * The day of a moment as a number that grows by DAY from one to the next.
 * @param {number} moment
 * @param {string} [zone]
 */
function midnight(moment, zone) {
  const parts = new Intl.DateTimeFormat("en-CA", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: zone,
  }).format(moment);
  return Date.parse(`${parts}T00:00:00Z`);
}
