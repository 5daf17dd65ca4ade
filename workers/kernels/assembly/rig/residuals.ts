import { apply, blend } from "./blend";
import { StagedRig } from "./staged-rig";

/** Numbers per frame that `gather` writes: the upper triangle of the metric, the gradient, one unused. */
export const PER_FRAME: i32 = 10;

/**
 * A pivot of MᵀM below this share of its mean diagonal is raised to it, because a blend that flattens space has no
 * inverse.
 */
const LEAST_PIVOT: f64 = 0.01;

/**
 * Writes for each frame of vertex i, with M the blended 3x3 and e the error of the rig: MᵀM and Mᵀe in the metric of
 * the posed mesh, or the identity and M⁻¹e in the metric of the rest pose.
 * energies(k·energyBytes) += the squared length of the error to explain.
 */
export function gather(
  i: i32,
  rig: StagedRig,
  posed: i32,
  m: usize,
  out: usize,
  energies: usize,
  energyBytes: usize,
): void {
  const frames = rig.frames;
  const entry = rig.offsets + ((<usize>i) << 2);
  const first = load<i32>(entry),
    last = load<i32>(entry, 4);
  const at = rig.rest + <usize>i * 12;
  const x = <f64>load<f32>(at),
    y = <f64>load<f32>(at, 4),
    z = <f64>load<f32>(at, 8);
  const bones = rig.bones,
    values = rig.values;
  for (let k = 0; k < frames; k++) {
    blend(rig.motion + <usize>k * rig.boneCount * 48, bones, values, first, last, m);
    const target = rig.staged + (<usize>k * rig.count + i) * 12;
    const e0 = <f64>load<f32>(target) - apply(m, x, y, z);
    const e1 = <f64>load<f32>(target, 4) - apply(m + 32, x, y, z);
    const e2 = <f64>load<f32>(target, 8) - apply(m + 64, x, y, z);
    const energy = writeMetric(m, e0, e1, e2, out);
    store<f64>(energies, load<f64>(energies) + (posed ? energy : toRest(out)));
    energies += energyBytes;
    out += PER_FRAME << 3;
  }
}

/** MᵀM and Mᵀe; returns |e|². */
function writeMetric(m: usize, e0: f64, e1: f64, e2: f64, out: usize): f64 {
  const a = load<f64>(m),
    b = load<f64>(m, 8),
    c = load<f64>(m, 16);
  const d = load<f64>(m, 32),
    e = load<f64>(m, 40),
    f = load<f64>(m, 48);
  const g = load<f64>(m, 64),
    h = load<f64>(m, 72),
    l = load<f64>(m, 80);
  store<f64>(out, a * a + d * d + g * g);
  store<f64>(out, a * b + d * e + g * h, 8);
  store<f64>(out, a * c + d * f + g * l, 16);
  store<f64>(out, b * b + e * e + h * h, 24);
  store<f64>(out, b * c + e * f + h * l, 32);
  store<f64>(out, c * c + f * f + l * l, 40);
  store<f64>(out, a * e0 + d * e1 + g * e2, 48);
  store<f64>(out, b * e0 + e * e1 + h * e2, 56);
  store<f64>(out, c * e0 + f * e1 + l * e2, 64);
  store<f64>(out, 0, 72);
  return e0 * e0 + e1 * e1 + e2 * e2;
}

/** Replaces MᵀM and Mᵀe with the identity and M⁻¹e, by Cholesky's factors of MᵀM; returns |M⁻¹e|². */
function toRest(out: usize): f64 {
  const q00 = load<f64>(out),
    q01 = load<f64>(out, 8),
    q02 = load<f64>(out, 16),
    q11 = load<f64>(out, 24),
    q12 = load<f64>(out, 32),
    q22 = load<f64>(out, 40);
  const g0 = load<f64>(out, 48),
    g1 = load<f64>(out, 56),
    g2 = load<f64>(out, 64);
  const floor = max((LEAST_PIVOT / 3) * (q00 + q11 + q22), 1e-300);
  const p0 = max(q00, floor);
  const l1 = q01 / p0,
    l2 = q02 / p0;
  const p1 = max(q11 - l1 * q01, floor);
  const l3 = (q12 - l2 * q01) / p1;
  const p2 = max(q22 - l2 * q02 - l3 * l3 * p1, floor);
  const h1 = g1 - l1 * g0,
    h2 = g2 - l2 * g0 - l3 * h1;
  const d2 = h2 / p2;
  const d1 = h1 / p1 - l3 * d2;
  const d0 = g0 / p0 - l1 * d1 - l2 * d2;
  store<f64>(out, 1);
  store<f64>(out, 0, 8);
  store<f64>(out, 0, 16);
  store<f64>(out, 1, 24);
  store<f64>(out, 0, 32);
  store<f64>(out, 1, 40);
  store<f64>(out, d0, 48);
  store<f64>(out, d1, 56);
  store<f64>(out, d2, 64);
  return d0 * d0 + d1 * d1 + d2 * d2;
}
