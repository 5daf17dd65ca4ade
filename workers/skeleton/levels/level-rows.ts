import { minimisePairs, quadratic } from "../../deform/bake/refit-weights";
import { type PosedTargets, residualGram } from "../../deform/bake/residual-gram";
import { frameOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import { correctedVertex } from "../../model/rig/corrected-rest";
import type { Rig } from "../../model/rig/rig";

/** The weights of one vertex, and the sum of its squared distances to the source over all frames. */
export interface Row {
  bones: number[];
  weights: Float64Array;
  error: number;
}

/** The weights of a mesh while bones merge: each row is fitted to the source again when it loses a bone. */
export class LevelRows {
  readonly rows: Row[] = [];
  private readonly rig: Rig;
  private readonly posed: PosedTargets;
  private readonly every: Uint32Array;

  constructor(sequence: MeshSequence, rig: Rig) {
    const { bones, weights, motion, rest } = rig;
    const perFrame = 12 * bones.length;
    const frames = Array.from({ length: sequence.frameCount }, (_, k) => k);
    this.rig = rig;
    this.every = Uint32Array.from(frames);
    this.posed = {
      rest,
      motion: frames.map((k) => motion.subarray(k * perFrame, (k + 1) * perFrame)),
      targets: frames.map((k) => frameOf(sequence, k)),
    };
    for (let i = 0; i < sequence.vertexCount; i++) {
      const [begin, end] = [weights.offsets[i], weights.offsets[i + 1]];
      const own = [...weights.bones.subarray(begin, end)];
      this.rows.push({
        bones: own,
        weights: Float64Array.from(weights.values.subarray(begin, end)),
        error: -1,
      });
    }
  }

  /** The squared error of vertex `i`, computed when it is first asked for. */
  errorOf(i: number): number {
    const row = this.rows[i];
    if (row.error < 0) row.error = quadratic(this.gram(i, row.bones), row.bones.length, row.weights);
    return row.error;
  }

  private gram(i: number, bones: number[]): Float64Array {
    const places = this.rig.correction ? correctedVertex(this.rig, i, this.every) : null;
    return residualGram(this.posed, i, bones, places);
  }

  /** The row of vertex `i` if bone `gone` gives its vertices to `into`: the best weights for the bones that are left. */
  without(i: number, gone: number, into: number): Row {
    const { bones, weights } = this.rows[i];
    const at = bones.indexOf(gone);
    const other = bones.indexOf(into);
    const left = bones.filter((_, n) => n !== at || other < 0).map((j) => (j === gone ? into : j));
    const start = Float64Array.from(weights.filter((_, n) => n !== at || other < 0));
    if (other >= 0) start[left.indexOf(into)] += weights[at];
    const gram = this.gram(i, left);
    minimisePairs(gram, left.length, start, new Uint8Array(left.length).fill(1));
    return { bones: left, weights: start, error: quadratic(gram, left.length, start) };
  }
}
