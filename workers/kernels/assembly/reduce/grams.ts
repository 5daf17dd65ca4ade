import { f64At, loadF32, loadIndex } from "../memory";
import { column, dotOf } from "./columns";
import { boneAt, ReduceJob, rowOf } from "./reduce-job";

/**
 * Added to the diagonal of a Gram matrix, as a share of its mean, because sums of f32 are indefinite at 1e-7. It is
 * part of the objective, so the objective still falls.
 */
const RIDGE: f64 = 1e-6;

/**
 * (n_i + n_k)(n_i + n_k)ᵀ of unit normals times this is n nᵀ of their mean. On a sharp edge the mean is shorter than 1,
 * and the edge counts less.
 */
export const NORMAL_SCALE: f32 = 0.25;

/** The scratch numbers that `reduceGrams` needs: two columns for each candidate, and the metric of each example. */
export function reduceGramsScratch(stride: i32, candidates: i32): i32 {
  return candidates * stride + stride + 8;
}

/**
 * Computes A of vertices [begin, end): A_jl = x_jᵀHx_l over the candidates, with H the curvature of the objective in
 * d_i.
 */
export function reduceGrams(begin: i32, end: i32, slot: i32, job: ReduceJob, scratch: usize): void {
  const bytes = (<usize>job.stride) << 2;
  const candidates = job.candidates;
  const columns = f64At(scratch, slot * reduceGramsScratch(job.stride, candidates));
  const products = columns + <usize>candidates * bytes;
  const metric = products + <usize>candidates * bytes;
  for (let i: usize = begin; i < <usize>end; i++) {
    const plain = plainCurvature(job, i);
    if (job.normals !== 0) normalCurvature(job, i, metric);
    for (let j = 0; j < candidates; j++) {
      const one = columns + <usize>j * bytes;
      column(job, i, boneAt(job, i, j), one);
      apply(job, plain, metric, one, products + <usize>j * bytes);
    }
    const gram = job.grams + ((i * <usize>(candidates * candidates)) << 2);
    fillGram(gram, candidates, columns, products, bytes);
  }
}

/** Computes the lower triangle from dot products, mirrors it to the upper one, and adds the ridge. */
export function fillGram(gram: usize, candidates: i32, left: usize, right: usize, bytes: usize): void {
  for (let a = 0; a < candidates; a++) {
    for (let c = 0; c <= a; c++) {
      const value = <f32>dotOf(left + <usize>a * bytes, right + <usize>c * bytes, bytes);
      store<f32>(gram + ((<usize>(a * candidates + c)) << 2), value);
      store<f32>(gram + ((<usize>(c * candidates + a)) << 2), value);
    }
  }
  addRidge(gram, candidates);
}

export function addRidge(gram: usize, candidates: i32): void {
  let trace: f64 = 0;
  for (let a = 0; a < candidates; a++) trace += <f64>loadF32(gram, a * candidates + a);
  const ridge = (RIDGE * trace) / <f64>candidates + 1e-30;
  for (let a = 0; a < candidates; a++) {
    const own = gram + ((<usize>(a * candidates + a)) << 2);
    store<f32>(own, <f32>(<f64>load<f32>(own) + ridge));
  }
}

/** The scalar part of H: a0 + τ Σ c_ik + a2 (1 + Σ λ_ki²). With `points`, `apply` adds a0. */
function plainCurvature(job: ReduceJob, i: usize): f32 {
  let edges: f32 = 0;
  let squares: f32 = 0;
  const last = loadIndex(job.offsets, i + 1);
  for (let e = loadIndex(job.offsets, i); e < last; e++) {
    if (job.edges !== 0) edges += loadF32(job.edges, e);
    if (job.lambdas !== 0) squares += loadF32(job.backward, e) * loadF32(job.backward, e);
  }
  const laplacian: f32 = job.lambdas !== 0 ? job.a2 * (1 + squares) : 0;
  const position: f32 = job.points !== 0 ? 0 : job.a0;
  return position + job.tangential * edges + laplacian;
}

/** Σ (1 − τ) c_ik n nᵀ of each example, n the mean of both ends' normals: rows xx, xy, xz, yy, yz, zz. */
function normalCurvature(job: ReduceJob, i: usize, metric: usize): void {
  const row = (<usize>job.lanes) << 2;
  memory.fill(metric, 0, 6 * row);
  const own = rowOf(job, job.normals, i);
  const last = loadIndex(job.offsets, i + 1);
  for (let e = loadIndex(job.offsets, i); e < last; e++) {
    const other = rowOf(job, job.normals, loadIndex(job.neighbours, e));
    const scale = f32x4.splat(NORMAL_SCALE * loadF32(job.edges, e) * (1 - job.tangential));
    for (let f: usize = 0; f < row; f += 16) {
      const x = f32x4.add(v128.load(own + f), v128.load(other + f));
      const y = f32x4.add(v128.load(own + row + f), v128.load(other + row + f));
      const z = f32x4.add(v128.load(own + 2 * row + f), v128.load(other + 2 * row + f));
      const sx = f32x4.mul(scale, x);
      const sy = f32x4.mul(scale, y);
      const at = metric + f;
      addAt(at, f32x4.mul(sx, x));
      addAt(at + row, f32x4.mul(sx, y));
      addAt(at + 2 * row, f32x4.mul(sx, z));
      addAt(at + 3 * row, f32x4.mul(sy, y));
      addAt(at + 4 * row, f32x4.mul(sy, z));
      addAt(at + 5 * row, f32x4.mul(f32x4.mul(scale, z), z));
    }
  }
}

/** @inline */
function addAt(at: usize, value: v128): void {
  v128.store(at, f32x4.add(v128.load(at), value));
}

/** out = H·one. */
function apply(job: ReduceJob, plain: f32, metric: usize, one: usize, out: usize): void {
  const bytes = (<usize>job.stride) << 2;
  const p = f32x4.splat(plain);
  if (job.normals === 0) {
    for (let f: usize = 0; f < bytes; f += 16) v128.store(out + f, f32x4.mul(p, v128.load(one + f)));
    if (job.points === 0) return;
    const place = bytes - 16;
    v128.store(out + place, f32x4.mul(f32x4.splat(plain + job.a0), v128.load(one + place)));
    return;
  }
  const row = (<usize>job.lanes) << 2;
  for (let f: usize = 0; f < row; f += 16) {
    const x = v128.load(one + f);
    const y = v128.load(one + row + f);
    const z = v128.load(one + 2 * row + f);
    const at = metric + f;
    const xy = v128.load(at + row);
    const xz = v128.load(at + 2 * row);
    const yz = v128.load(at + 4 * row);
    const xx = f32x4.add(p, v128.load(at));
    const yy = f32x4.add(p, v128.load(at + 3 * row));
    const zz = f32x4.add(p, v128.load(at + 5 * row));
    v128.store(out + f, threeOf(xx, x, xy, y, xz, z));
    v128.store(out + row + f, threeOf(xy, x, yy, y, yz, z));
    v128.store(out + 2 * row + f, threeOf(xz, x, yz, y, zz, z));
  }
}

/** @inline */
function threeOf(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f32x4.add(f32x4.mul(a, x), f32x4.add(f32x4.mul(b, y), f32x4.mul(c, z)));
}
