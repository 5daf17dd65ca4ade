/** How a brush fades from its middle to its edge. */
export type FalloffShape = "smooth" | "linear" | "sharp" | "round" | "constant" | "needle";

/** How a brush works, whatever it paints. */
export interface BrushSettings {
  /** CSS pixels, within `RADII`. */
  radius: number;
  /** 0 to 1. */
  strength: number;
  /** What is replaced with or added at full strength, or what is scaled by. Its bounds depend on what is painted. */
  value: number;
  /** Distance between two dabs of a stroke over the radius, 0.02 to 1. */
  spacing: number;
  /** Takes away what the brush puts there. */
  erase: boolean;
  /** What a dab reaches: along the surface, everything within the ball, or everything behind the circle. */
  reach: "surface" | "volume" | "through";
  mirrorX: boolean;
  pressure: boolean;
  frontOnly: boolean;
  falloff: FalloffShape;
}

/** What a brush does to the number of a vertex. */
export type OperationKind = "replace" | "add" | "scale" | "smooth" | "sharpen";

/** The brush of maps: one number for each vertex. */
export interface MapBrush extends BrushSettings {
  operation: OperationKind;
}

/** The least and the greatest radius, in CSS pixels. */
export const RADII = [4, 400] as const;

/** A brush before anything is set. */
export const FIRST_BRUSH: BrushSettings = {
  radius: 48,
  strength: 0.35,
  value: 1,
  spacing: 0.12,
  erase: false,
  reach: "surface",
  mirrorX: false,
  pressure: true,
  frontOnly: false,
  falloff: "smooth",
};

/** @returns the nearest radius that a brush can have, a whole number. */
export const possibleRadius = (pixels: number): number =>
  Math.round(Math.max(RADII[0], Math.min(RADII[1], pixels)));
