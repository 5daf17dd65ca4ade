import type { MakeParallel } from "../../../kernels/parallel";
import { SinewError } from "../../../model/errors";
import { checkPositions, type MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { RemoveHelperInput, RemoveHelperResult } from "../../../model/reports/fit-report";
import type { Rig } from "../../../model/rig/rig";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { WeightBuilder } from "../../../model/rig/weight-builder";
import type { Task } from "../../../model/task";
import { BoneMerger } from "../../levels/merge-bones";
import { partOfRig } from "../../levels/part-of-rig";
import { mergedWeights } from "../bench/finished-rig";
import { errorOfRig } from "../report/measure-fit";

/**
 * Removes a helper from a rig. Its vertices get the best weights of the other bones for the current motion. All other
 * vertices and bones stay the same bit for bit. Its children go to its parent.
 * @throws SinewError if there is no such bone, or if it is a root; CancelledError.
 */
export async function removeHelper(
  { sequence, rig, helper, lockedWeights }: RemoveHelperInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<RemoveHelperResult> {
  const bone = boneToRemove(rig, helper);
  checkPositions(sequence);
  const before = await errorOfRig(sequence, rig, task);
  const names = new Set(lockedWeights);
  const locked = Uint8Array.from(rig.bones, ({ name }, j) => (names.has(name) && j !== bone ? 1 : 0));
  const left = await withoutBone(sequence, rig, bone, locked, makeParallel, task);
  return { rig: left, before, after: await errorOfRig(sequence, left, task) };
}

async function withoutBone(
  sequence: MeshSequence,
  rig: Rig,
  bone: number,
  locked: Uint8Array,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const merger = await BoneMerger.open(makeParallel, sequence, rig, task);
  try {
    await merger.merge(bone, locked, task);
    const found = mergedWeights(rig.weights, merger.weights(), locked);
    return partOfRig(rig, merger.left, withRowsOf(rig.weights, found, bone));
  } finally {
    merger.dispose();
  }
}

function boneToRemove({ bones }: Rig, name: string): number {
  const bone = bones.findIndex((each) => each.name === name);
  if (bone < 0) {
    throw new SinewError({
      title: `The rig has no bone ${name}`,
      body: "Choose one of its helper bones.",
    });
  }
  if (bones[bone].parent < 0) {
    throw new SinewError({
      title: `${name} cannot be removed`,
      body: "It is a root and has no parent that could take its vertices. Choose a bone that has a parent.",
    });
  }
  return bone;
}

/** The found weights for vertices that the bone moved, and the given ones for all others. */
function withRowsOf(given: SparseWeights, found: SparseWeights, bone: number): SparseWeights {
  const V = given.offsets.length - 1;
  const rows = new WeightBuilder();
  for (let i = 0; i < V; i++) {
    const isTouched = given.bones.subarray(given.offsets[i], given.offsets[i + 1]).includes(bone);
    rows.copy(isTouched ? found : given, i);
    rows.endRow();
  }
  return rows.weights();
}
