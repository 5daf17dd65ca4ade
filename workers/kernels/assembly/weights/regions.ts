// The error of a region's vertices if one bone moves all of them. Items are runs of at most 32 vertices of one region:
// members[starts[item] .. starts[item + 1]].

import { f64At, loadF64, loadI32 } from "../memory";
import { diagonal, rowOf } from "./residual-gram";
import { productsOf } from "./vertex-products";
import { beginVertex, setUp } from "./weights";
import { WeightsJob } from "./weights-job";

/** The most vertices of a region in one run. */
const RUN = 32;

/** The scratch numbers that `regionErrors` needs on each thread. */
export function regionScratch(h: i32, stride: i32): i32 {
  return RUN * (stride + 4 * h);
}

/**
 * out[item·h + j] = Σ over the run of the squared residual (with smoothness, times importance) under bone j alone. With
 * `half`, the residual is that of half of bone j and half of the best other bone.
 */
export function regionErrors(
  begin: i32,
  end: i32,
  slot: i32,
  job: WeightsJob,
  starts: usize,
  members: usize,
  half: i32,
  gathered: usize,
  out: usize,
): void {
  const h = job.bones;
  const vectorBytes = (<usize>job.stride) << 3;
  setUp(job, slot);
  // Room for RUN trajectories, and for their products with all bones.
  const vectors = f64At(gathered, slot * regionScratch(h, job.stride));
  const inner = vectors + RUN * vectorBytes;
  for (let item = begin; item < end; item++) {
    const first = loadI32(starts, item);
    const count = load<i32>(starts + ((<usize>item) << 2), 4) - first;
    const sums = out + ((<usize>(item * h)) << 3);
    memory.fill(sums, 0, (<usize>h) << 3);
    for (let m = 0; m < count; m++) {
      const vertex = loadI32(members, first + m);
      memory.copy(
        vectors + <usize>m * vectorBytes,
        job.trajectories + <usize>vertex * vectorBytes,
        vectorBytes,
      );
    }
    productsOf(job, vectors, count, inner);
    for (let m = 0; m < count; m++) {
      const vertex = loadI32(members, first + m);
      beginVertex(job, vertex, inner + ((<usize>(m * 4 * h)) << 3));
      const own = job.importance ? loadF64(job.importance, vertex) : 1.0;
      for (let j = 0; j < h; j++) {
        const at = sums + ((<usize>j) << 3);
        const energy = half ? halfEnergy(j, h) : loadF64(diagonal, j);
        store<f64>(at, load<f64>(at) + own * energy);
      }
    }
  }
}

/** min over k of |r_j + r_k|² / 4. */
function halfEnergy(j: i32, h: i32): f64 {
  const row = rowOf(j);
  const own = loadF64(diagonal, j);
  let best = own;
  for (let k = 0; k < h; k++) {
    const both = own + 2.0 * loadF64(row, k) + loadF64(diagonal, k);
    best = Math.min(best, 0.25 * both);
  }
  return Math.max(best, 0.0);
}
