// Squared errors of virtual bones at one vertex, Q_rs = d_rᵀ A_i d_s, from forms that do not depend on the vertex. An
// error costs ten products for each bone of a virtual bone, whatever the number of frames and bones.

import { sumLanes } from "../dense/dot";
import { loadF64, loadI32, storeF64 } from "../memory";
import { TwoLayerJob } from "./job";

/** Computes the forms of virtual bones [begin, end): X_r and the form of r with itself. */
export function twoLayerForms(begin: i32, end: i32, _slot: i32, job: TwoLayerJob): void {
  for (let r = begin; r < end; r++) formOf(job, r);
}

/** Computes the forms of virtual bone r after a change of its bones or weights. */
export function formOf(job: TwoLayerJob, r: i32): void {
  const bones = job.bones;
  const row = (<usize>((bones + 1) & ~1)) << 3;
  const forms = job.forms + ((<usize>r * <usize>bones * 10) << 3);
  const first = r * job.atomSlots;
  for (let j = 0; j < bones; j++) {
    for (let m = 0; m < 10; m++) {
      const from = job.pairs + <usize>(10 * j + m) * row;
      let sum = 0.0;
      for (let d = first; d < first + job.atomSlots; d++) {
        const k = loadI32(job.atomIds, d);
        if (k < 0) break;
        sum += loadF64(job.atomValues, d) * loadF64(from, k);
      }
      storeF64(forms, 10 * j + m, sum);
    }
  }
  const own = job.ownForms + ((<usize>r * 10) << 3);
  mixForms(job, r, r);
  v128.store(own, mixed0);
  v128.store(own, mixed1, 16);
  v128.store(own, mixed2, 32);
  v128.store(own, mixed3, 48);
  v128.store(own, mixed4, 64);
}

let mixed0: v128 = f64x2.splat(0);
let mixed1: v128 = f64x2.splat(0);
let mixed2: v128 = f64x2.splat(0);
let mixed3: v128 = f64x2.splat(0);
let mixed4: v128 = f64x2.splat(0);

/** Writes Σ_j d_jr X_sj, the form of a pair of virtual bones, into `mixed…`. */
function mixForms(job: TwoLayerJob, r: i32, s: i32): void {
  const forms = job.forms + ((<usize>s * <usize>job.bones * 10) << 3);
  const first = r * job.atomSlots;
  let x0 = f64x2.splat(0);
  let x1 = f64x2.splat(0);
  let x2 = f64x2.splat(0);
  let x3 = f64x2.splat(0);
  let x4 = f64x2.splat(0);
  for (let d = first; d < first + job.atomSlots; d++) {
    const j = loadI32(job.atomIds, d);
    if (j < 0) break;
    const weight = v128.load64_splat(job.atomValues + ((<usize>d) << 3));
    const at = forms + <usize>(80 * j);
    x0 = f64x2.add(x0, f64x2.mul(weight, v128.load(at)));
    x1 = f64x2.add(x1, f64x2.mul(weight, v128.load(at, 16)));
    x2 = f64x2.add(x2, f64x2.mul(weight, v128.load(at, 32)));
    x3 = f64x2.add(x3, f64x2.mul(weight, v128.load(at, 48)));
    x4 = f64x2.add(x4, f64x2.mul(weight, v128.load(at, 64)));
  }
  mixed0 = x0;
  mixed1 = x1;
  mixed2 = x2;
  mixed3 = x3;
  mixed4 = x4;
}

/** The form at an address times the monomials of a vertex. @inline */
export function formAt(form: usize, monomials: usize): f64 {
  let sum = f64x2.mul(v128.load(form), v128.load(monomials));
  sum = f64x2.add(sum, f64x2.mul(v128.load(form, 16), v128.load(monomials, 16)));
  sum = f64x2.add(sum, f64x2.mul(v128.load(form, 32), v128.load(monomials, 32)));
  sum = f64x2.add(sum, f64x2.mul(v128.load(form, 48), v128.load(monomials, 48)));
  sum = f64x2.add(sum, f64x2.mul(v128.load(form, 64), v128.load(monomials, 64)));
  return sumLanes(sum);
}

/** b_r: the product of a vertex's target with virtual bone r. @inline */
export function productWith(job: TwoLayerJob, products: usize, r: i32): f64 {
  const first = r * job.atomSlots;
  let sum = 0.0;
  for (let d = first; d < first + job.atomSlots; d++) {
    const j = loadI32(job.atomIds, d);
    if (j < 0) break;
    sum += loadF64(job.atomValues, d) * loadF64(products, j);
  }
  return sum;
}

/** d_rᵀ T d_s at a vertex. @inline */
export function crossAt(job: TwoLayerJob, r: i32, s: i32, monomials: usize): f64 {
  if (r === s) return formAt(job.ownForms + ((<usize>r * 10) << 3), monomials);
  mixForms(job, r, s);
  let sum = f64x2.mul(mixed0, v128.load(monomials));
  sum = f64x2.add(sum, f64x2.mul(mixed1, v128.load(monomials, 16)));
  sum = f64x2.add(sum, f64x2.mul(mixed2, v128.load(monomials, 32)));
  sum = f64x2.add(sum, f64x2.mul(mixed3, v128.load(monomials, 48)));
  sum = f64x2.add(sum, f64x2.mul(mixed4, v128.load(monomials, 64)));
  return sumLanes(sum);
}
