/** How a brush fades from its centre to its edge. */
export type FalloffShape = "smooth" | "linear" | "sharp" | "round" | "constant" | "needle";

/** The settings that all brushes share. */
export interface BrushSettings {
  /** CSS pixels, within `RADII`. */
  radius: number;
  /** 0 to 1. */
  strength: number;
  /** At full strength, values are replaced by this one, raised by it, or scaled by it. Its bounds depend on the map. */
  value: number;
  /** Distance between two dabs of a stroke, as a fraction of the radius, 0.02 to 1. */
  spacing: number;
  /** Erases instead of painting. */
  erase: boolean;
  /** The reach of a dab: along the surface, everything within the ball, or everything behind the circle. */
  reach: "surface" | "volume" | "through";
  mirrorX: boolean;
  pressure: boolean;
  /** Whether the tilt of a pen stretches the brush. */
  tilt: boolean;
  frontOnly: boolean;
  falloff: FalloffShape;
}

/** How a brush changes the value of a vertex. */
export type OperationKind = "replace" | "add" | "scale" | "smooth" | "sharpen";

/** The weight brush can also smear along the stroke, average within a dab, or drag a gradient. */
export type WeightOperation = OperationKind | "smear" | "average" | "gradient" | "radial";

/** Whether an operation is a gradient between two points, which has no dabs: radius, reach and pen have no effect. */
export const isGradient = (operation: WeightOperation): operation is "gradient" | "radial" =>
  operation === "gradient" || operation === "radial";

/** The brush for maps with one value per vertex. */
export interface MapBrush extends BrushSettings {
  operation: OperationKind;
}

/** The smallest and the largest radius, in CSS pixels. */
export const RADII = [4, 400] as const;

/** The default brush. */
export const FIRST_BRUSH: BrushSettings = {
  radius: 48,
  strength: 0.35,
  value: 1,
  spacing: 0.12,
  erase: false,
  reach: "surface",
  mirrorX: false,
  pressure: true,
  tilt: false,
  frontOnly: false,
  falloff: "smooth",
};

/** @returns the nearest allowed radius, a whole number. */
export const possibleRadius = (pixels: number): number =>
  Math.round(Math.max(RADII[0], Math.min(RADII[1], pixels)));
