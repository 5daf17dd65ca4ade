import { symmetricEigen } from "../../math/symmetric-eigen";
import { distance } from "../../math/vectors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNSEEN } from "./moving-truth";

/** A comparison of a found skeleton with the one that made the animation. */
export interface AgainstTruth {
  /** The number of closed joints of the truth, and how many of their links were found. */
  links: number;
  found: number;
  /** Names of the bones of links that were not found: "a – b". */
  missing: string[];
  /**
   * For each found link, RMS over the frames in percent of the diagonal: how far the joint wanders within the two true
   * bones, and how far it lies from the true joint. Directions in which the motion does not determine the joint, such
   * as a hinge's axis, are ignored. Joints are compared in the frames, because a method may have corrected the rest
   * pose.
   */
  wanders: number[];
  off: number[];
  /** Names of the bones of found links whose joints the motion determines in no direction. They are not in `off`. */
  hidden: string[];
}

/**
 * How far a joint of the truth may open, RMS as a share of the diagonal. If it opens farther, the file translates the
 * bone.
 */
const CLOSED = 0.001;

/** The place to which bone j carries a rest point in frame k. */
function posed({ bones, motion }: Rig, j: number, k: number, p: ArrayLike<number>): number[] {
  const at = 12 * (k * bones.length + j);
  return [0, 4, 8].map(
    (r) => motion[at + r] * p[0] + motion[at + r + 1] * p[1] + motion[at + r + 2] * p[2] + motion[at + r + 3],
  );
}

/** How far a moving point wanders within a rigid bone: the RMS distance from its mean place there. */
function wandering(rig: Rig, j: number, place: (k: number) => readonly number[]): number {
  const { bones, motion } = rig;
  const F = motion.length / (12 * bones.length);
  const inside = Array.from({ length: F }, (_, k) => {
    const at = 12 * (k * bones.length + j);
    return turnedBack(
      rig,
      j,
      k,
      place(k).map((x, c) => x - motion[at + 4 * c + 3]),
    );
  });
  const mean = [0, 1, 2].map((c) => inside.reduce((sum, p) => sum + p[c], 0) / F);
  const squares = inside.map((p) => p.reduce((sum, x, c) => sum + (x - mean[c]) ** 2, 0));
  return Math.sqrt(squares.reduce((a, b) => a + b, 0) / F);
}

/** A direction of frame k in the coordinates of bone j at rest. */
function turnedBack({ bones, motion }: Rig, j: number, k: number, d: readonly number[]): number[] {
  const at = 12 * (k * bones.length + j);
  return [0, 1, 2].map((c) => d[0] * motion[at + c] + d[1] * motion[at + 4 + c] + d[2] * motion[at + 8 + c]);
}

/** Bones that turn by less than this relative to each other (RMS, radians) do not determine their joint: 1 degree. */
const LEAST_TURN = Math.PI / 180;
/** Turns smaller than this share of the largest do not determine it either. */
const LEAST_SHARE = 0.1;
/**
 * How far away a joint may be found, as a share of the diagonal. If a joint that is this far away raises the error by
 * less than `UNSEEN`, the motion does not determine it: by the same measure, it does not show links.
 */
const NEAR = 0.02;

/**
 * Directions, in bone j at rest, in which the motion does not determine the joint of bones j and p. A joint that is off
 * by u wanders by (Q − mean of Q)·u within bone p, where Q turns j into p. Their rest poses need not match, so the mean
 * matters. Everything below the joint then moves by that much against the rest of the body.
 */
function undeterminedDirections(rig: Rig, j: number, p: number): number[][] {
  const { bones, motion } = rig;
  const n = 12 * bones.length;
  const F = motion.length / n;
  const turns = Array.from({ length: F }, (_, k) =>
    [0, 1, 2].flatMap((a) =>
      [0, 1, 2].map((b) =>
        [0, 4, 8].reduce(
          (sum, r) => sum + motion[k * n + 12 * p + r + a] * motion[k * n + 12 * j + r + b],
          0,
        ),
      ),
    ),
  );
  const mean = turns[0].map((_, at) => turns.reduce((sum, turn) => sum + turn[at], 0) / F);
  const square = new Float64Array(9);
  for (const turn of turns) {
    const d = turn.map((x, at) => x - mean[at]);
    for (let at = 0; at < 9; at++) {
      const [a, b] = [Math.floor(at / 3), at % 3];
      for (let r = 0; r < 9; r += 3) square[at] += (d[r + a] * d[r + b]) / F;
    }
  }
  const { values, vectors } = symmetricEigen(square, 3);
  const share = shareBelow(rig, j);
  const seen = (UNSEEN / NEAR) ** 2 / (share * (1 - share) || 1e-9);
  const least = Math.max(LEAST_TURN ** 2, LEAST_SHARE ** 2 * values[0], seen);
  return [0, 1, 2].flatMap((q) =>
    values[q] < least ? [Array.from(vectors.subarray(3 * q, 3 * q + 3))] : [],
  );
}

