import type { Bone, Rig } from "../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { WeightBuilder } from "../../../workers/model/rig/weight-builder";
import type { HeldBones } from "../../../workers/model/weights/layers/row-accumulator";
import { heldBones } from "./layers/composition";

/**
 * The locked bones of a rig and their weights, in the order of other bones, known by their names: a result may be older
 * than the last bone that was removed. Null if no bone is locked.
 */
export function heldIn(bones: readonly Bone[], rig: Rig, locked: readonly string[]): HeldBones | null {
  const held = heldBones({ ...rig, bones: [...bones] }, locked);
  const isSame =
    bones.length === rig.bones.length && bones.every(({ name }, j) => rig.bones[j].name === name);
  if (!held || isSame) return held;
  const places = new Map(bones.map(({ name }, j) => [name, j]));
  return { ...held, weights: renumbered(rig.weights, (j) => places.get(rig.bones[j].name)) };
}

/** Weights with other numbers for their bones; those without a number are left out. */
function renumbered(weights: SparseWeights, numberOf: (bone: number) => number | undefined): SparseWeights {
  const { offsets, bones, values } = weights;
  const made = new WeightBuilder();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row: [number, number][] = [];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = numberOf(bones[e]);
      if (j !== undefined) row.push([j, values[e]]);
    }
    made.addRow(row);
  }
  return made.weights();
}
