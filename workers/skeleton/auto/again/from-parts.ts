import type { ExtractInput } from "../../../model/reports/skeleton-report";
import type { Rig } from "../../../model/rig/rig";
import type { MethodTools } from "../../method";
import { schaefer } from "../../published/schaefer/schaefer";
import { percentOf, residualsOf } from "../../report/residuals";
import { type SolvedSkeleton, solveFrom } from "../solve-from";
import { quietly } from "./quiet-tools";
import { noOthers } from "./search-on";

/**
 * Free bones are far from a skeleton if closing their joints multiplies their error by this, and the skeleton has at
 * least this error, in percent of the diagonal.
 */
const TIMES = 2;
const LEAST = 0.1;

const PHASE = "Rigid parts";

export interface BegunFrom {
  free: Rig;
  /** The vertices of the sample, or null for all. */
  members: Int32Array | null;
}

/**
 * Searches once more if the skeleton is far worse than the free bones it began with. Free bones blend, and imitate what
 * they cannot follow: where the mesh is bent at rest, they may cross its parts, and no tree holds them together. The
 * other search begins with parts that move rigidly, as Schaefer & Yuksel do.
 * @returns the better skeleton.
 */
export async function orFromParts(
  input: ExtractInput,
  first: SolvedSkeleton,
  { free, members }: BegunFrom,
  tools: MethodTools,
  mayGoOn: () => boolean,
): Promise<SolvedSkeleton> {
  const { sequence, settings, from } = input;
  if (from?.boneKind === "rigid" || settings.seconds !== null || first.percent < LEAST || !mayGoOn())
    return first;
  const { error } = await residualsOf(sequence, free, tools.task);
  if (first.percent < TIMES * percentOf(error, sequence)) return first;
  const quiet = quietly(tools, PHASE, 1);
  const parts = await schaefer({ ...input, settings: { ...settings, root: null } }, quiet);
  const bones = parts.rig.bones.map((bone) => ({ ...bone, parent: -1 }));
  const start = { free: { ...parts.rig, bones }, members, others: noOthers() };
  const found = await solveFrom(input, start, quiet, mayGoOn);
  const trees = [...first.trees, ...found.trees];
  return found.percent < first.percent ? { ...found, trees } : { ...first, trees };
}
