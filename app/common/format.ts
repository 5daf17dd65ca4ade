import {
  errorFigure,
  percentFigure,
  significant,
  smallFigure,
  tenths,
  UNKNOWN,
} from "../../workers/model/reports/figures";

/**
 * Formats numbers for the studio: three significant digits, a narrow no-break space between thousands, real minus
 * signs, and a no-break space before the unit.
 */

const THIN = "\u202f";
const SPACE = "\u00a0";
const MINUS = "\u2212";
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A figure and its unit, kept apart because the unit is shown dimmed. */
export interface MeasureText {
  value: string;
  unit: string;
}

/** "14 144". Rounds to a whole number. */
export function formatCount(n: number): string {
  return Number.isFinite(n) ? typeset(Math.round(n).toString()) : UNKNOWN;
}

/** Three significant digits (or `digits`), never in e-notation: "1.86", "0.161", "12 400", "−0.11". */
export function formatFigure(x: number, digits = 3): string {
  return typeset(significant(x, digits));
}

/** Three significant digits without zeros at the end: "24", "12.5", "0.3". For ticks and rates. */
export function formatPlain(x: number): string {
  const figure = formatFigure(x);
  return figure.includes(".") ? figure.replace(/\.?0+$/, "") : figure;
}

/** E_RMS and similar errors: "1.86", "0.16", "12.3", "0.0131", and "< 0.001" below that. */
export function formatError(x: number): string {
  return typeset(errorFigure(x));
}

/** One decimal below 100: "3.9", "61.2", "123"; "< 0.1" for smaller values above zero. */
export function formatTenths(x: number): string {
  return typeset(tenths(x));
}

/** A weight or a strength from 0 to 1, in hundredths: "0.35"; "< 0.01" for a value above zero that rounds to 0. */
export function formatWeight(x: number): string {
  if (!Number.isFinite(x)) return UNKNOWN;
  return x > 0 && x < 0.005 ? `<${SPACE}0.01` : typeset(x.toFixed(2));
}

/** Very small and very large values as "1.0" and "× 10⁻⁴", others as a plain figure without a unit. */
export function formatScientific(x: number): MeasureText {
  const size = Math.abs(x);
  if (!Number.isFinite(x) || x === 0 || (size >= 0.001 && size < 1e6))
    return { value: formatFigure(x), unit: "" };
  const [mantissa, power] = x.toExponential(1).split("e");
  const raised = [...power.replace(/[+-]/, "")].map((c) => SUPERSCRIPTS[Number(c)]).join("");
  return {
    value: typeset(mantissa),
    unit: `×${SPACE}10${power.startsWith("-") ? "⁻" : ""}${raised}`,
  };
}

/** The unit in which an artist would give a length of `metres`. */
export function lengthUnit(metres: number): { name: string; metres: number } {
  const size = Math.abs(metres);
  if (size >= 2000) return { name: "km", metres: 1000 };
  if (size >= 1) return { name: "m", metres: 1 };
  if (size >= 1e-5 || size === 0) return { name: "mm", metres: 1e-3 };
  return { name: "µm", metres: 1e-6 };
}

/** Lengths below this are rounding errors in any mesh, in metres. */
export const LEAST_LENGTH = 1e-6;

/** "7.30 mm"; "< 1 µm" for smaller lengths above zero. */
export function formatLength(metres: number, unit = lengthUnit(Number(metres.toPrecision(3)))): string {
  if (!Number.isFinite(metres)) return UNKNOWN;
  const size = Math.abs(metres);
  if (size > 0 && size < LEAST_LENGTH) return `<${SPACE}1${SPACE}µm`;
  return `${formatFigure(metres / unit.metres)}${SPACE}${unit.name}`;
}

/** Decimal units, as file managers show them: "412 kB", "0.70 MB". */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return UNKNOWN;
  if (bytes < 1000) return `${formatCount(bytes)}${SPACE}B`;
  const [size, unit] = bytes < 5e5 ? [1e3, "kB"] : bytes < 5e8 ? [1e6, "MB"] : [1e9, "GB"];
  const figure = bytes / size;
  return `${figure < 1 ? figure.toFixed(2) : formatFigure(figure)}${SPACE}${unit}`;
}

/** "3.9 s", "2 min 5 s". */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  if (seconds < 0) return formatSeconds(0);
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}${SPACE}s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}${SPACE}min ${whole % 60}${SPACE}s`;
}

/** An estimated time, at least one second, no more precise than estimates are: "5 s", "2 min 10 s", "7 min". */
export function formatTimeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return UNKNOWN;
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole}${SPACE}s`;
  const rounded = Math.round(whole / 10) * 10;
  return rounded < 300 ? formatSeconds(rounded) : `${formatCount(Math.round(whole / 60))}${SPACE}min`;
}

