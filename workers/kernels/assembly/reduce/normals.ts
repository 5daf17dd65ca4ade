import { loadIndex } from "../memory";
import { ReduceJob, rowOf } from "./reduce-job";

/**
 * Computes unit normals of vertices [begin, end) in all examples from the targets, weighted by area. A vertex has the
 * triangles incident[around[i] .. around[i + 1]]. The normal of a vertex without area is 0.
 */
export function reduceNormals(
  begin: i32,
  end: i32,
  _slot: i32,
  job: ReduceJob,
  triangles: usize,
  around: usize,
  incident: usize,
): void {
  const row = (<usize>job.lanes) << 2;
  for (let i: usize = begin; i < <usize>end; i++) {
    const out = rowOf(job, job.normals, i);
    const first = loadIndex(around, i);
    const last = loadIndex(around, i + 1);
    for (let f: usize = 0; f < row; f += 16) {
      let nx = f32x4.splat(0);
      let ny = nx;
      let nz = nx;
      for (let e = first; e < last; e++) {
        const corner = 3 * loadIndex(incident, e);
        const a = rowOf(job, job.targets, loadIndex(triangles, corner)) + f;
        const b = rowOf(job, job.targets, loadIndex(triangles, corner + 1)) + f;
        const c = rowOf(job, job.targets, loadIndex(triangles, corner + 2)) + f;
        const ux = f32x4.sub(v128.load(b), v128.load(a));
        const uy = f32x4.sub(v128.load(b + row), v128.load(a + row));
        const uz = f32x4.sub(v128.load(b + 2 * row), v128.load(a + 2 * row));
        const vx = f32x4.sub(v128.load(c), v128.load(a));
        const vy = f32x4.sub(v128.load(c + row), v128.load(a + row));
        const vz = f32x4.sub(v128.load(c + 2 * row), v128.load(a + 2 * row));
        nx = f32x4.add(nx, f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy)));
        ny = f32x4.add(ny, f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz)));
        nz = f32x4.add(nz, f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx)));
      }
      const square = f32x4.add(f32x4.mul(nx, nx), f32x4.add(f32x4.mul(ny, ny), f32x4.mul(nz, nz)));
      const length = f32x4.max(f32x4.sqrt(square), f32x4.splat(1e-30));
      v128.store(out + f, f32x4.div(nx, length));
      v128.store(out + row + f, f32x4.div(ny, length));
      v128.store(out + 2 * row + f, f32x4.div(nz, length));
    }
  }
}
