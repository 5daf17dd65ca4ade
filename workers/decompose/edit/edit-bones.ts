/**
 * Edits of single bones by the artist. An edit drafts the new bones and rows (`Draft`). Then the parts that it touches
 * are fitted to the sequence again and everything else stays fixed: the motion of other bones, and the weights of
 * vertices that they alone move, keep their bits. Mirroring touches everything and works differently.
 */

import { type MakeParallel, threadsToReserve } from "../../kernels/parallel";
import { howMany } from "../../model/reports/figures";
import type { Measures } from "../../model/reports/solve-report";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import { usedSettings } from "../../model/solve/method-settings";
import type { Task } from "../../model/task";
import { measure, measureBytes } from "../../report/measure";
import { boneHeads } from "../result/rig-assembly";
import { draftDelete } from "./delete";
import {
  type Draft,
  type EditContext,
  type EditedRig,
  type EditInput,
  type EditPlan,
  renumberedRow,
} from "./edit-context";
import { draftMerge } from "./merge";
import { planMirror } from "./mirror";
import { draftMove } from "./move";
import { refuseEdit } from "./refusals";
import { type Around, aroundBytes, type SolvedDraft, solveAround } from "./solve-around";
import { draftSplit } from "./split";

export interface EditResult extends EditedRig {
  /** E_RMS of the rig before the edit. */
  before: number;
  /** Every figure of the edited rig. */
  measures: Measures;
}

/**
 * Splits, merges, deletes, moves or mirrors bones of a rig. Locked bones and vertices stay unchanged.
 * @throws SinewError if a lock or the rig does not allow the edit; CancelledError.
 */
export async function editBones(
  input: EditInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<EditResult> {
  const { sequence, rig, edit } = input;
  const settings = usedSettings(input.settings);
  const fits = input.locks?.bones.length === rig.bones.length;
  const locks = fits ? input.locks : null;
  if (rig.rest.length !== sequence.rest.length || rig.weights.offsets.length !== sequence.vertexCount + 1) {
    refuseEdit("The rig does not fit the mesh", `The mesh has ${howMany(sequence.vertexCount, "vertex")}.`);
  }
  task.progress({ phase: "Bones", done: null, detail: "" });
  const context: EditContext = { sequence, rig, locks, task };
  const plan =
    edit.kind === "mirror"
      ? planMirror(context, settings, edit.axis)
      : planDraft(context, settings, await draftOf(context, edit));
  const threads = threadsToReserve(makeParallel);
  const influences = Math.max(maxInfluences(rig.weights), settings.influences || plan.bones);
  const measuring = measureBytes(sequence, Math.max(rig.bones.length, plan.bones), influences, threads);
  const parallel = await makeParallel(Math.max(plan.bytes(threads), measuring));
  try {
    const edited = await plan.run(parallel);
    task.progress({ phase: "Report", done: null, detail: "" });
    const before = (await measure(parallel, sequence, rig, task)).eRms;
    return { ...edited, before, measures: await measure(parallel, sequence, edited.rig, task) };
  } finally {
    parallel.dispose();
  }
}

function draftOf(
  context: EditContext,
  edit: Exclude<EditInput["edit"], { kind: "mirror" }>,
): Draft | Promise<Draft> {
  switch (edit.kind) {
    case "split":
      return draftSplit(context, edit.bone);
    case "merge":
      return draftMerge(context, edit.bones);
    case "delete":
      return draftDelete(context, edit.bones);
    case "move":
      return draftMove(context, edit.bone, edit.vertex);
  }
}

/** Plans the fit of everything that a draft touches. */
function planDraft(
  { sequence, rig, locks, task }: EditContext,
  settings: EditInput["settings"],
  draft: Draft,
): EditPlan {
  const around: Around = { sequence, rig, draft, settings, lockedVertices: locks?.vertices ?? null };
  return {
    bones: draft.bones.length,
    bytes: (threads) => aroundBytes(around, threads),
    async run(parallel) {
      const found = draft.vertices.length > 0 ? await solveAround(parallel, around, task) : null;
      return { rig: assemble(around, found), origin: draft.origin };
    },
  };
}

/** The edited rig. It has no correction, because that was fitted to the error of the rig before. */
function assemble({ sequence, rig, draft, lockedVertices }: Around, found: SolvedDraft | null): Rig {
  const weights = mixed(rig, draft, found?.weights ?? null, lockedVertices);
  const heads = boneHeads(weights, sequence.rest, draft.bones.length);
  const bones = draft.bones.map((bone, j) => {
    const before = draft.origin[j] >= 0 ? rig.bones[draft.origin[j]].head : heads[j];
    return { ...bone, head: bone.head ?? (weights.bones.includes(j) ? heads[j] : before) };
  });
  return {
    version: 1,
    bones,
    boneKind: rig.boneKind,
    weights,
    motion: found?.motion ?? draft.motion,
    rest: rig.rest,
  };
}

/** The new rows for the draft's vertices, and all other rows under the new bone numbers. */
function mixed(
  rig: Rig,
  { vertices, place }: Draft,
  found: SparseWeights | null,
  locked: Uint8Array | null,
): SparseWeights {
  const count = rig.weights.offsets.length - 1;
  const rows = new WeightBuilder();
  let n = 0;
  for (let i = 0; i < count; i++) {
    const isFound = found !== null && vertices[n] === i;
    if (isFound && !locked?.[i]) {
      rows.copy(found, n);
    } else {
      for (const [bone, weight] of renumberedRow(rig, i, place)) rows.add(bone, weight);
    }
    if (isFound) n++;
    rows.endRow();
  }
  return rows.weights();
}
