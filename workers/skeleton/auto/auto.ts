/**
 * Our own extraction of a skeleton. A decomposition first finds free bones, because a bad start spoils everything after
 * it. A search on a sample of the vertices then finds tree, joints and motion. It optimises motion, joints, weights and
 * rest pose together, swaps edges of the tree, and moves bones to where the error is. At the end a fit of all vertices
 * settles the result. If many bones move each vertex, other searches follow. Joints that end far from the surface that
 * bends are drawn near it.
 */

import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { ExtractInput } from "../../model/reports/skeleton-report";
import type { Rig } from "../../model/rig/rig";
import { workSeconds } from "../../model/task";
import { hungAtOnePlace } from "../freedoms/at-one-place";
import { placeAtRest, reposed } from "../freedoms/at-rest";
import type { FoundSkeleton, MethodTools } from "../method";
import { settleStill } from "../still/settle-still";
import { treeOfRig } from "../tree/skeleton-tree";
import { denseSkeleton } from "./again/dense-skeleton";
import { orFromParts } from "./again/from-parts";
import { thoroughSkeleton } from "./again/thorough-skeleton";
import { vainSearch } from "./again/vain-search";
import { WorkBound } from "./again/work-bound";
import { mostVerticesOfSmall } from "./effort";
import { keepJointsNear } from "./near/keep-joints-near";
import { solveFrom } from "./solve-from";
import { withoutSpare } from "./spare/without-spare";
import { freeBones, otherStarts } from "./start/free-bones";
import { sampleSize, sampleVertices } from "./start/sample-vertices";
import { rootInMiddle } from "./trees/root-in-middle";

/** After this share of a time limit, nothing new begins. */
const MOST_TIME = 0.9;

export async function autoSkeleton(input: ExtractInput, tools: MethodTools): Promise<FoundSkeleton> {
  const { sequence, settings } = input;
  const { task } = tools;
  const began = workSeconds(task);
  const isLate = () => settings.seconds !== null && workSeconds(task) - began > MOST_TIME * settings.seconds;
  const mayGoOn = () => !task.finishNow && !isLate();
  const bones = input.from?.boneKind === "rigid" ? input.from.bones.length : settings.bones;
  const sampled = sampleSize(sequence, bones);
  const members = sampled > 0 ? sampleVertices(sequence.rest, sampled) : null;
  const free = await freeBones(input, members, tools);
  const others = otherStarts(input, free, tools);
  const begun = await solveFrom(input, { free, members, others }, tools, mayGoOn);
  const first = await orFromParts(input, begun, { free, members }, tools, mayGoOn);
  const begunAgain = workSeconds(task);
  const bound = new WorkBound(sequence.frameCount, bones, mayGoOn);
  const mayGoOnWith = settings.thorough ? () => mayGoOn : (vertices: number) => bound.on(vertices);
  const onSmall = mayGoOnWith(Math.min(sequence.vertexCount, mostVerticesOfSmall(sequence)));
  const better = (await thoroughSkeleton(input, first, tools, onSmall)) ?? first;
  const dense = await denseSkeleton(input, better.percent, tools, onSmall);
  const solved = dense?.solved ?? better;
  const onSample = mayGoOnWith(members?.length ?? sequence.vertexCount);
  const needed = await withoutSpare(input, solved, members, tools, onSample);
  const spent = workSeconds(task) - begunAgain;
  const { strict, soft, percent, errors } = needed?.solved ?? solved;
  const still = settleStill(sequence, strict, soft, percent / 100, settings);
  const rooted = settings.root === null ? rootInMiddle(sequence, still) : still;
  const hung = hungAtOnePlace(rooted, percent / 100);
  // The motion of dense weights determines joints.
  const near = dense ? null : await keepJointsNear(input, { ...hung, percent, errors }, tools, mayGoOn);
  const found = { ...still, ...placed(sequence, near ?? hung) };
  return {
    rig: found.soft,
    tree: treeOfRig(found.soft),
    strict: found.strict,
    trees: first.trees,
    still: found.still,
    ...(near && { pulls: near.pulls }),
    notes: [
      ...(isLate()
        ? [`The time limit of ${settings.seconds} s ended the search early. More time may lower the error.`]
        : []),
      ...(dense?.notes ?? []),
      ...(needed?.notes ?? []),
      ...bound.notes(),
      ...vainSearch(spent, dense !== null || better !== first || needed !== null),
      ...(near?.notes ?? []),
      ...found.notes,
    ],
  };
}

/** The whole stands where the mesh does at rest. */
function placed(
  { rest }: MeshSequence,
  { strict, soft }: { strict: Rig; soft: Rig },
): { strict: Rig; soft: Rig } {
  const pose = placeAtRest(rest, strict);
  return { strict: reposed(strict, pose), soft: reposed(soft, pose) };
}
