// @ts-check
// Chances as a person reads them.

/** @param {number} chance @param {string} language */
export function percent(chance, language) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(chance);
}

/**
 * What a chance has changed by, with a real minus. Small changes have a decimal.
 * @param {number} change
 * @param {string} language
 */
export function change(change, language) {
  const digits = Math.abs(change) < 0.0995 ? 1 : 0;
  const text = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: digits,
    signDisplay: "exceptZero",
  }).format(change);
  return text.replace("-", "\u2212");
}
