import { decompose as solve } from "../decompose/decompose";
import type { SolveResult } from "../jobs/api";
import { withPartial } from "../jobs/with-partial";
import { SinewError } from "../model/errors";
import { skinnedMesh } from "../model/files/skeleton-file";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { FitResult } from "../model/reports/fit-report";
import type { ExtractResult } from "../model/reports/skeleton-report";
import type { Rig } from "../model/rig/rig";
import { EXTRACT_METHODS } from "../model/skeleton/extract/extract-methods";
import { EXTRACT_DEFAULTS, type ExtractSettings } from "../model/skeleton/extract/extract-settings";
import type { FitAlignment } from "../model/skeleton/fit/fit-alignment";
import { FIT_DEFAULTS, type FitSettings } from "../model/skeleton/fit/fit-settings";
import { unusedSwitches } from "../model/solve/method-settings";
import { METHODS } from "../model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../model/solve/solve-settings";
import { extractSkeleton } from "../skeleton/extract";
import { alignSkeleton } from "../skeleton/fit/align/align";
import { fitSkeleton } from "../skeleton/fit/fit";
import { checkName, withDefaults } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

const unseen = () => {};

/**
 * Settings of a method. Missing settings have the method's defaults.
 * @throws SinewError for a setting that the method does not use
 */
function settingsOf(given: Partial<SolveSettings>): SolveSettings {
  const whole = withDefaults(SOLVE_DEFAULTS, given);
  const { method } = whole;
  checkName("method", method, METHODS);
  const { influences, boneKinds, label } = METHODS[method];
  const ignored = unusedSwitches(method).find((name) => whole[name] !== SOLVE_DEFAULTS[name]);
  if (ignored) {
    throw new SinewError({
      title: `${label} does not use ${ignored}`,
      body: "Leave it out, or choose another method.",
    });
  }
  const knee = given.bones === undefined && given.errorTarget === undefined;
  return {
    ...whole,
    influences: given.influences ?? influences,
    boneKind: given.boneKind ?? boneKinds[0],
    knee: given.knee ?? knee,
  };
}

/**
 * Bones, weights and motion that reproduce an animation. Without `bones` and `errorTarget`, the knee of the error curve
 * decides the number of bones.
 * @throws SinewError for settings or animations that cannot be solved
 */
export async function decompose(
  sequence: MeshSequence,
  settings: Partial<SolveSettings> = {},
  options: RunOptions = {},
): Promise<SolveResult> {
  const input = { sequence, settings: settingsOf(settings), from: null, locks: null };
  return withThreads(options, (task, makeParallel) => solve(input, makeParallel, withPartial(task, unseen)));
}

/**
 * A hierarchy of bones that reproduces an animation.
 * @param from the bones to connect; only for the method `connect`
 * @throws SinewError for settings or animations that cannot be solved
 */
export async function skeleton(
  sequence: MeshSequence,
  settings: Partial<ExtractSettings> = {},
  { from = null, ...options }: RunOptions & { from?: Rig | null } = {},
): Promise<ExtractResult> {
  // A pull that is given counts for all joints as it is.
  const keepNear = settings.keepNear ?? settings.pull === undefined;
  const whole = withDefaults(EXTRACT_DEFAULTS, { ...settings, keepNear });
  checkName("method", whole.method, EXTRACT_METHODS);
  const bones = EXTRACT_METHODS[whole.method].keepsBones ? from : null;
  return withThreads(options, (task, makeParallel) =>
    extractSkeleton({ sequence, settings: whole, from: bones }, makeParallel, withPartial(task, unseen)),
  );
}

/**
 * Fits a skeleton that you bring to an animation: it is placed in the mesh, and then weights, motion or both are found.
 * @throws SinewError for skeletons, settings or animations that cannot be fitted
 */
export function fit(
  sequence: MeshSequence,
  source: SkeletonSource,
  settings: Partial<FitSettings> = {},
  options: RunOptions & { skinned?: { sequence: MeshSequence; rig: Rig } } = {},
): Promise<FitResult & { alignment: FitAlignment }> {
  const { skinned, ...run } = options;
  return withThreads(run, async (task, makeParallel) => {
    const asked = {
      sequence,
      source,
      alignment: null,
      skinned: skinned ? skinnedMesh(skinned.sequence, skinned.rig) : null,
    };
    const { alignment, skeleton: placed } = await alignSkeleton(asked, task);
    const input = { sequence, skeleton: placed, settings: withDefaults(FIT_DEFAULTS, settings) };
    return { ...(await fitSkeleton(input, makeParallel, task)), alignment };
  });
}
