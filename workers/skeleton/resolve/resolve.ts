/**
 * Follows an edit of a skeleton by hand: the joints that it touches are found again, and the skeleton is posed again in
 * every frame. Joints and weights that the edit does not touch stay.
 */
import { editBones } from "../../decompose/edit/edit-bones";
import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import type { ResolveInput, ResolveResult } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { measureJoints } from "../report/measure-joints";
import { percentOf, residualsOf } from "../report/residuals";
import { StrictBench } from "../strict/strict-bench";
import { hungRig } from "../tree/skeleton-tree";
import { divided, type Edited, inserted, movedJoint, rehung, reparented } from "./edited";

/** Gauss-Newton steps after an edit. */
const STEPS = 12;

/** @throws SinewError if the edit cannot be done; CancelledError. */
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
  task.progress({ phase: "Bones", done: null, detail: "" });
  const before = percentOf((await residualsOf(sequence, rig, task)).error, sequence);
  const edited = await editedBy(input, makeParallel, task);
  const posed = await posedAgain(sequence, edited, settings.pull, makeParallel, task);
  const soft = hungRig(edited.rig, edited.tree).rig;
  const { rig: strict } = hungRig(posed, edited.tree);
  const residuals = await residualsOf(sequence, strict, task);
  return {
    rig: strict,
    origin: Int32Array.from(edited.tree.order, (j) => edited.origin[j]),
    joints: measureJoints(sequence, strict, soft, residuals),
    before,
    rmsePercent: percentOf(residuals.error, sequence),
  };
}

async function editedBy(
  { sequence, rig, edit, settings }: ResolveInput,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Edited> {
  if (edit.kind === "move") return movedJoint(rig, edit.bone, edit.to);
  if (edit.kind === "reparent") return reparented(rig, edit.bone, edit.parent);
  if (edit.kind === "insert") return inserted(rig, edit.bone, edit.at);
  const { influences } = settings;
  const asked = { ...SOLVE_DEFAULTS, influences };
  const input = { sequence, rig, edit, settings: asked, locks: null };
  const { rig: after, origin } = await editBones(input, makeParallel, task);
  if (edit.kind === "split") return divided(rig, after, origin, edit.bone);
  return rehung(rig, after, origin, heirsOf(rig, origin, edit.kind === "merge" ? edit.bones : []));
}

/**
 * The new number of every old bone. A bone that is gone is followed by the one that it was merged into, or by its nearest
 * ancestor that is left, or by the first bone below it.
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

/** The edited rig, posed to follow the sequence with closed joints. The joints of `edited.tree` are updated. */
async function posedAgain(
  sequence: ResolveInput["sequence"],
  { rig, tree, loose }: Edited,
  pull: number,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const bench = await StrictBench.open(
    makeParallel,
    sequence,
    rig,
    Math.max(1, maxInfluences(rig.weights)),
    task,
  );
  try {
    const state = bench.stateOf(tree, true);
    const movable = new Uint8Array(rig.bones.length);
    for (const j of loose) movable[j] = 1;
    await bench.fit(state, { steps: STEPS, pull, movable }, task);
    tree.joints.set(bench.treeOf(state).joints);
    return { ...bench.rigOf(state, true), weights: rig.weights, rest: rig.rest };
  } finally {
    bench.parallel.dispose();
  }
}
