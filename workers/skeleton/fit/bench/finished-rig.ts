/**
 * The rig that a fit returns. Everything that may not change is copied from the given rig, so it stays the same bit for
 * bit.
 */
import { invertAffine, multiplyAffine } from "../../../math/affine";
import type { Rig } from "../../../model/rig/rig";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { WeightBuilder } from "../../../model/rig/weight-builder";
import type { Rules } from "./rules";

/** The parts that the fit may have changed. */
export interface Changed {
  weights: boolean;
  rest: boolean;
  /** B flags: the joint may have moved, or may have another parent. */
  joints: Uint8Array;
}

/** The largest difference from a rotation that a rigid 3x3 may have. */
const RIGID = 1e-3;

/** @param found the rig of the solver. */
export function finishedRig(given: Rig, found: Rig, { held, lockedWeights }: Rules, changed: Changed): Rig {
  const B = given.bones.length;
  const motion = found.motion.slice();
  for (let at = 0; at < motion.length; at += 12) {
    if (held[(at / 12) % B]) motion.set(given.motion.subarray(at, at + 12), at);
  }
  carryEnds(given, motion, held);
  const bones = given.bones.map((bone, j) => {
    const { parent, head } = found.bones[j];
    return changed.joints[j] ? { ...bone, parent, head } : bone;
  });
  return {
    version: 1,
    bones,
    boneKind: isRigid(motion) ? "rigid" : "affine",
    weights: changed.weights ? mergedWeights(given.weights, found.weights, lockedWeights) : given.weights,
    motion,
    rest: changed.rest ? found.rest : given.rest,
  };
}

/** No error says how end joints move, because they move nothing. They keep their motion relative to their parents. */
function carryEnds({ bones, motion: given }: Rig, motion: Float32Array, held: Uint8Array): void {
  const ends = [...bones.keys()].filter((j) => bones[j].end && bones[j].parent >= 0 && !held[j]);
  const [back, own, moved] = Array.from({ length: 3 }, () => new Float64Array(12));
  for (let frame = 0; ends.length > 0 && frame < motion.length; frame += 12 * bones.length) {
    for (const j of ends) {
      const [at, above] = [frame + 12 * j, frame + 12 * bones[j].parent];
      if (!invertAffine(back, 0, given, above)) continue;
      multiplyAffine(own, 0, back, 0, given, at);
      multiplyAffine(moved, 0, motion, above, own, 0);
      motion.set(moved, at);
    }
  }
}

/** Whether all bones only turn and shift. */
function isRigid(motion: Float32Array): boolean {
  for (let at = 0; at < motion.length; at += 12) {
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) {
        let dot = 0;
        for (let c = 0; c < 3; c++) dot += motion[at + 4 * a + c] * motion[at + 4 * b + c];
        if (Math.abs(dot - (a === b ? 1 : 0)) > RIGID) return false;
      }
    }
  }
  return true;
}

/** The found weights, with the given weights of locked bones. The other bones share the rest. */
export function mergedWeights(given: SparseWeights, found: SparseWeights, locked: Uint8Array): SparseWeights {
  if (!locked.some(Boolean)) return found;
  const V = found.offsets.length - 1;
  const rows = new WeightBuilder();
  for (let i = 0; i < V; i++) {
    const kept = rowOf(given, i).filter(([j]) => locked[j]);
    const free = rowOf(found, i).filter(([j]) => !locked[j]);
    const left = Math.max(0, 1 - kept.reduce((sum, [, w]) => sum + w, 0));
    const sum = free.reduce((total, [, w]) => total + w, 0);
    const shares = sum > 0 && left > 0 ? free.map(([j, w]): Influence => [j, (w * left) / sum]) : [];
    rows.addRow([...kept, ...shares]);
  }
  return rows.weights();
}

type Influence = [bone: number, weight: number];

function rowOf({ offsets, bones, values }: SparseWeights, i: number): Influence[] {
  const row: Influence[] = [];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) row.push([bones[e], values[e]]);
  return row;
}
