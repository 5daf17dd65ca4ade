/** Transforms of bones relative to their parents, frame by frame, as in an animation file. */
export interface LocalCurves {
  /** F, 1 or more. */
  frameCount: number;
  /** B. */
  nodeCount: number;
  /** Parents come first; −1 for roots. */
  parents: ArrayLike<number>;
  /** F·B·3. */
  translations: Float32Array;
  /** F·B·4, unit quaternions x, y, z, w. */
  rotations: Float32Array;
  /** F·B·3, or null for bones that do not scale. */
  scales: Float32Array | null;
}

export type CurvePath = "translation" | "rotation" | "scale";

/** The curve of one property of all bones: F·B·width numbers. */
export interface BoneCurve {
  path: CurvePath;
  width: 3 | 4;
  values: Float32Array;
}

export function channelsOf({ translations, rotations, scales }: LocalCurves): BoneCurve[] {
  const channels: BoneCurve[] = [
    { path: "translation", width: 3, values: translations },
    { path: "rotation", width: 4, values: rotations },
  ];
  if (scales) channels.push({ path: "scale", width: 3, values: scales });
  return channels;
}
