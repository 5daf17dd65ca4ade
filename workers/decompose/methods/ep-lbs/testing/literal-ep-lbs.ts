import type { PlainBones, PlainProblem } from "../../../../kernels/testing/blend-reference";
import { nearestQuaternion } from "../../../../math/best-rotation";
import {
  besideEachOther,
  dividedWeights,
  errorOf,
  plainGroups,
  rigidRows,
} from "../../../testing/literal-steps";

/**
 * EP-LBS as published (Hopkins 2017), in plain arrays: features of one-rings, groups by cosine distance, rigid bones,
 * non-negative weights divided by their sum (algorithm 4.1), then gradient descent over mapped weights, z-x-z angles
 * and translations (algorithm 4.3, in the reading that can run). Each slope evaluates the whole objective twice.
 */
interface LiteralEpLbs {
  /** The vertices of each bone. */
  groups: number[][];
  /** The squared error of the start and after each step. */
  errors: number[];
}

/** @param order the order of bones in the mapping of weights: the last one has no free weight. */
export function literalEpLbs(
  problem: PlainProblem,
  triangles: readonly (readonly number[])[],
  { bones: h, steps, order }: { bones: number; steps: number; order: readonly number[] },
): LiteralEpLbs {
  const labels = plainGroups(plainFeatures(problem, triangles), h, cosineDistance);
  const found = Array.from({ length: h }, (_, j) => labels.flatMap((label, i) => (label === j ? [i] : [])));
  const groups = order.map((j) => found[j]);
  const start = besideEachOther(groups.map((members) => rigidRows(problem, members)));
  const weights = problem.rest.map((_, i) => dividedWeights(problem, start, h, i, 0));
  return { groups, errors: descended(problem, start, weights, h, steps) };
}

/** The features of all vertices: motions of their rings of edges, with themselves. */
export function plainFeatures(problem: PlainProblem, triangles: readonly (readonly number[])[]): number[][] {
  const rings = problem.rest.map((_, i) => [
    ...new Set([i, ...triangles.filter((triangle) => triangle.includes(i)).flat()]),
  ]);
  return rings.map((ring) => featureOf(problem, ring));
}

export function cosineDistance(a: readonly number[], b: readonly number[]): number {
  const [ab, aa, bb] = [dot(a, b), dot(a, a), dot(b, b)];
  return 1 - ab / Math.sqrt(aa * bb);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, n) => sum + x * b[n], 0);

/** Quaternion and homogenised translation of the ring's motion in all frames (equations 4.25 to 4.29). */
function featureOf(problem: PlainProblem, ring: readonly number[]): number[] {
  const rows = rigidRows(problem, ring);
  return Array.from({ length: problem.frameCount }, (_, k) => {
    const own = rows.slice(3 * k, 3 * k + 3);
    const shift = [1, ...own.map((row) => row[3])];
    const q = nearestQuaternion(own.flatMap((row) => row.slice(0, 3)));
    return [...q, ...shift.map((x) => x / Math.hypot(...shift))];
  }).flat();
}

/** The first step, the smallest step, the difference and the relative change at the end, as in the method's page. */
const [FIRST, SMALLEST, DIFFERENCE, TOLERANCE] = [1, 1e-14, 1e-6, 1e-7];

function descended(
  problem: PlainProblem,
  start: PlainBones,
  weights: readonly number[][],
  h: number,
  steps: number,
): number[] {
  const [V, F] = [problem.vertexCount, problem.frameCount];
  const free = V * (h - 1);
  // Unknowns: free weights, then three mapped angles and a translation for each frame and bone.
  let x = [
    ...weights.flatMap((w) => w.slice(0, -1).map((own, j) => freeOf(w, j, own))),
    ...Array.from({ length: F * h }, (_, n) => {
      const [k, j] = [Math.floor(n / h), n % h];
      return [0.5, 0.5, 0.5, ...[0, 1, 2].map((a) => start[3 * k + a][4 * j + 3])];
    }).flat(),
  ];
  const isMapped = (n: number) => n < free || (n - free) % 6 < 3;
  const errorAt = (at: readonly number[]) => {
    const actual = Array.from({ length: V }, (_, i) => weightsOf(at.slice(i * (h - 1), (i + 1) * (h - 1))));
    const bones = start.map((row) => row.slice());
    for (let n = 0; n < F * h; n++) {
      const [k, j] = [Math.floor(n / h), n % h];
      const own = at.slice(free + 6 * n, free + 6 * n + 6);
      const r = zxz(own.slice(0, 3).map((e) => 2 * Math.PI * e - Math.PI));
      for (let a = 0; a < 3; a++) {
        const q = start[3 * k + a].slice(4 * j, 4 * j + 3);
        for (let c = 0; c < 3; c++)
          bones[3 * k + a][4 * j + c] = q.reduce((sum, y, m) => sum + y * r[m][c], 0);
        bones[3 * k + a][4 * j + 3] = own[3 + a];
      }
    }
    return errorOf(problem, bones, actual);
  };
  const clamped = (next: readonly number[]) =>
    next.map((y, n) => (isMapped(n) ? Math.min(1, Math.max(0, y)) : y));
  const errors = [errorAt(x)];
  let [gamma, successes] = [FIRST, 0];
  while (errors.length <= steps) {
    const last = errors[errors.length - 1];
    const slope = x.map((_, n) => (errorAt(x.with(n, x[n] + DIFFERENCE)) - last) / DIFFERENCE);
    const stepped = () => clamped(x.map((y, n) => y - gamma * slope[n]));
    let value = errorAt(stepped());
    while (value > last && gamma >= SMALLEST) {
      gamma /= 2;
      successes = 0;
      value = errorAt(stepped());
    }
    if (value > last) break;
    x = stepped();
    errors.push(value);
    successes++;
    if (successes > 5) gamma *= 1.75;
    if (last - value <= TOLERANCE * value) break;
  }
  return errors;
}

/** Equation 4.12: the free value of weight j. */
function freeOf(w: readonly number[], j: number, own: number): number {
  const left = 1 - w.slice(0, j).reduce((a, b) => a + b, 0);
  return left <= 0 ? 0 : Math.min(1, Math.max(0, own / left));
}

/** Equations 4.7 to 4.10. */
function weightsOf(free: readonly number[]): number[] {
  const out: number[] = [];
  for (const u of free) out.push(u * (1 - out.reduce((a, b) => a + b, 0)));
  return [...out, 1 - out.reduce((a, b) => a + b, 0)];
}

/** R = Z(a) X(b) Z(c). */
function zxz([a, b, c]: readonly number[]): number[][] {
  const [ca, sa, cb, sb, cc, sc] = [a, b, c].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  return [
    [ca * cc - sa * cb * sc, -ca * sc - sa * cb * cc, sa * sb],
    [sa * cc + ca * cb * sc, -sa * sc + ca * cb * cc, -ca * sb],
    [sb * sc, sb * cc, cb],
  ];
}