/** A fraction as "61 %", "3.1 %", "< 0.01 %". */
export function formatShare(fraction: number): string {
  const percent = fraction * 100;
  if (!Number.isFinite(percent)) return UNKNOWN;
  const isWhole = Math.abs(percent) >= 9.95;
  return `${isWhole ? formatCount(percent) : typeset(percentFigure(percent, 2))}${SPACE}%`;
}

/** A figure, or "< 0.001" for smaller values above zero. */
export function formatSmall(x: number): string {
  return typeset(smallFigure(x));
}

/** A number that is already in percent: "0.161 %", "< 0.01 %". For measured values; settings are shown exactly. */
export function formatPercent(percent: number): string {
  return Number.isFinite(percent) ? `${typeset(percentFigure(percent))}${SPACE}%` : UNKNOWN;
}

/** The least percentage that `formatFinePercent` writes. */
const FINEST_PERCENT = 0.0001;

/** As `formatPercent`, with decimals for small values that are compared: "0.171 %", "0.0031 %", "< 0.0001 %". */
export function formatFinePercent(percent: number): string {
  const isSmall = percent > 0 && percent < 0.01;
  if (!isSmall) return formatPercent(percent);
  const figure = percent < FINEST_PERCENT ? `< ${FINEST_PERCENT}` : significant(percent, 2);
  return `${typeset(figure)}${SPACE}%`;
}

/** A relative change with its sign: "−9.8 %", "+0.4 %", "0.0 %". The decimal keeps columns aligned. */
export function formatShareChange(share: number): string {
  if (!Number.isFinite(share)) return UNKNOWN;
  const percent = 100 * share;
  if (Math.abs(percent) < 0.05) return `0.0${SPACE}%`;
  return `${percent > 0 ? "+" : ""}${formatTenths(percent)}${SPACE}%`;
}

/** A change of a figure that `write` formats: "−0.11", "+0.02", or "same as before" if both have the same text. */
export function formatChange(before: number, now: number, write = formatError): string {
  if (!Number.isFinite(now - before)) return UNKNOWN;
  if (write(before) === write(now)) return "same as before";
  return `${now > before ? "+" : ""}${formatFigure(now - before, 2)}`;
}

/** "1 bone", "32 bones". */
export function plural(n: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(n)} ${n === 1 ? noun : nouns}`;
}

/** "A", "A and B", "A, B and C". */
export function namesInWords(items: readonly string[]): string {
  const first = items.slice(0, -1).join(", ");
  return first ? `${first} and ${items.at(-1)}` : (items[0] ?? "");
}

/** "12:41". */
export function formatClock(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** "12:41", "18:02 yesterday" or "18:02 on 3 May". */
export function formatWhen(time: number, now = Date.now()): string {
  const dayOf = (t: number) => new Date(t).setHours(0, 0, 0, 0);
  const days = Math.round((dayOf(now) - dayOf(time)) / 86_400_000);
  if (days <= 0) return formatClock(time);
  if (days === 1) return `${formatClock(time)} yesterday`;
  const day = new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });
  return `${formatClock(time)} on ${day}`;
}

/**
 * "Today 12:41", "Yesterday 18:02", "Thursday 16:55" within a week, then "14 November"; in other years with the year.
 */
export function formatDay(time: number, now = Date.now()): string {
  const dayOf = (t: number) => new Date(t).setHours(0, 0, 0, 0);
  const days = Math.round((dayOf(now) - dayOf(time)) / 86_400_000);
  const date = (options: Intl.DateTimeFormatOptions) => new Date(time).toLocaleDateString("en-GB", options);
  if (days <= 0) return `Today ${formatClock(time)}`;
  if (days === 1) return `Yesterday ${formatClock(time)}`;
  if (days < 7) return `${date({ weekday: "long" })} ${formatClock(time)}`;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return date({ day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) });
}

/** A round number of at least `x` whose quarters are round too, for a scale with four parts. */
export function niceCeiling(x: number): number {
  if (!(x > 0)) return 1;
  const decade = 10 ** Math.floor(Math.log10(x));
  const step = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 4.8, 6, 8, 10].find((s) => s * decade >= x * (1 - 1e-9)) ?? 10;
  return step * decade;
}

/**
 * Groups the whole numbers of a sentence that have four or more digits: "8431 vertices" becomes "8 431 vertices".
 * Leaves the digits of names, paths, versions and decimals alone.
 */
export function groupedNumbers(sentence: string): string {
  return sentence.replace(/(?<![\w.,/\\#-])[1-9]\d{3,}(?![\w/\\-]|[.,]\w)/g, grouped);
}

/** A figure with the studio's spaces and minus signs. Never writes "−0". */
function typeset(text: string): string {
  const shown = text.replace(/^-(?=.*[1-9])/, MINUS).replace(/^-/, "");
  return shown.replace("< ", `<${SPACE}`).replace(/\d+/, grouped);
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, THIN);
}
