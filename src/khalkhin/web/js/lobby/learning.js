// @ts-check
// How somebody stands with lessons: what is done, what was left, how long one takes. No page in here.

/** @typedef {import("../types.js").LessonEntry} LessonEntry */
/** @typedef {import("../store.js").Attended} Attended */

/**
 * @typedef {object} Standing  A lesson and its reader.
 * @property {string} game
 * @property {LessonEntry} lesson
 * @property {Attended} known
 * @property {boolean} begun  Left in the middle.
 * @property {number} step  The one that is next, from 1 on.
 * @property {number} minutes
 * @property {string} href
 */

/** Steps somebody takes in a minute, reading included. */
const PACE = 2;
const SHORTEST = 3;

/** @param {{steps: number}} lesson */
export const minutesOf = ({ steps }) => Math.max(SHORTEST, Math.ceil(steps / PACE));

/** @param {string} game @param {{number: number}} lesson */
export const addressOf = (game, { number }) => `/learn/${game}/${number}`;

/**
 * @param {string} game
 * @param {LessonEntry[]} lessons
 * @param {(game: string, name: string) => Attended} attended
 * @returns {Standing[]}
 */
export function standings(game, lessons, attended) {
  return lessons.map((lesson) => {
    const known = attended(game, lesson.name);
    const begun = known.at > 0 && known.at < lesson.steps;
    const step = begun ? known.at + 1 : 1;
    return { game, lesson, known, begun, step, minutes: minutesOf(lesson), href: addressOf(game, lesson) };
  });
}

/** The lesson that was left last, to go on with. @param {Standing[]} all @returns {Standing | null} */
export function leftLast(all) {
  const left = all.filter((one) => one.begun);
  return left.length ? left.reduce((best, one) => (one.known.last > best.known.last ? one : best)) : null;
}
