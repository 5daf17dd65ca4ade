// Products of the bones with the trajectories of vertices, 4 numbers for each bone.

import { product } from "../dense/product";
import { WeightsJob } from "./weights-job";

/** Bᵀy of all bones for `count` trajectories that lie one after the other. */
export function productsOf(job: WeightsJob, trajectories: usize, count: i32, products: usize): void {
  const width = 4 * job.bones;
  const from = job.reduced;
  const rowStride = job.reducedStride;
  product(0, count, 0, trajectories, job.stride, 1, from, rowStride, job.rank, width, products, width);
}

/** Bᵀy of all bones for one vertex. */
export function allProducts(job: WeightsJob, vertex: i32, products: usize): void {
  productsOf(job, job.trajectories + ((<usize>vertex * <usize>job.stride) << 3), 1, products);
}

/** B_jᵀy of one bone for one vertex. */
export function ownProducts(job: WeightsJob, vertex: i32, j: i32, products: usize): void {
  const column = job.reduced + ((<usize>j) << 5);
  const row = (<usize>job.reducedStride) << 3;
  let y = job.trajectories + ((<usize>vertex * <usize>job.stride) << 3);
  let at = column;
  let s0 = f64x2.splat(0);
  let s1 = s0;
  for (let k = 0; k < job.rank; k++) {
    const x = v128.load64_splat(y);
    s0 = f64x2.add(s0, f64x2.mul(x, v128.load(at)));
    s1 = f64x2.add(s1, f64x2.mul(x, v128.load(at, 16)));
    y += 8;
    at += row;
  }
  const to = products + ((<usize>j) << 5);
  v128.store(to, s0);
  v128.store(to, s1, 16);
}
