/** The resistance of joints, and the step that they take. */
import type { Segment } from "../../model/skeleton/skeleton";
import type { JointGraph } from "./joint-graph";

/** ε1 and ε2 of Thiery & Eisemann 2018, section 4.4.2, relative to the mean stiffness of a joint. */
const ALL_WAYS = 1e-3;
const ALONG_BONES = 0.1;
/** The largest step of a joint, as a share of the shortest bone there. */
const MOST_OF_BONE = 0.25;
const ROUNDS = 12;
/**
 * The mesh does not feel a joint with less than this share of the mean stiffness, such as the root of a single tree.
 */
const NOT_FELT = 1e-10;

/** Unit vectors and lengths of the bones at each joint that have a length. */
function bonesAt(segments: readonly Segment[], graph: JointGraph): { way: number[]; length: number }[][] {
  const out = Array.from({ length: graph.count }, (): { way: number[]; length: number }[] => []);
  segments.forEach(({ kind, head, tail }, j) => {
    const way = tail.map((x, c) => x - head[c]);
    const length = Math.hypot(...way);
    if (kind === "virtual" || length === 0) return;
    const bone = { way: way.map((x) => x / length), length };
    out[graph.head[j]].push(bone);
    if (graph.tail[j] !== graph.head[j]) out[graph.tail[j]].push(bone);
  });
  return out;
}

/**
 * 3x3 blocks of the joints, 9n: (ε1 + stiffness) I + ε2 Σ b bᵀ, times the mean diagonal of `matrix`. b are the unit
 * vectors of the bones at the joint; their term keeps joints from sliding along bones. The resistance acts on the total
 * displacement. On single steps, it would only slow the joints down.
 * @param stiffness n numbers; those of pinned joints are not used.
 */
export function restoring(
  segments: readonly Segment[],
  graph: JointGraph,
  stiffness: ArrayLike<number>,
  matrix: Float64Array,
): Float64Array {
  const width = 3 * graph.count;
  let mean = 0;
  for (let n = 0; n < width; n++) mean += matrix[n * (width + 1)] / width;
  const blocks = new Float64Array(9 * graph.count);
  bonesAt(segments, graph).forEach((bones, joint) => {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = r === c ? ALL_WAYS + stiffness[joint] : 0;
        for (const { way } of bones) sum += ALONG_BONES * way[r] * way[c];
        blocks[9 * joint + 3 * r + c] = mean * sum;
      }
    }
  });
  return blocks;
}

/** n flags: whether nothing depends on the joint. */
export function notFelt(matrix: Float64Array, joints: number): boolean[] {
  const own = Array.from({ length: joints }, (_, k) => {
    const at = (c: number) => matrix[(3 * k + c) * (3 * joints + 1)];
    return at(0) + at(1) + at(2);
  });
  const mean = own.reduce((sum, x) => sum + x, 0) / joints;
  return own.map((x) => !(x > NOT_FELT * mean));
}

/** n: the longest step of each joint; Infinity if it has no bone with a length. */
export function longestSteps(segments: readonly Segment[], graph: JointGraph): Float64Array {
  return Float64Array.from(
    bonesAt(segments, graph),
    (bones) => MOST_OF_BONE * Math.min(Infinity, ...bones.map(({ length }) => length)),
  );
}

/** Σ D_kᵀ P_k D_k of displacements D. Adds half its gradient to `forces` if given. */
export function restoringEnergy(blocks: Float64Array, moved: Float64Array, forces?: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < moved.length; n++) {
    const block = 9 * Math.floor(n / 3) + 3 * (n % 3);
    const first = n - (n % 3);
    let force = 0;
    for (let c = 0; c < 3; c++) force += blocks[block + c] * moved[first + c];
    if (forces) forces[n] += force;
    sum += force * moved[n];
  }
  return sum;
}

/**
 * The step x that minimises xᵀ (A + P) x + 2 x·forces, limited for each joint. Joints that would move too far are made
 * stiffer until they do not. The energy therefore still falls.
 * @param pinned n: joints that stay exactly in place.
 */
export function boundedStep(
  matrix: Float64Array,
  blocks: Float64Array,
  forces: Float64Array,
  pinned: readonly boolean[],
  longest: Float64Array,
): Float64Array {
  const width = forces.length;
  const free = Array.from({ length: width }, (_, n) => n).filter((n) => !pinned[Math.floor(n / 3)]);
  const more = new Float64Array(pinned.length);
  for (let round = 0; ; round++) {
    const system = new Float64Array(free.length ** 2);
    free.forEach((r, a) => {
      const joint = Math.floor(r / 3);
      free.forEach((c, b) => {
        let value = matrix[r * width + c];
        if (Math.floor(c / 3) === joint) value += blocks[9 * joint + 3 * (r % 3) + (c % 3)];
        system[a * free.length + b] = r === c ? value + more[joint] : value;
      });
    });
    const step = new Float64Array(width);
    const solved = solvePositive(
      system,
      Float64Array.from(free, (n) => -forces[n]),
    );
    free.forEach((n, a) => {
      step[n] = solved[a];
    });
    const over = excess(step, longest);
    const most = Math.max(0, ...over);
    if (most <= 1 || round === ROUNDS) return most > 1 ? step.map((x) => x / most) : step;
    over.forEach((times, joint) => {
      const own = matrix[3 * joint * (width + 1)] + blocks[9 * joint];
      if (times > 1) more[joint] = (more[joint] + own) * Math.min(times, 10) * 1.05;
    });
  }
}

/** Length of each joint's step relative to its longest allowed step. */
function excess(step: Float64Array, longest: Float64Array): number[] {
  return Array.from(longest, (most, k) => Math.hypot(step[3 * k], step[3 * k + 1], step[3 * k + 2]) / most);
}

/**
 * Solves a symmetric positive definite system (Cholesky); the matrix is overwritten. Directions without stiffness get
 * 0.
 */
function solvePositive(a: Float64Array, x: Float64Array): Float64Array {
  const n = x.length;
  for (let r = 0; r < n; r++) {
    const floor = 1e-14 * a[r * n + r];
    for (let c = 0; c <= r; c++) {
      let sum = a[r * n + c];
      for (let m = 0; m < c; m++) sum -= a[r * n + m] * a[c * n + m];
      if (c < r) a[r * n + c] = a[c * n + c] > 0 ? sum / a[c * n + c] : 0;
      else a[r * n + r] = sum > floor ? Math.sqrt(sum) : 0;
    }
  }
  for (let r = 0; r < n; r++) {
    for (let m = 0; m < r; m++) x[r] -= a[r * n + m] * x[m];
    x[r] = a[r * n + r] > 0 ? x[r] / a[r * n + r] : 0;
  }
  for (let r = n - 1; r >= 0; r--) {
    for (let m = r + 1; m < n; m++) x[r] -= a[m * n + r] * x[m];
    x[r] = a[r * n + r] > 0 ? x[r] / a[r * n + r] : 0;
  }
  return x;
}
