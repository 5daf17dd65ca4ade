/** Weights that stay fixed while others are found: their source, and the edits that they make impossible. */
import { segmentsByName } from "../rig/bone-segments";
import type { Rig } from "../rig/rig";
import type { Skeleton } from "../skeleton/skeleton";
import type { WeightEdits } from "./weight-edits";
import type { KeptWeights } from "./weights-input";

/** Tolerance of weights for rounding. */
const ROUNDING = 1e-6;

/** The rig's weights if some of them are painted or locked; null otherwise. */
export function keptOfRig(
  rig: Pick<Rig, "bones" | "weights"> | null,
  { painted, locked }: Pick<WeightEdits, "painted" | "locked">,
): KeptWeights | null {
  if (!rig || (painted.length === 0 && locked.length === 0)) return null;
  return { bones: rig.bones.map(({ name }) => name), weights: rig.weights };
}

/** Painted weights that cannot stay. */
export interface LostWeights {
  /** Ascending. */
  vertices: Uint32Array;
  /** Names of the bones that they need and the skeleton lacks. */
  bones: string[];
}

/** Painted vertices with weights of bones that the skeleton lacks; null if all can stay. */
export function lostWeights(
  { bones: names, weights: { offsets, bones, values } }: KeptWeights,
  skeleton: Skeleton,
  painted: Uint32Array,
): LostWeights | null {
  const segments = segmentsByName(skeleton, names);
  if (!segments.includes(-1)) return null;
  const needed = new Set<number>();
  const vertices = painted.filter((i) => {
    let isLost = false;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (segments[bones[e]] >= 0 || !(values[e] > 0)) continue;
      needed.add(bones[e]);
      isLost = true;
    }
    return isLost;
  });
  return vertices.length > 0 ? { vertices, bones: [...needed].map((j) => names[j]) } : null;
}

/**
 * The brush's holds that have no effect, because fixed weights leave no room. Holds on painted vertices or of locked
 * bones may ask for another weight than the fixed one. Other holds may exceed what locked bones leave of the sum 1.
 * @returns their vertices, ascending, without repetition.
 */
export function unmetHolds(
  kept: KeptWeights | null,
  skeleton: Skeleton,
  { holds, painted, locked }: Pick<WeightEdits, "holds" | "painted" | "locked">,
): number[] {
  if (!kept || holds.vertices.length === 0) return [];
  const segments = segmentsByName(skeleton, kept.bones);
  const lost = new Set(lostWeights(kept, skeleton, painted)?.vertices);
  const whole = new Set(painted.filter((i) => !lost.has(i)));
  const isLocked = lockedSegments(kept.bones, segments, locked);
  const rooms = new Map<number, number>();
  const unmet = new Set<number>();
  holds.vertices.forEach((i, n) => {
    const [bone, value] = [holds.bones[n], holds.values[n]];
    const row = rowOf(kept, segments, i);
    if (whole.has(i) || isLocked.has(bone)) {
      if (Math.abs((row.get(bone) ?? 0) - value) > ROUNDING) unmet.add(i);
      return;
    }
    let room = rooms.get(i) ?? 1;
    if (!rooms.has(i)) for (const [j, weight] of row) if (isLocked.has(j)) room -= weight;
    if (value > room + ROUNDING) unmet.add(i);
    else room -= value;
    rooms.set(i, room);
  });
  return [...unmet].sort((a, b) => a - b);
}

/** A segment is locked if all its bones are. */
function lockedSegments(names: readonly string[], segments: Int32Array, locked: readonly string[]) {
  const isLocked = new Set(segments.filter((j, k) => j >= 0 && locked.includes(names[k])));
  for (const [k, j] of segments.entries()) if (!locked.includes(names[k])) isLocked.delete(j);
  return isLocked;
}

function rowOf({ weights: { offsets, bones, values } }: KeptWeights, segments: Int32Array, i: number) {
  const row = new Map<number, number>();
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    const j = segments[bones[e]];
    row.set(j, (row.get(j) ?? 0) + values[e]);
  }
  return row;
}
