/**
 * Follows an edit of a skeleton by hand. The joints that it affects are found again, and the trees that it affects are
 * posed again in every frame. The weights of vertices that the edit does not name, and the motion of other trees, stay
 * the same bit for bit. Other joints keep their places. Joints that were open stay open.
 */
import { editBones } from "../../decompose/edit/edit-bones";
import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { checkPositions } from "../../model/mesh/mesh-sequence";
import type { ResolveInput, ResolveResult } from "../../model/reports/skeleton-report";
import { parentsFirst } from "../../model/rig/bone-tree";
import type { Rig } from "../../model/rig/rig";
import { partName } from "../../model/skeleton/segment-names";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { measureJoints } from "../report/measure-joints";
import { percentOf, residualsOf } from "../report/residuals";
import { rigInTreeOrder } from "../tree/skeleton-tree";
import {
  divided,
  type EditedSkeleton,
  movedJoint,
  reparented,
  rerooted,
  splitWhereBent,
  withHeirs,
} from "./edited";
import { extruded, inserted } from "./new-bone";
import { fitShares } from "./new-weights";
import { posedAgain } from "./posed-again";

/**
 * The rig after an edit. With soft joints only the tree changes, and the bones of a split, a merge or a deletion.
 * @throws SinewError if the edit cannot be done; CancelledError.
 */
export async function resolveSkeleton(
  input: ResolveInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<ResolveResult> {
  const { sequence, rig, settings } = input;
  if (rig.boneKind !== "rigid") {
    throw new SinewError({
      title: "Only rigid bones form a skeleton",
      body: "These bones stretch and shear. Solve for rigid bones first.",
    });
  }
  checkPositions(sequence);
  task.progress({ phase: "Bones", done: null, detail: "" });
  const before = percentOf((await residualsOf(sequence, rig, task)).error, sequence);
  const made = await editedBy(input, before / 100, makeParallel, task);
  // The order changes as little as possible.
  const tree = { ...made.tree, order: Uint32Array.from(parentsFirst(made.tree.parents)) };
  const edited = { ...made, tree };
  task.progress({ phase: "Joints", done: null, detail: "" });
  const soft = rigInTreeOrder(edited.rig, edited.tree).rig;
  const isPosed = settings.joints === "strict" && edited.touched.length > 0;
  const posed = isPosed ? await posedWithWeights(input, edited, makeParallel, task) : edited.rig;
  const { rig: after } = rigInTreeOrder(posed, edited.tree);
  task.progress({ phase: "Report", done: null, detail: "" });
  const residuals = await residualsOf(sequence, after, task);
  return {
    rig: after,
    origin: Int32Array.from(edited.tree.order, (j) => edited.origin[j]),
    joints: measureJoints(sequence, after, soft, residuals),
    before,
    rmsePercent: percentOf(residuals.error, sequence),
  };
}

/**
 * Poses the trees again. The weights of a new bone are then fitted to the pose, and the trees are posed with these
 * weights.
 */
async function posedWithWeights(
  input: ResolveInput,
  edited: EditedSkeleton,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const posed = await posedAgain(input, edited, makeParallel, task);
  if (!edited.shared) return posed;
  const weights = fitShares(input.sequence, posed, edited.shared, input.locks);
  return posedAgain(input, { ...edited, rig: { ...posed, weights } }, makeParallel, task);
}

async function editedBy(
  { sequence, rig, edit, settings, locks }: ResolveInput,
  error: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<EditedSkeleton> {
  if (edit.kind === "move") return movedJoint(rig, edit.bone, edit.to);
  if (edit.kind === "reparent") return reparented(rig, edit);
  if (edit.kind === "root") return rerooted(rig, edit.bone, error);
  const { influences } = settings;
  if (edit.kind === "insert") return inserted(rig, edit, { locks, influences });
  if (edit.kind === "split-still") return splitWhereBent(rig, edit.bone, influences);
  if (edit.kind === "extrude") return extruded(rig, edit, { locks, influences });
  const asked = { ...SOLVE_DEFAULTS, influences };
  const input = { sequence, rig, edit, settings: asked, locks };
  const { rig: after, origin } = await editBones(input, makeParallel, task);
  if (edit.kind === "split")
    return divided(rig, withOldName(rig, after, origin, edit.bone), origin, edit.bone);
  return withHeirs(rig, after, origin, heirsOf(rig, origin, edit.kind === "merge" ? edit.bones : []));
}

/**
 * Names the halves of a split bone. The first keeps its name, which clips and engines know. The second gets the name of
 * a part.
 */
function withOldName(before: Rig, after: Rig, origin: Int32Array, bone: number): Rig {
  const names = before.bones.map(({ name }) => name);
  const part = partName(names[bone], names);
  const bones = after.bones.map((each, j) => ({ ...each, name: origin[j] < 0 ? part : names[origin[j]] }));
  return { ...after, bones };
}

/**
 * The new number of every old bone. A removed bone is replaced by the bone into which it was merged, or by its nearest
 * remaining ancestor, or by the first bone below it.
 */
function heirsOf({ bones }: Rig, origin: Int32Array, merged: readonly number[]): number[] {
  const place = bones.map((_, j) => origin.indexOf(j));
  const fresh = origin.indexOf(-1);
  const survivor = merged.map((j) => place[j]).find((j) => j >= 0) ?? fresh;
  return bones.map((_, j) => {
    if (place[j] >= 0) return place[j];
    if (merged.includes(j)) return survivor;
    for (let p = bones[j].parent; p >= 0; p = bones[p].parent) if (place[p] >= 0) return place[p];
    const below = bones.findIndex(({ parent }, k) => parent === j && place[k] >= 0);
    return below >= 0 ? place[below] : 0;
  });
}
