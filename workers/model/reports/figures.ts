// Formats figures with sensible precision, as plain text without units. The command line prints them unchanged; the
// studio adds its own spaces and minus signs (app/common/format.ts). Files and JSON keep full precision.

/** The text for a value that is unknown, not finite or not a number. */
export const UNKNOWN = "–";

/** Errors, energies and the like below this are "< 0.001". */
const LEAST_FIGURE = 0.001;

/** Percentages below this are "< 0.01". */
const LEAST_PERCENT = 0.01;

/** Three significant digits (or `digits`), never in e-notation: "1.86", "0.161", "12400", "-0.110", "0". */
export function significant(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return UNKNOWN;
  if (x === 0) return "0";
  const [mantissa, power] = Math.abs(x)
    .toExponential(digits - 1)
    .split("e");
  const figures = mantissa.replace(".", "");
  const places = digits - 1 - Number(power);
  return (x < 0 ? "-" : "") + withPoint(figures, places);
}

/** Puts the decimal point into a row of digits: 1234 with 2 places is 12.34, and with −2 places 123400. */
function withPoint(figures: string, places: number): string {
  if (places <= 0) return figures + "0".repeat(-places);
  const padded = figures.padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** Three significant digits, and "< 0.001" for smaller values except 0. */
export const smallFigure = (x: number): string => notBelow(LEAST_FIGURE, x) ?? significant(x);

/**
 * For E_RMS and similar errors: two decimals from 0.1 to 10, so that columns keep their width; otherwise as
 * `smallFigure`.
 */
export function errorFigure(x: number): string {
  const size = Math.abs(x);
  return size >= 0.095 && size < 9.995 ? x.toFixed(2) : smallFigure(x);
}

/** A number that is already in percent, without the percent sign: "0.161", "61.2", "< 0.01". */
export const percentFigure = (percent: number, digits = 3): string =>
  notBelow(LEAST_PERCENT, percent) ?? significant(percent, digits);

/** One decimal below 100, three digits above: "3.9", "61.2", "123"; "< 0.1" for smaller values except 0. */
export function tenths(x: number): string {
  const size = Math.abs(x);
  return notBelow(0.05, x, 0.1) ?? (size < 99.95 ? x.toFixed(1).replace("-0.0", "0.0") : significant(x));
}

/** "< 0.01" for a figure whose size is below `least`, except 0; otherwise null. */
function notBelow(least: number, x: number, said = least): string | null {
  const size = Math.abs(x);
  return size > 0 && size < least ? `< ${said}` : null;
}

/** Nouns whose plural is not the noun with an s. */
const PLURALS: Readonly<Record<string, string>> = { vertex: "vertices" };

/** "1 bone", "32 bones", "0 frames", "8 vertices"; with two forms, "1 bone has" and "2 bones have". */
export const howMany = (n: number, noun: string, nouns = PLURALS[noun] ?? `${noun}s`): string =>
  `${n} ${n === 1 ? noun : nouns}`;
