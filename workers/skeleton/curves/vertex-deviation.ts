import { blendPositions } from "../../model/rig/blend-positions";
import { correctionInFrames } from "../../model/rig/corrected-rest";
import type { Rig } from "../../model/rig/rig";

/**
 * Measures how far vertices are apart in two poses of a rig's bones. Linear blend skinning is linear in the bones'
 * matrices, so it poses the mesh by their differences.
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
   * @param frame of the rig, for its correction
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
