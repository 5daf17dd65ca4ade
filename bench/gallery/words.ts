/** Measures as they are read. */
import type { Measure } from "./figure";

export const TITLES: Record<Measure, string> = {
  volume: "volume",
  longest: "longest edge",
  inside: "skin inside",
  flipped: "flipped",
  drawn: "skin drawn",
  bulge: "bulge",
};

/** With its sign, where it is a change, and a real minus. */
export function percent(measure: Measure, value: number): string {
  const digits = Math.abs(value) < 9.95 ? 1 : 0;
  const text = Math.abs(value).toFixed(digits);
  const none = Number(text) === 0;
  const sign = measure === "volume" || measure === "longest" ? (none ? "" : value < 0 ? "−" : "+") : "";
  return `${sign}${text} %`;
}

export const told = (measure: Measure, value: number): string =>
  `${TITLES[measure]} ${percent(measure, value)}`;
