// The right side of a vertex's weights: what its ring asks of its position, in all examples.
import { loadF32, loadIndex } from "../memory";
import { addScaled } from "./columns";
import { NORMAL_SCALE } from "./grams";
import { ReduceJob, rowOf } from "./reduce-job";

/** u = Σ c_ik [τ + (1 − τ) n nᵀ] d_k + a2 [(1 + Σλ_ki²) d_i − r_i + Σ λ_ki r_k]. */
export function rightSide(job: ReduceJob, i: usize, to: usize): void {
  const bytes = (<usize>job.stride) << 2;
  if (job.normals !== 0) gradientsAlongNormals(job, i, to);
  else memory.fill(to, 0, bytes);
  const last = loadIndex(job.offsets, i + 1);
  let squares: f32 = 1;
  for (let e = loadIndex(job.offsets, i); e < last; e++) {
    const k = loadIndex(job.neighbours, e);
    if (job.edges !== 0 && job.normals === 0) {
      addScaled(to, rowOf(job, job.residuals, k), loadF32(job.edges, e) * job.tangential, bytes);
    }
    if (job.lambdas !== 0) {
      const back = loadF32(job.backward, e);
      squares += back * back;
      addScaled(to, rowOf(job, job.laplacians, k), job.a2 * back, bytes);
    }
  }
  if (job.lambdas === 0) return;
  addScaled(to, rowOf(job, job.residuals, i), job.a2 * squares, bytes);
  addScaled(to, rowOf(job, job.laplacians, i), -job.a2, bytes);
}

/**
 * to = Σ c_ik [τ d_k + (1 − τ) n nᵀ d_k], with n the mean of both ends' normals in each example. Sums four examples
 * over all edges at a time, so that the sums stay in registers.
 */
function gradientsAlongNormals(job: ReduceJob, i: usize, to: usize): void {
  const row = (<usize>job.lanes) << 2;
  const bytes = (<usize>job.stride) << 2;
  const own = rowOf(job, job.normals, i);
  const first = loadIndex(job.offsets, i);
  const last = loadIndex(job.offsets, i + 1);
  const tangential = f32x4.splat(job.tangential);
  const along = f32x4.splat(NORMAL_SCALE * (1 - job.tangential));
  for (let f: usize = 0; f < row; f += 16) {
    const ox = v128.load(own + f);
    const oy = v128.load(own + row + f);
    const oz = v128.load(own + 2 * row + f);
    let ux = f32x4.splat(0);
    let uy = ux;
    let uz = ux;
    for (let e = first; e < last; e++) {
      const at = loadIndex(job.neighbours, e) * bytes + f;
      const other = job.normals + at;
      const residual = job.residuals + at;
      const x = f32x4.add(ox, v128.load(other));
      const y = f32x4.add(oy, v128.load(other + row));
      const z = f32x4.add(oz, v128.load(other + 2 * row));
      const dx = v128.load(residual);
      const dy = v128.load(residual + row);
      const dz = v128.load(residual + 2 * row);
      const share = v128.load32_splat(job.edges + (e << 2));
      const dot = f32x4.add(f32x4.mul(x, dx), f32x4.add(f32x4.mul(y, dy), f32x4.mul(z, dz)));
      const scale = f32x4.mul(f32x4.mul(share, along), dot);
      const plain = f32x4.mul(share, tangential);
      ux = f32x4.add(ux, f32x4.add(f32x4.mul(plain, dx), f32x4.mul(scale, x)));
      uy = f32x4.add(uy, f32x4.add(f32x4.mul(plain, dy), f32x4.mul(scale, y)));
      uz = f32x4.add(uz, f32x4.add(f32x4.mul(plain, dz), f32x4.mul(scale, z)));
    }
    v128.store(to + f, ux);
    v128.store(to + row + f, uy);
    v128.store(to + 2 * row + f, uz);
  }
}
