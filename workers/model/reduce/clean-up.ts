/**
 * Operations that clean weights up, with the number that each takes. docs/algorithms/reducing/clean-up.md describes
 * them.
 */
import type { SparseWeights } from "../rig/sparse-weights";

export const CLEAN_UP_KINDS = ["normalise", "limit", "prune", "smooth", "fill", "islands", "hammer"] as const;
export type CleanUpKind = (typeof CLEAN_UP_KINDS)[number];

/** The number of an operation. */
export interface CleanUpAmount {
  /** Its label: what it counts or measures. */
  label: string;
  usual: number;
  least: number;
  most: number;
  isWhole: boolean;
}

/** The numbers of the operations; null for those that take none. */
export const CLEAN_UP_AMOUNTS: Readonly<Record<CleanUpKind, CleanUpAmount | null>> = {
  normalise: null,
  limit: { label: "At most", usual: 4, least: 1, most: 64, isWhole: true },
  prune: { label: "Below", usual: 0.01, least: 0, most: 1, isWhole: false },
  smooth: { label: "Passes", usual: 3, least: 1, most: 100, isWhole: true },
  fill: null,
  islands: { label: "Below a share of", usual: 0.05, least: 0, most: 1, isWhole: false },
  hammer: { label: "Differ by", usual: 0.6, least: 0, most: 1, isWhole: false },
};

export interface CleanUpInput {
  kind: CleanUpKind;
  /** The operation's number; ignored by those that take none. */
  amount: number;
  weights: SparseWeights;
  boneCount: number;
  /** 3V. */
  rest: Float32Array;
  /** Solver vertices of the triangles. */
  triangles: Uint32Array;
  /** The vertices that may change; null is all. */
  vertices: Uint32Array | null;
  /** B: 1 for bones whose weights must not change. */
  locked: Uint8Array;
}

export interface CleanUpResult {
  /** The given object if nothing changes. */
  weights: SparseWeights;
  /** The vertices whose weights change, ascending. */
  changed: Uint32Array;
}
