import type { MakeParallel } from "../../kernels/parallel";
import { meshEdges } from "../../mesh/laplacian";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { ReductionFigures } from "../../model/reduce/reduce-report";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { measureRig } from "../../report/measure-rig";
import { edgeChange } from "./edge-change";
import { type Examples, rigInExamples, sequenceOfExamples } from "./examples";

/** Bytes of an influence in a file: a byte for the bone, two for the weight. */
export const INFLUENCE_BYTES = 3;

/** Judges any weights of one rig in the same poses. */
export class Judge {
  private readonly sequence: MeshSequence;
  private readonly rig: Rig;
  private readonly poses: Examples;
  private readonly edges: Uint32Array;
  private readonly makeParallel: MakeParallel;

  /**
   * @param rig the rig with its dense weights.
   * @param poses the poses, with the targets that errors are measured against.
   */
  constructor(sequence: MeshSequence, rig: Rig, poses: Examples, makeParallel: MakeParallel) {
    this.sequence = sequenceOfExamples(sequence, poses);
    this.rig = rigInExamples(rig, rig.weights, poses);
    this.poses = poses;
    const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
    this.edges = meshEdges(sequence.vertexCount, triangles);
    this.makeParallel = makeParallel;
  }

  /** @throws CancelledError if the task is cancelled. */
  async figures(weights: SparseWeights, task: Task): Promise<ReductionFigures> {
    const rig = rigInExamples(this.rig, weights, this.poses);
    const measures = await measureRig({ sequence: this.sequence, rig }, this.makeParallel, task);
    return {
      eRms: measures.eRms,
      eRmsToDense: weights === this.rig.weights ? 0 : await this.toDense(rig, task),
      maxErrorPercent: measures.maxErrorPercent,
      normalErrorDegrees: measures.normalErrorDegrees,
      edges: await edgeChange(rig, this.edges, this.poses.targets, task),
      bytes: INFLUENCE_BYTES * weights.values.length,
      influences: measures.influences,
      meanInfluences: measures.meanInfluences,
      errorPerFrame: measures.errorPerFrame,
      errorPerVertex: measures.errorPerVertex,
    };
  }

  private async toDense(rig: Rig, task: Task): Promise<number> {
    const size = rig.rest.length;
    const [mine, dense] = [new Float64Array(size), new Float64Array(size)];
    let sum = 0;
    for (let p = 0; p < this.poses.count; p++) {
      await task.checkpoint();
      blendPositions(rig, p, mine);
      blendPositions(this.rig, p, dense);
      for (let c = 0; c < size; c++) sum += (mine[c] - dense[c]) ** 2;
    }
    const diagonal = restDiagonal(this.sequence) || 2;
    return (1000 * Math.sqrt(sum / (size * this.poses.count)) * 2) / diagonal;
  }
}
