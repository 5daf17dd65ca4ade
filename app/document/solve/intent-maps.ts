import type { SolveIntent } from "../../../workers/model/solve/solve-settings";
import type { IntentMap } from "../view-state";

/** A map that steers the placement of bones: one number per vertex. */
export interface IntentMapInfo {
  name: string;
  help: string;
  /** Regions are numbered from 1, and 0 is no region. Amounts have bounds. */
  kind: "amount" | "region";
  bounds: readonly [number, number];
  /** The value of unpainted vertices. */
  usual: number;
  /** The brush's first value. */
  first: number;
  /** The colouring of the map. */
  shading: "strength" | "balance" | "regions";
}

export const INTENT_MAPS: Record<IntentMap, IntentMapInfo> = {
  density: {
    name: "More bones here",
    help: "Places more bones where this is high, up to 1.",
    kind: "amount",
    bounds: [0, 1],
    usual: 0,
    first: 1,
    shading: "strength",
  },
  importance: {
    name: "Importance",
    help: "How much errors count here: 1 is normal, 4 is four times as much, 0 ignores them.",
    kind: "amount",
    bounds: [0, 4],
    usual: 1,
    first: 4,
    shading: "balance",
  },
  rigid: {
    name: "Keep rigid",
    help: "One bone alone moves each region, as one rigid piece. Strokes that touch are one region.",
    kind: "region",
    bounds: [0, 65535],
    usual: 0,
    first: 1,
    shading: "regions",
  },
  together: {
    name: "Same bone",
    help: "One bone has at least half of the weight in all of a region. Strokes that touch are one region.",
    kind: "region",
    bounds: [0, 65535],
    usual: 0,
    first: 1,
    shading: "regions",
  },
};

export const INTENT_MAP_NAMES = Object.keys(INTENT_MAPS) as IntentMap[];

const known = new WeakMap<Uint16Array, Float32Array>();

/** A map as numbers, V. Returns the same array while the map is the same; callers must not write to it. */
export function intentValues(intent: SolveIntent, map: IntentMap, vertices: number): Float32Array {
  const given = intent[map];
  if (given?.length !== vertices) return usualValues(INTENT_MAPS[map].usual, vertices);
  if (given instanceof Float32Array) return given;
  const before = known.get(given);
  if (before) return before;
  const made = Float32Array.from(given);
  known.set(given, made);
  return made;
}

/** Default values for unpainted maps. They are freed once nothing shows them. */
const usuals = new Map<number, WeakRef<Float32Array>>();

function usualValues(usual: number, vertices: number): Float32Array {
  const before = usuals.get(usual)?.deref();
  if (before?.length === vertices) return before;
  const made = new Float32Array(vertices).fill(usual);
  usuals.set(usual, new WeakRef(made));
  return made;
}

/** The number of regions of a map. */
export function regionCount(values: Uint16Array | null): number {
  const found = new Set(values);
  found.delete(0);
  return found.size;
}

/** The weight of the frames in a range, or null if they differ. */
export function frameWeight(
  { frames }: SolveIntent,
  [first, last]: readonly [number, number],
): number | null {
  if (!frames) return 1;
  for (let k = first; k <= last; k++) if (frames[k] !== frames[first]) return null;
  return frames[first] ?? 1;
}
