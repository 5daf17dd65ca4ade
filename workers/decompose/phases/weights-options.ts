import type { BoneKind } from "../../model/rig/rig";
import type { Regions } from "./regions/regions";
import type { Smoothing } from "./regions/smoothing";

/**
 * How supports are searched. The numbers are those of the kernel. `removals` changes no weights: it writes into
 * `losses` how much the error rises if an influence is removed and the vertex gets other bones. It ignores smoothness
 * and regions.
 */
export const SEARCH = {
  swap: 0,
  twoPass: 1,
  all: 2,
  fixed: 3,
  evaluate: 4,
  rest: 5,
  swapAndRest: 6,
  removals: 7,
} as const;
export type Search = keyof typeof SEARCH;

/** One of so many equal parts of the vertices, spread over the mesh. */
export interface SearchPart {
  parts: number;
  /** 0 to parts − 1. */
  number: number;
}

/** Once bones are near their places, most searches find nothing, and a third of the vertices at a time is enough. */
const PARTS = 3;
/** With fewer vertices all search at the end: islands of a cloth can cost ten times as much with parts. */
const LEAST_IN_PARTS = 2048;
/** With fewer vertices all search while bones are sought: with parts, samples of up to 2 200 end 1 to 3 % higher. */
const LEAST_OF_SCOUT = 2400;

/** In each iteration at the end of a default solve, one part in so many searches for better bones. */
export const searchParts = (vertices: number): number => (vertices < LEAST_IN_PARTS ? 1 : PARTS);

/** The same while bones are sought. Affine ones end 2 % higher in parts (docs/measurements/solving.md). */
export const scoutParts = (vertices: number, kind: BoneKind): number =>
  kind === "rigid" && vertices >= LEAST_OF_SCOUT ? PARTS : 1;

/** All vertices. */
export const ALL_SEARCH: SearchPart = { parts: 1, number: 0 };

/** What else a run of the weights phase does. */
export interface RunOptions {
  /** Receives the cost of losing each influence, V·slots numbers in the arena. */
  losses?: Float64Array;
  /** With `removals`, receives bits of the bones that searches looked at: V rows as in `WeightsPhase.allowed`. */
  noted?: Uint32Array;
  /** The vertices that search for bones in a swap search without `losses`. Default: all. */
  part?: SearchPart;
}

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
