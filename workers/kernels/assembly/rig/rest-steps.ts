import { f64At, loadF32, loadF64, Optional, storeF64 } from "../memory";
import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** Numbers of a vertex in `restSums`: the upper triangle of the matrix, the right side, one unused. */
export function restNumbers(): i32 {
  return 10;
}

/** The scratch numbers that `restSteps` and `restSums` need on each thread. */
export function restStepsScratch(): i32 {
  return 12 + restNumbers();
}

/**
 * Moves each rest position (f32, in place) to its least-squares optimum, with the rig held fixed. Kavan et al. 2010
 * describe the step; Le & Deng 2014 take it at the end of algorithm 3. It solves (Σ MᵀM) d = Σ Mᵀe over the frames,
 * where M is the blended 3x3 and e the error. A step that does not lower the error is not taken. Items are vertices.
 * @param least a system whose smallest pivot is below this share of its largest diagonal is not solved.
 * @param counts square roots of the frames' weights; 0 if all weights are equal.
 */
export function restSteps(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  least: f64,
  scratch: usize,
  counts: Optional,
): void {
  const m = f64At(scratch, slot * restStepsScratch());
  const sums = m + 96;
  for (let i = begin; i < end; i++) {
    memory.fill(sums, 0, (<usize>restNumbers()) << 3);
    addFrames(i, rig, counts, m, sums);
    takeStep(rig.rest + <usize>i * 12, least, sums);
  }
}

/**
 * sums (V x `restNumbers`) += Σ MᵀM and Σ Mᵀe of the frames of a stage, for sequences whose frames come in several.
 * Items are vertices; `counts` begin at the stage.
 */
export function restSums(
  begin: i32,
  end: i32,
  slot: i32,
  rig: StagedRig,
  scratch: usize,
  counts: Optional,
  sums: usize,
): void {
  const m = f64At(scratch, slot * restStepsScratch());
  for (let i = begin; i < end; i++) addFrames(i, rig, counts, m, f64At(sums, i * restNumbers()));
}

/** Takes the steps of `restSteps` from the sums of all stages. Items are vertices. */
export function restFromSums(begin: i32, end: i32, _slot: i32, rest: usize, least: f64, sums: usize): void {
  for (let i = begin; i < end; i++) takeStep(rest + <usize>i * 12, least, f64At(sums, i * restNumbers()));
}

/** Adds the frames of the stage to the sums of vertex i; `m` has room for a matrix. */
function addFrames(i: i32, rig: StagedRig, counts: Optional, m: usize, sums: usize): void {
  const frames = rig.frames,
    bones = rig.bones,
    values = rig.values;
  const entry = rig.offsets + ((<usize>i) << 2);
  const first = load<i32>(entry),
    last = load<i32>(entry, 4);
  const at = rig.rest + <usize>i * 12;
  const x = <f64>load<f32>(at),
    y = <f64>load<f32>(at, 4),
    z = <f64>load<f32>(at, 8);
  let a00 = loadF64(sums, 0),
    a01 = loadF64(sums, 1),
    a02 = loadF64(sums, 2),
    a11 = loadF64(sums, 3),
    a12 = loadF64(sums, 4),
    a22 = loadF64(sums, 5);
  let g0 = loadF64(sums, 6),
    g1 = loadF64(sums, 7),
    g2 = loadF64(sums, 8);
  for (let k = 0; k < frames; k++) {
    blend(rig.motion + <usize>k * rig.boneCount * 48, bones, values, first, last, m);
    const target = rig.staged + (<usize>k * rig.count + i) * 12;
    for (let r: usize = 0; r < 3; r++) {
      const row = m + (r << 5);
      let e = <f64>loadF32(target, r) - apply(row, x, y, z);
      let p = load<f64>(row),
        q = load<f64>(row, 8),
        s = load<f64>(row, 16);
      if (counts) {
        const root = loadF64(counts, k);
        e *= root;
        p *= root;
        q *= root;
        s *= root;
      }
      a00 += p * p;
      a01 += p * q;
      a02 += p * s;
      a11 += q * q;
      a12 += q * s;
      a22 += s * s;
      g0 += p * e;
      g1 += q * e;
      g2 += s * e;
    }
  }
  storeF64(sums, 0, a00);
  storeF64(sums, 1, a01);
  storeF64(sums, 2, a02);
  storeF64(sums, 3, a11);
  storeF64(sums, 4, a12);
  storeF64(sums, 5, a22);
  storeF64(sums, 6, g0);
  storeF64(sums, 7, g1);
  storeF64(sums, 8, g2);
}

/** Moves a rest position to the solution of its sums, if they determine it and it is better. */
function takeStep(at: usize, least: f64, sums: usize): void {
  const x = <f64>load<f32>(at),
    y = <f64>load<f32>(at, 4),
    z = <f64>load<f32>(at, 8);
  const a00 = loadF64(sums, 0),
    a01 = loadF64(sums, 1),
    a02 = loadF64(sums, 2),
    a11 = loadF64(sums, 3),
    a12 = loadF64(sums, 4),
    a22 = loadF64(sums, 5);
  const g0 = loadF64(sums, 6),
    g1 = loadF64(sums, 7),
    g2 = loadF64(sums, 8);
  const floor = least * max(a00, max(a11, a22));
  if (!(a00 > floor)) return;
  const l1 = a01 / a00,
    l2 = a02 / a00;
  const d1 = a11 - l1 * a01;
  if (!(d1 > floor)) return;
  const l3 = (a12 - l2 * a01) / d1;
  const d2 = a22 - l2 * a02 - l3 * l3 * d1;
  if (!(d2 > floor)) return;
  const h1 = g1 - l1 * g0,
    h2 = g2 - l2 * g0 - l3 * h1;
  const w = h2 / d2;
  const v = h1 / d1 - l3 * w;
  const u = g0 / a00 - l1 * v - l2 * w;
  const nx = <f32>(x + u),
    ny = <f32>(y + v),
    nz = <f32>(z + w);
  const dx = <f64>nx - x,
    dy = <f64>ny - y,
    dz = <f64>nz - z;
  const curve =
    a00 * dx * dx + a11 * dy * dy + a22 * dz * dz + 2 * (a01 * dx * dy + a02 * dx * dz + a12 * dy * dz);
  if (!(2 * (g0 * dx + g1 * dy + g2 * dz) > curve)) return;
  store<f32>(at, nx);
  store<f32>(at, ny, 4);
  store<f32>(at, nz, 8);
}
