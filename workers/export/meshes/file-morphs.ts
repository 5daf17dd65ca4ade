import type { Rig } from "../../model/rig/rig";

/** The shapes of a correction as morph targets of a file. */
export interface FileMorphs {
  rank: number;
  /** 3V: the mesh to which targets are added. */
  base: Float32Array;
  /** r·3V. */
  shapes: Float32Array;
  /** The weights at which the mesh is the rig's rest pose, r. */
  restWeights: number[];
  /** F·r of the frames, each in 0..1. */
  weights: Float32Array;
}

/**
 * Targets with weights in 0..1, because Blender and others clamp them to that. With the range a..b of a shape's weights
 * and 0, the base is a times the shape beyond the rest pose, and the target b − a times the shape.
 * @param frames of the rig that the file has
 * @returns null for a rig without a correction
 */
export function fileMorphs({ rest, correction }: Rig, frames: ArrayLike<number>): FileMorphs | null {
  if (!correction) return null;
  const { rank, shapes, weights } = correction;
  const base = Float64Array.from(rest);
  const scaled = new Float32Array(shapes.length);
  const inFile = new Float32Array(rank * frames.length);
  const restWeights: number[] = [];
  for (let n = 0; n < rank; n++) {
    const own = Float64Array.from(frames, (k) => weights[k * rank + n]);
    const [least, most] = own.reduce(([a, b], w) => [Math.min(a, w), Math.max(b, w)], [0, 0]);
    const range = most - least || 1;
    for (let c = 0; c < rest.length; c++) {
      base[c] += least * shapes[n * rest.length + c];
      scaled[n * rest.length + c] = range * shapes[n * rest.length + c];
    }
    own.forEach((w, f) => {
      inFile[f * rank + n] = Math.min(1, (w - least) / range);
    });
    restWeights.push(-least / range || 0);
  }
  return { rank, base: Float32Array.from(base), shapes: scaled, restWeights, weights: inFile };
}
