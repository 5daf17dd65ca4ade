import { loadF32, loadIndex, storeF64 } from "../memory";
import { laneSum } from "./columns";
import { NORMAL_SCALE } from "./grams";
import { ReduceJob, rowOf } from "./reduce-job";

/**
 * Writes the error of gradients at vertices [begin, end): Σ_k c_ik [τ|d_i−d_k|² + (1−τ)(n_ik·(d_i−d_k))²], over the
 * ring and all examples.
 */
export function reduceGradientErrors(begin: i32, end: i32, _slot: i32, job: ReduceJob, errors: usize): void {
  for (let i: usize = begin; i < <usize>end; i++) {
    const last = loadIndex(job.offsets, i + 1);
    let error: f64 = 0;
    for (let e = loadIndex(job.offsets, i); e < last; e++) {
      const k = loadIndex(job.neighbours, e);
      error += <f64>loadF32(job.edges, e) * edgeError(job, i, k);
    }
    storeF64(errors, i, error);
  }
}

function edgeError(job: ReduceJob, i: usize, k: usize): f64 {
  const row = (<usize>job.lanes) << 2;
  const own = rowOf(job, job.residuals, i);
  const other = rowOf(job, job.residuals, k);
  let plain = f32x4.splat(0);
  let along = f32x4.splat(0);
  for (let f: usize = 0; f < row; f += 16) {
    const x = f32x4.sub(v128.load(own + f), v128.load(other + f));
    const y = f32x4.sub(v128.load(own + row + f), v128.load(other + row + f));
    const z = f32x4.sub(v128.load(own + 2 * row + f), v128.load(other + 2 * row + f));
    plain = f32x4.add(plain, f32x4.add(f32x4.mul(x, x), f32x4.add(f32x4.mul(y, y), f32x4.mul(z, z))));
    if (job.normals === 0) continue;
    const a = rowOf(job, job.normals, i) + f;
    const b = rowOf(job, job.normals, k) + f;
    const nx = f32x4.add(v128.load(a), v128.load(b));
    const ny = f32x4.add(v128.load(a + row), v128.load(b + row));
    const nz = f32x4.add(v128.load(a + 2 * row), v128.load(b + 2 * row));
    const dot = f32x4.add(f32x4.mul(nx, x), f32x4.add(f32x4.mul(ny, y), f32x4.mul(nz, z)));
    along = f32x4.add(along, f32x4.mul(dot, dot));
  }
  return <f64>(job.tangential * laneSum(plain) + (1 - job.tangential) * NORMAL_SCALE * laneSum(along));
}
