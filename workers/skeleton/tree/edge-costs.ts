/**
 * Finds which bones may meet in a joint, and the cost of each joint. The gap of a pair is the RMS distance over the
 * frames between the places to which the two bones carry their joint.
 *
 * - `eq21`: gap² / overlap (Le & Deng 2014, equation 21, divided by the number of frames). Bones that share no surface
 *   cannot be joined.
 * - `gap`: only gap², for bones that touch.
 * - `reach`: gap² · m_j m_k / (m_j + m_k) with the masses m = Σ w², an estimate of how much the error rises when the
 *   pair is joined. Bones that do not touch are joined if the motion shows a joint. They cost more, and have no edge if
 *   the gap is wide.
 */
import type { Task } from "../../model/task";
import { type BoneOverlaps, centreOf, centroidOf, touch } from "./bone-overlaps";
import { type SolvedJoint, softJoint, subspaceJoint } from "./joint-solve";
import { type BoneMotion, pairMoments } from "./pair-moments";
import type { Edge } from "./spanning-forest";

export type EdgeRule = "eq21" | "gap" | "reach";

export interface EdgeOptions {
  rule: EdgeRule;
  /** How joints are found: by equation 23, or by the pseudo-inverse. */
  solver: "soft" | "subspace";
  /** µ of equation 23, relative to the sum over all frames. */
  pull: number;
  /**
   * Where joints are expected: between the two bones' centroids, as published, or where their weights meet. For bones
   * that do not touch it is always between the centroids.
   */
  expected: "centroids" | "overlap";
  /** Whether parts that share only strays stay apart (`areSeparate`). A search that compares trees can do without. */
  apart?: boolean;
  /** Diagonal of the rest pose. */
  diagonal: number;
}

/** The published options: equations 21 and 23. */
export const PUBLISHED_EDGES = {
  rule: "eq21",
  solver: "soft",
  pull: 0.01,
  expected: "centroids",
  apart: true,
} as const satisfies Omit<EdgeOptions, "diagonal">;

export interface JointEdge extends Edge, SolvedJoint {}

/** Gaps below this share of the diagonal are rounding of f32 motion. The overlap then decides. */
const ROUNDING = 1e-6;
/**
 * For `reach`: a pair that does not touch costs this many times more, and has an edge up to this gap (as a share of the
 * diagonal).
 */
const APART = 4;
const WIDEST_APART = 0.01;
/**
 * Bones that share less than this part of the smaller one, and open their best joint by more than this share of the
 * diagonal, are separate parts with stray weights. If the joint opens farther, they may share more in proportion.
 */
const LITTLE_SHARED = 0.02;
const WIDE = 0.05;
/** For `reach`: the cost of the squared distance of a joint from its expected place. It decides if all gaps are 0. */
const FAR = 1e-7;
/** Pairs to process between two checkpoints. */
const STRIDE = 64;

/** The possible links of bones, each with its joint. Pairs that cannot be joined are left out. */
export async function edgeCosts(
  motion: BoneMotion,
  overlaps: BoneOverlaps,
  options: EdgeOptions,
  task: Task,
): Promise<JointEdge[]> {
  const B = overlaps.count;
  const edges: JointEdge[] = [];
  let pairs = 0;
  for (let a = 0; a < B; a++) {
    for (let b = a + 1; b < B; b++) {
      if (pairs++ % STRIDE === 0) await task.checkpoint();
      const edge = edgeOf(motion, overlaps, options, a, b);
      if (edge) edges.push(edge);
    }
  }
  return edges;
}

function edgeOf(
  motion: BoneMotion,
  overlaps: BoneOverlaps,
  options: EdgeOptions,
  a: number,
  b: number,
): JointEdge | null {
  const { count: B, shared } = overlaps;
  const { rule, diagonal } = options;
  const touching = touch(overlaps, a, b);
  if (!touching && rule !== "reach") return null;
  const [massA, massB] = [shared[a * B + a], shared[b * B + b]];
  if (massA === 0 || massB === 0) return null;
  const expected = expectedPlace(overlaps, options, a, b);
  const solved = jointFromMotion(motion, B, a, b, expected, options);
  if (!touching && solved.gap > WIDEST_APART * diagonal) return null;
  const squared = solved.gap ** 2 + (ROUNDING * diagonal) ** 2;
  if (rule === "eq21") return { a, b, ...solved, cost: squared / shared[a * B + b] };
  if (rule === "gap") return { a, b, ...solved, cost: squared };
  const reduced = (massA * massB) / (massA + massB);
  const far = solved.joint.reduce((sum, x, c) => sum + (x - expected[c]) ** 2, 0);
  return { a, b, ...solved, cost: reduced * ((touching ? 1 : APART) * squared + FAR * far) };
}

/**
 * Whether two bones belong to separate parts, although a few vertices may follow both.
 * @param share of their surface that they share, relative to the smaller bone.
 * @param gap of their best joint, relative to the diagonal.
 */
export const areSeparate = (share: number, gap: number): boolean =>
  gap > WIDE && share < (LITTLE_SHARED * gap) / WIDE;

/** The place where the joint of two bones is expected. */
export function expectedPlace(
  overlaps: BoneOverlaps,
  { expected }: Pick<EdgeOptions, "expected">,
  a: number,
  b: number,
): number[] {
  if (expected === "overlap" && touch(overlaps, a, b)) return centreOf(overlaps, a, b);
  const other = centroidOf(overlaps, b);
  return centroidOf(overlaps, a).map((x, c) => (x + other[c]) / 2);
}

/** The joint of two bones, by the solver of the options. */
export function jointFromMotion(
  motion: BoneMotion,
  B: number,
  a: number,
  b: number,
  expected: readonly number[],
  { solver, pull }: Pick<EdgeOptions, "solver" | "pull">,
): SolvedJoint {
  const moments = pairMoments(motion, B, a, b, expected);
  if (solver === "soft") return softJoint(moments, pull);
  const { joint, gap } = subspaceJoint(moments);
  return { joint, gap };
}
