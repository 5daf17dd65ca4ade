/** Layout of a line chart, in CSS pixels from the top left of its canvas. */

import { formatPlain, niceCeiling } from "../../common/format";
import { logRange, logTicks, roundStep } from "./axis";

/** An event at one value: a line across the chart with a label above it, or a short stroke at the bottom. */
export interface ChartMark {
  /** Index of the value. */
  at: number;
  kind: "across" | "foot";
  words?: string;
}

export interface ChartContent {
  /** Successive values, all positive. */
  values: readonly number[];
  /** The number of the first value on the axis. */
  first: number;
  scale: "log" | "linear";
  marks: readonly ChartMark[];
}

export interface LineLayout {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Position of value `n`. */
  x(n: number): number;
  y(value: number): number;
  rows: { y: number; text: string }[];
  columns: { x: number; text: string }[];
}

/** Width of a digit in the charts' font, rounded up, px. */
const FIGURE = 6.5;
/** Minimum width per number on the lower axis, and minimum height per number on the side axis, px. */
const [COLUMN, ROW] = [64, 26];
/** The lower axis has at least this many steps, so that the first values of a growing chart do not rescale it. */
const LEAST = 10;
const [ABOVE, WORDS, BELOW, BESIDE] = [7, 14, 20, 8];

export function lineLayout(content: ChartContent, width: number, height: number): LineLayout {
  const { values, first, scale, marks } = content;
  const top = ABOVE + (marks.some(({ words }) => words) ? WORDS : 0);
  const bottom = height - BELOW;
  const most = Math.max(2, Math.floor((bottom - top) / ROW));
  const { ticks, place } = scale === "log" ? logAxis(values, most) : linearAxis(values, most);
  const y = (value: number) => top + (1 - place(value)) * (bottom - top);
  const rows = ticks.map((tick) => ({ y: y(tick), text: formatPlain(tick) }));
  const left = Math.max(3, ...rows.map(({ text }) => text.length)) * FIGURE + 10;
  const right = width - BESIDE;
  const last = Math.max(LEAST, values.length - 1);
  const x = (n: number) => left + (n / last) * (right - left);
  const step = roundStep(last, Math.max(1, Math.floor((right - left) / COLUMN)));
  const columns: LineLayout["columns"] = [];
  for (let n = 0; n <= last; n += step) columns.push({ x: x(n), text: String(n + first) });
  return { left, right, top, bottom, x, y, rows, columns };
}

function logAxis(values: readonly number[], most: number) {
  const [low, high] = logRange([...values]);
  const place = (value: number) => Math.log(Math.max(value, low) / low) / Math.log(high / low);
  return { ticks: logTicks(low, high, most), place };
}

function linearAxis(values: readonly number[], most: number) {
  const end = niceCeiling(Math.max(0, ...values));
  const parts = most >= 4 ? [0, 0.25, 0.5, 0.75, 1] : most >= 3 ? [0, 0.5, 1] : [0, 1];
  return { ticks: parts.map((part) => part * end), place: (value: number) => value / end };
}

/** Index of the value nearest to the position `at`, of `count` values. */
export function valueAt({ x }: LineLayout, count: number, at: number): number {
  const n = Math.round((at - x(0)) / (x(1) - x(0)));
  return Math.max(0, Math.min(count - 1, n));
}

/**
 * The labels of marks in a lane above the curve, newest first, with the x where each begins. Older labels move left to
 * make room for newer ones, and are left out if they would move too far.
 * @param widthOf width of a label, px.
 */
export function markWords(
  { x, left, right }: LineLayout,
  marks: readonly ChartMark[],
  widthOf: (words: string) => number,
): { words: string; x: number }[] {
  const placed: { words: string; x: number }[] = [];
  let free = right;
  for (const { at, words } of [...marks].reverse()) {
    if (!words) continue;
    const width = widthOf(words);
    const from = Math.min(x(at), free - width);
    // A label far from its mark would seem to belong to another one.
    if (from < left || from < x(at) - width) continue;
    placed.push({ words, x: from });
    free = from - 10;
  }
  return placed;
}
