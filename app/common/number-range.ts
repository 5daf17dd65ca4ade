import { evaluate } from "./arithmetic";

/** The values that a number field accepts, and the steps in which it moves. */
export interface NumberRange {
  /** One step of an arrow key. Ignored if `scale` is "log". */
  step: number;
  /** The usual values. A drag of a few hundred pixels goes through them. */
  soft: [number, number];
  /** The range that may be typed. Defaults to the soft range. */
  hard?: [number, number];
  /** "log": a step multiplies by 10^(1/20), for values over many decades. 0 comes before the soft start. */
  scale?: "linear" | "log";
}

const LOG_STEP = 10 ** (1 / 20);

export const hardRange = (range: NumberRange): [number, number] => range.hard ?? range.soft;

const clamp = (x: number, [low, high]: [number, number]) => Math.min(high, Math.max(low, x));

/** Rounds off binary noise: 0.1 · 3 becomes 0.3. */
const tidy = (x: number) => Number(x.toPrecision(12));

/** Moves `value` by `steps` within the hard range. `snap` rounds to multiples of ten steps. */
export function stepValue(value: number, steps: number, range: NumberRange, snap = false): number {
  const hard = hardRange(range);
  if (range.scale === "log") {
    if (value === 0 && steps <= 0) return 0;
    const from = value === 0 ? range.soft[0] / LOG_STEP : value;
    const next = from * LOG_STEP ** steps;
    if (next < range.soft[0] * 0.999 && hard[0] <= 0) return 0;
    const rounded = snap ? 10 ** Math.round(Math.log10(next)) : Number(next.toPrecision(2));
    return tidy(clamp(rounded, hard));
  }
  const next = value + steps * range.step;
  const grain = snap ? 10 * range.step : range.step / 10;
  return tidy(clamp(Math.round(next / grain) * grain, hard));
}

/** A drag of this many pixels multiplies or divides by ten. */
const PIXELS_PER_DECADE = 120;
/** The shortest and the longest drag through all usual values, in pixels. Between them, 2 px are one step. */
const SHORTEST = 120;
const LONGEST = 400;

/** Whether values above the usual ones can be typed. */
const isOpen = (range: NumberRange) => hardRange(range)[1] > range.soft[1];

/**
 * The value after a drag to the right by `pixels`. In a logarithmic range the drag multiplies. In an open range it adds
 * small steps to small values, and multiplies large ones: x = s·sinh(u + pixels / 120).
 * @param snap rounds to multiples of ten steps, or to powers of ten.
 */
export function dragValue(value: number, pixels: number, range: NumberRange, snap = false): number {
  if (range.scale === "log") return stepValue(value, (20 / PIXELS_PER_DECADE) * pixels, range, snap);
  const span = range.soft[1] - range.soft[0];
  const slope = clamp(range.step / 2, [span / LONGEST, span / SHORTEST]);
  const size = slope * PIXELS_PER_DECADE;
  const next =
    isOpen(range) && range.soft[0] >= 0
      ? size * Math.sinh(Math.asinh(value / size) + pixels / PIXELS_PER_DECADE)
      : value + slope * pixels;
  return stepValue(next, 0, range, snap);
}

/** The end of the fill, 0 to 1; null if the range is open, because a fill would mean nothing. */
export function fillEnd(value: number, range: NumberRange): number | null {
  const { soft, scale } = range;
  const [low, high] = hardRange(range);
  if (high > soft[1] || low < soft[0] - 1e-12 * Math.abs(soft[0])) return null;
  const t =
    scale === "log"
      ? value <= 0
        ? 0
        : Math.log(value / soft[0]) / Math.log(soft[1] / soft[0])
      : (value - soft[0]) / (soft[1] - soft[0]);
  return clamp(t, [0, 1]);
}

/** Keeps whole-number fields whole during the fine steps of Shift. */
export function whole(value: number, range: NumberRange): number {
  return Number.isInteger(range.step) && range.scale !== "log" ? Math.round(value) : value;
}

export type Typed = { ok: true; value: number } | { ok: false; reason: string };

/**
 * Reads a typed value: a value in range, or the sentence that refuses it. A field that writes an end of its range as a
 * word, such as "all" or "off", also reads it.
 */
export function typed(
  text: string,
  range: NumberRange,
  name: string,
  write: (value: number) => string,
): Typed {
  const [low, high] = hardRange(range);
  const word = text.trim().toLowerCase();
  const named = [low, high].find((end) => /^[a-z ]+$/.test(word) && write(end).toLowerCase() === word);
  if (named !== undefined) return { ok: true, value: named };
  // Drops a unit after a number, but keeps a word alone, so that the refusal can quote it.
  const bare = text.replace(/[%a-zµ]+\s*$/i, "");
  const result = evaluate(bare.trim() === "" ? text : bare);
  if (!result.ok) return result;
  const value = whole(result.value, range);
  if (value < low || value > high) {
    const goes = /[^s]s$/.test(name) ? "go" : "goes";
    return { ok: false, reason: `${name} ${goes} from ${write(low)} to ${write(high)}.` };
  }
  return { ok: true, value };
}
