import type { FalloffShape } from "../../../document/brush-settings";

/** The strength at t, the distance from the centre over the radius: 1 at the centre, 0 from t = 1 on. */
export const FALLOFFS: Record<FalloffShape, (t: number) => number> = {
  smooth: (t) => (t < 1 ? 1 - t * t * (3 - 2 * t) : 0),
  linear: (t) => Math.max(0, 1 - t),
  sharp: (t) => Math.max(0, 1 - t) ** 2,
  round: (t) => Math.sqrt(Math.max(0, 1 - t * t)),
  constant: (t) => (t < 1 ? 1 : 0),
  needle: (t) => Math.max(0, 1 - t) ** 4,
};

export const FALLOFF_NAMES: Record<FalloffShape, string> = {
  smooth: "Smooth",
  linear: "Linear",
  sharp: "Sharp",
  round: "Round",
  constant: "Constant",
  needle: "Needle",
};
