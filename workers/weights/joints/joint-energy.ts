import { kernels } from "../../kernels/kernels.generated";
import type { Parallel } from "../../kernels/parallel";
import { scratchNumbers } from "../../kernels/scratch";
import type { Task } from "../../model/task";
import type { JointMoments, WeightClusters } from "./joint-moments";
import type { JointPoses, SegmentEnds } from "./joint-poses";
import type { PoseAtJoints } from "./pose-at-joints";

/** The energy at given joints with the best rotations, and half of its derivatives. */
export interface JointForces {
  /** Σ over poses and vertices of Λ_i Σ_k λ_ik |f_k − f_i − R_i e_ik|². */
  energy: number;
  /** 3n. */
  joints: Float64Array;
  /** F·3m: derivatives with respect to the shifts of the m trees in each pose. */
  components: Float64Array;
}

/** Bytes of the arena for the rotations of the clusters. */
export const jointRotationBytes = (each: number) => 8 * (19 * 2 * Math.ceil(each / 2) + 64) * 2;

/** Arrays of `polarPairs`: nine pairs of numbers for two clusters. */
interface Rotations {
  covariances: Float64Array;
  rotations: Float64Array;
  traces: Float64Array;
  scratch: Float64Array;
  pairs: number;
}

export function takeRotations({ arena }: Parallel, each: number): Rotations {
  const pairs = Math.ceil(each / 2);
  return {
    covariances: arena.f64(18 * pairs).fill(0),
    rotations: arena.f64(18 * pairs),
    traces: arena.f64(2 * pairs),
    scratch: arena.f64(scratchNumbers(kernels.polarScratch, {})),
    pairs,
  };
}

/** Finds all rotations for the given joints. Pose k has the rotations of clustering k mod Q. */
export async function jointForces(
  parallel: Parallel,
  room: Rotations,
  poses: JointPoses,
  at: PoseAtJoints,
  moments: JointMoments,
  clusters: WeightClusters,
  ends: SegmentEnds,
  components: Float64Array,
  task: Task,
): Promise<JointForces> {
  const trees = poses.tree.componentCount;
  const out: JointForces = {
    energy: 0,
    joints: new Float64Array(3 * poses.graph.count),
    components: new Float64Array(components.length),
  };
  const forces = new Float64Array(3 * at.pieces.count);
  for (let k = 0; k < poses.count; k++) {
    const own = 3 * trees * k;
    at.pose(k, ends, components.subarray(own, own + 3 * trees));
    at.differentiate(k, ends);
    const first = (k % clusters.ways) * clusters.each;
    covariances(room, moments, at.motions, first, clusters.each);
    parallel.callBlock(kernels.polarPairs, 0, room.pairs, {
      c: room.covariances,
      r: room.rotations,
      traces: room.traces,
      scratch: room.scratch,
    });
    let trace = 0;
    for (let n = 0; n < clusters.each; n++) trace += room.traces[n];
    out.energy += quadratic(moments, at.motions, forces) - 2 * trace + moments.size;
    subtractRotated(room, moments, first, clusters.each, forces);
    addForces(poses, at, forces, out.joints, out.components.subarray(own, own + 3 * trees));
    await task.checkpoint();
  }
  return out;
}

/** Computes Σ_a M_a S_xa of clusters first .. first + each. */
function covariances(
  { covariances }: Rotations,
  { offsets, pieces, sums }: JointMoments,
  motions: Float64Array,
  first: number,
  each: number,
): void {
  for (let n = 0; n < each; n++) {
    let [a, b, c, d, e, f, g, h, i] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let at = offsets[first + n]; at < offsets[first + n + 1]; at++) {
      const m = 12 * pieces[at];
      const s = 12 * at;
      for (let r = 0; r < 4; r++) {
        const [x, y, z] = [sums[s + 3 * r], sums[s + 3 * r + 1], sums[s + 3 * r + 2]];
        const [p, q, t] = [motions[m + r], motions[m + 4 + r], motions[m + 8 + r]];
        a += p * x;
        b += p * y;
        c += p * z;
        d += q * x;
        e += q * y;
        f += q * z;
        g += t * x;
        h += t * y;
        i += t * z;
      }
    }
    const to = 18 * (n >> 1) + (n & 1);
    [a, b, c, d, e, f, g, h, i].forEach((value, m) => {
      covariances[to + 2 * m] = value;
    });
  }
}

/** Returns Σ_ab tr(M_a W_ab M_bᵀ), and writes the last column of Σ_b M_b W_ba to the forces on each piece. */
function quadratic({ pairs, linked }: JointMoments, motions: Float64Array, forces: Float64Array): number {
  const count = forces.length / 3;
  let sum = 0;
  for (let a = 0; a < count; a++) {
    for (let r = 0; r < 3; r++) {
      let [x, y, z, w] = [0, 0, 0, 0];
      for (let b = 0; b < count; b++) {
        const at = 16 * (b * count + a);
        if (linked[b * count + a] === 0) continue;
        for (let c = 0; c < 4; c++) {
          const m = motions[12 * b + 4 * r + c];
          x += m * pairs[at + 4 * c];
          y += m * pairs[at + 4 * c + 1];
          z += m * pairs[at + 4 * c + 2];
          w += m * pairs[at + 4 * c + 3];
        }
      }
      const m = 12 * a + 4 * r;
      sum += x * motions[m] + y * motions[m + 1] + z * motions[m + 2] + w * motions[m + 3];
      forces[3 * a + r] = w;
    }
  }
  return sum;
}

function subtractRotated(
  { rotations }: Rotations,
  { offsets, pieces, sums }: JointMoments,
  first: number,
  each: number,
  forces: Float64Array,
): void {
  for (let n = 0; n < each; n++) {
    const from = 18 * (n >> 1) + (n & 1);
    for (let at = offsets[first + n]; at < offsets[first + n + 1]; at++) {
      const [x, y, z] = [sums[12 * at + 9], sums[12 * at + 10], sums[12 * at + 11]];
      const to = 3 * pieces[at];
      for (let r = 0; r < 3; r++) {
        const m = from + 6 * r;
        forces[to + r] -= rotations[m] * x + rotations[m + 2] * y + rotations[m + 4] * z;
      }
    }
  }
}

/** Converts forces on the pieces to forces on the joints and on whole trees. */
function addForces(
  { tree, graph }: JointPoses,
  { derivatives, pieces }: PoseAtJoints,
  forces: Float64Array,
  joints: Float64Array,
  components: Float64Array,
): void {
  const width = 3 * graph.count;
  for (let b = 0; b < pieces.count; b++) {
    const component = 3 * tree.component[pieces.segment[b]];
    for (let r = 0; r < 3; r++) {
      const force = forces[3 * b + r];
      components[component + r] += force;
      const row = width * (3 * b + r);
      for (let n = 0; n < width; n++) joints[n] += force * derivatives[row + n];
    }
  }
}