/** The share of all weights of bone j and the bones below it. */
function shareBelow({ bones, weights }: Rig, j: number): number {
  const isBelow = bones.map((_, k) => {
    let a = k;
    while (a !== j && a >= 0) a = bones[a].parent;
    return a === j;
  });
  let [below, all] = [0, 0];
  weights.values.forEach((w, e) => {
    all += w;
    if (isBelow[weights.bones[e]]) below += w;
  });
  return below / (all || 1);
}

/** Compares links and joints. Bones correspond if their weights are most similar. */
export function againstTruth(sequence: MeshSequence, truth: Rig, found: Rig): AgainstTruth {
  const numbers = correspondence(found, truth);
  const diagonal = restDiagonal(sequence);
  const F = sequence.frameCount;
  const joints = new Map<string, number>();
  found.bones.forEach(({ parent }, j) => {
    if (parent >= 0) joints.set(keyOf(numbers[j], numbers[parent]), j);
  });
  const result: AgainstTruth = { links: 0, found: 0, missing: [], wanders: [], off: [], hidden: [] };
  truth.bones.forEach(({ name, parent, head }, j) => {
    if (parent < 0) return;
    const own = (k: number) => posed(truth, j, k, head);
    if (wandering(truth, parent, own) > CLOSED * diagonal) return;
    result.links++;
    const other = jointBetween(joints, j, meeting(truth, j, CLOSED * diagonal));
    if (other === null) {
      result.missing.push(`${name} – ${truth.bones[parent].name}`);
      return;
    }
    result.found++;
    const place = (k: number) => posed(found, other, k, found.bones[other].head);
    const wanders = Math.max(wandering(truth, j, place), wandering(truth, parent, place));
    const unseen = undeterminedDirections(truth, j, parent);
    let squares = 0;
    for (let k = 0; k < F; k++) {
      const [p, q] = [place(k), own(k)];
      const miss = turnedBack(
        truth,
        j,
        k,
        p.map((x, c) => x - q[c]),
      );
      squares += miss.reduce((sum, x) => sum + x * x, 0) / F;
      for (const along of unseen) squares -= miss.reduce((sum, x, c) => sum + x * along[c], 0) ** 2 / F;
    }
    result.wanders.push((100 * wanders) / diagonal);
    if (unseen.length === 3) {
      result.hidden.push(name);
      return;
    }
    result.off.push((100 * Math.sqrt(Math.max(0, squares))) / diagonal);
  });
  return result;
}

/** The bones that meet a bone at its joint: its parent first, and siblings that have their joints there too. */
function meeting({ bones }: Rig, j: number, near: number): number[] {
  const { parent, head } = bones[j];
  const siblings = [...bones.keys()].filter((k) => {
    return k !== j && bones[k].parent === parent && distance(bones[k].head, head) < near;
  });
  return [parent, ...siblings];
}

/**
 * The found joint that connects bone j with the first of some bones, perhaps by way of the others. The motion does not
 * determine how bones that meet at one place are linked.
 */
function jointBetween(
  joints: ReadonlyMap<string, number>,
  j: number,
  others: readonly number[],
): number | null {
  const linked = (a: number, b: number) => joints.get(keyOf(a, b));
  const reached = [others[0]];
  for (const a of reached) {
    const joint = linked(j, a);
    if (joint !== undefined) return joint;
    reached.push(...others.filter((b) => !reached.includes(b) && linked(a, b) !== undefined));
  }
  return null;
}

const keyOf = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`;

/**
 * The true bone for each found bone: the one with the most similar weights, by the cosine between them. By the sum of
 * shared weights, a bone of little weight would be confused with its large neighbour, which moves the same vertices
 * more.
 */
function correspondence(found: Rig, truth: Rig): number[] {
  const shared = found.bones.map(() => new Float64Array(truth.bones.length));
  const squares = new Float64Array(truth.bones.length);
  truth.weights.values.forEach((w, e) => {
    squares[truth.weights.bones[e]] += w * w;
  });
  for (let i = 0; i < found.rest.length / 3; i++) {
    for (let a = found.weights.offsets[i]; a < found.weights.offsets[i + 1]; a++) {
      for (let b = truth.weights.offsets[i]; b < truth.weights.offsets[i + 1]; b++) {
        shared[found.weights.bones[a]][truth.weights.bones[b]] +=
          found.weights.values[a] * truth.weights.values[b];
      }
    }
  }
  return shared.map((row) => {
    const likeness = row.map((sum, j) => sum / Math.sqrt(squares[j] || 1));
    return likeness.indexOf(Math.max(...likeness));
  });
}
