/** Formats measures for readers. */
import type { Measure } from "./figure";

export const TITLES: Record<Measure, string> = {
  volume: "volume",
  longest: "longest edge",
  inside: "skin inside",
  flipped: "flipped",
  drawn: "skin drawn",
  bulge: "bulge",
};

/** Changes get a sign, with a real minus. */
export function percent(measure: Measure, value: number): string {
  const digits = Math.abs(value) < 9.95 ? 1 : 0;
  const text = Math.abs(value).toFixed(digits);
  const none = Number(text) === 0;
  const sign = measure === "volume" || measure === "longest" ? (none ? "" : value < 0 ? "−" : "+") : "";
  return `${sign}${text} %`;
}

export const told = (measure: Measure, value: number): string =>
  `${TITLES[measure]} ${percent(measure, value)}`;
