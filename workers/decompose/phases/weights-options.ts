import type { BoneKind } from "../../model/rig/rig";
import type { Regions } from "./regions/regions";
import type { Smoothing } from "./regions/smoothing";

/** How supports are searched. The numbers are those of the kernel. */
export const SEARCH = {
  swap: 0,
  twoPass: 1,
  all: 2,
  fixed: 3,
  evaluate: 4,
  rest: 5,
  swapAndRest: 6,
} as const;
export type Search = keyof typeof SEARCH;

export interface WeightsOptions {
  /** The number of bones, h. */
  bones: number;
  /** The most influences of a vertex, at most h. */
  limit: number;
  /** Room for influences: `limit`, or more if locked vertices have more. */
  slots: number;
  search: Search;
  /** New bones tried for a vertex in each round of a swap search. */
  candidates: number;
  rounds: number;
  kind: BoneKind;
  /** Vertices with fixed weights, V flags in the arena, or null. */
  locked: Uint8Array | null;
  smoothing: Smoothing | null;
  /** Regions whose vertices share a bone, or null. Made with the same locked vertices and slots. */
  regions?: Regions | null;
}
