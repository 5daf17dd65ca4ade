import { blendPositions } from "../../model/rig/blend-positions";
import { correctionInFrames } from "../../model/rig/corrected-rest";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import type { LocalCurves } from "./local-curves";

/** A mesh that is posed by curves. */
export interface PosedSkin<C extends LocalCurves> {
  /** It has the same frames as the curves, for its correction. */
  rig: Rig;
  /** The number of moments of the curves for each frame of the rig. */
  perFrame: number;
  /** Matrices of the bones at a moment, 12B. */
  pose(curves: C, moment: number): Float64Array;
}

/**
 * Measures the distance between vertices in two poses of a rig's bones. Linear blend skinning is linear in the bones'
 * matrices, so it poses the mesh by the differences of the matrices.
 */
export class VertexDeviation {
  private readonly rig: Rig;
  private readonly difference: Float32Array;
  private readonly moved: Float64Array;

  constructor(rig: Rig) {
    this.rig = rig;
    this.difference = new Float32Array(12 * rig.bones.length);
    this.moved = new Float64Array(rig.rest.length);
  }

  /**
   * The largest distance of a vertex between two poses.
   * @param a, b matrices of the bones, 12B
   * @param frame of the rig, for its correction.
   */
  largest(a: ArrayLike<number>, b: ArrayLike<number>, frame: number): number {
    const { difference, moved, rig } = this;
    let isSame = true;
    for (let n = 0; n < difference.length; n++) {
      difference[n] = a[n] - b[n];
      isSame &&= difference[n] === 0;
    }
    if (isSame) return 0;
    const correction = rig.correction && correctionInFrames(rig.correction, [frame]);
    blendPositions({ ...rig, motion: difference, correction }, 0, moved);
    let largest = 0;
    for (let c = 0; c < moved.length; c += 3) {
      largest = Math.max(largest, moved[c] ** 2 + moved[c + 1] ** 2 + moved[c + 2] ** 2);
    }
    return Math.sqrt(largest);
  }
}

/** The largest distance of a vertex between two sets of curves, over all moments, in the mesh's unit. */
export async function largestDeviation<C extends LocalCurves>(
  { rig, perFrame, pose }: PosedSkin<C>,
  curves: C,
  full: C,
  task: Task,
): Promise<number> {
  const deviation = new VertexDeviation(rig);
  let largest = 0;
  for (let f = 0; f < full.frameCount; f++) {
    await task.checkpoint();
    const own = deviation.largest(pose(curves, f), pose(full, f), Math.floor(f / perFrame));
    largest = Math.max(largest, own);
  }
  return largest;
}
