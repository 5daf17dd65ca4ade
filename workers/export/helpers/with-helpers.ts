/**
 * Replaces each bone that shears by a few rigid helpers that share its weights, for engines whose bones cannot shear.
 * The first helper has the bone's name, parent and children; the others are its children.
 */
import type { HelperCount } from "../../model/files/export/export-options";
import type { Bone, Rig } from "../../model/rig/rig";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import { boneRestFrames, linearPart } from "../bones/bone-rest-frames";
import { rigidFit, shareMoments } from "./rigid-fit";
import { simplexShares } from "./simplex-shares";

/** Shares of a weight below this are dropped. */
const NO_SHARE = 1e-6;

/** The helpers of one bone. */
interface Helpers {
  bones: Bone[];
  /** For each frame, a row-major 3x4 of each helper. */
  motion: Float64Array[][];
  /** The shares of its vertices, in the order of the vertices: one row for each weight of the bone. */
  shares: Float64Array;
}

/** The vertices of bone `j` with the squares of their weights. */
function verticesOf({ weights, rest }: Rig, j: number) {
  const points: number[] = [];
  const masses: number[] = [];
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.bones[e] !== j) continue;
      points.push(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
      masses.push(weights.values[e] ** 2);
    }
  }
  return { points: Float64Array.from(points), masses: Float64Array.from(masses) };
}

/** The mean of the points; the head of the bone if there are none. */
function meanOf(points: Float64Array, masses: ArrayLike<number>, head: Bone["head"]): Bone["head"] {
  const sum = Array.from(masses).reduce((total, mass) => total + mass, 0);
  if (!(sum > 0)) return [...head];
  const mean: Bone["head"] = [0, 0, 0];
  for (let n = 0; n < points.length; n++) mean[n % 3] += (masses[Math.floor(n / 3)] * points[n]) / sum;
  return mean;
}

/** The matrix about another origin: [A | A·c + t]; −c is the inverse. */
function about(m: ArrayLike<number>, centre: readonly number[], sign: 1 | -1): Float64Array {
  return Float64Array.from({ length: 12 }, (_, e) =>
    e % 4 < 3 ? m[e] : centre.reduce((sum, x, c) => sum + sign * m[e - 3 + c] * x, m[e]),
  );
}

function helpersOf(rig: Rig, j: number, most: HelperCount): Helpers {
  const bone = rig.bones[j];
  const { points, masses } = verticesOf(rig, j);
  const centre = meanOf(points, masses, bone.head);
  const places = points.map((x, n) => x - centre[n % 3]);
  const frames = rig.motion.length / (12 * rig.bones.length);
  const matrices = Array.from({ length: frames }, (_, k) => {
    const at = 12 * (k * rig.bones.length + j);
    return about(rig.motion.subarray(at, at + 12), centre, 1);
  });
  const count = Math.max(1, Math.min(most, masses.length));
  const simplex = simplexShares(
    places,
    masses,
    matrices.map((m) => linearPart(m, 0)),
    count,
  );
  const moments = shareMoments(places, masses, simplex.shares, count);
  const motion = matrices.map((m, k) =>
    rigidFit(moments, m, simplex, simplex.turns[k]).map((own) => about(own, centre, -1)),
  );
  const bones = Array.from({ length: count }, (_, h): Bone => {
    if (h === 0) return bone;
    const own = masses.map((mass, i) => mass * simplex.shares[count * i + h]);
    return { name: `${bone.name}_helper_${h + 1}`, parent: j, head: meanOf(points, own, bone.head) };
  });
  return { bones, motion, shares: simplex.shares };
}

/** Makes the names of helpers unique. */
function uniqueNames(bones: readonly Bone[]): Bone[] {
  const taken = new Set<string>();
  return bones.map((bone) => {
    let { name } = bone;
    for (let n = 2; taken.has(name); n++) name = `${bone.name}_${n}`;
    taken.add(name);
    return name === bone.name ? bone : { ...bone, name };
  });
}

/** The weights, with each bone's weights shared among its helpers. */
function sharedWeights(
  { weights }: Rig,
  first: Int32Array,
  helpers: ReadonlyMap<number, Helpers>,
): Rig["weights"] {
  const rows = new WeightBuilder();
  const used = new Map<number, number>();
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      const { shares, bones: own } = helpers.get(j) ?? { shares: [1], bones: [null] };
      const row = helpers.has(j) ? (used.get(j) ?? 0) : 0;
      used.set(j, row + 1);
      own.forEach((_, h) => {
        const share = shares[own.length * row + h];
        if (share > NO_SHARE) rows.add(first[j] + h, share * weights.values[e]);
      });
    }
    rows.endRow();
  }
  return rows.weights();
}

interface Helped {
  whole: Rig;
  /** For each bone, the index of the bone of the given rig that it replaces. */
  origins: Int32Array;
}

/** Replaces some bones. The helpers of a bone follow each other, so parents stay before their children. */
function replaced(rig: Rig, helpers: ReadonlyMap<number, Helpers>): Helped {
  const frames = rig.motion.length / (12 * rig.bones.length);
  const first = new Int32Array(rig.bones.length);
  const bones: Bone[] = [];
  const origins: number[] = [];
  rig.bones.forEach((bone, j) => {
    first[j] = bones.length;
    const parent = bone.parent < 0 ? -1 : first[bone.parent];
    bones.push({ ...bone, parent });
    for (const helper of helpers.get(j)?.bones.slice(1) ?? []) bones.push({ ...helper, parent: first[j] });
    while (origins.length < bones.length) origins.push(j);
  });
  const motion = new Float32Array(12 * bones.length * frames);
  for (let k = 0; k < frames; k++) {
    rig.bones.forEach((_, j) => {
      const at = 12 * (k * rig.bones.length + j);
      const own = helpers.get(j)?.motion[k] ?? [rig.motion.subarray(at, at + 12)];
      own.forEach((matrix, h) => {
        motion.set(matrix, 12 * (k * bones.length + first[j] + h));
      });
    });
  }
  const whole = { ...rig, bones: uniqueNames(bones), motion, weights: sharedWeights(rig, first, helpers) };
  return { whole, origins: Int32Array.from(origins) };
}

/**
 * A rig in which no bone shears. If a parent no longer shears, a bone that followed its shear now shears relative to
 * it, so this repeats until no bone shears.
 * @param frames in which bones must not shear
 */
export async function withRigidHelpers(
  rig: Rig,
  frames: ArrayLike<number>,
  count: HelperCount,
  task: Task,
): Promise<Helped> {
  let [whole, origins] = [rig, Int32Array.from(rig.bones.keys())];
  for (;;) {
    const sheared = (await boneRestFrames(whole, frames, task)).flatMap(({ pair }, j) => (pair ? [j] : []));
    if (sheared.length === 0) return { whole, origins };
    const helpers = new Map<number, Helpers>();
    for (const [n, j] of sheared.entries()) {
      task.progress({ phase: "Fitting helpers", done: n / sheared.length, detail: "" });
      await task.checkpoint();
      helpers.set(j, helpersOf(whole, j, count));
    }
    const next = replaced(whole, helpers);
    [whole, origins] = [next.whole, next.origins.map((j) => origins[j])];
  }
}
