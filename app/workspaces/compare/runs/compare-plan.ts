import { readNumberList } from "../../../../workers/model/number-list";
import { boneKindOf } from "../../../../workers/model/solve/method-settings";
import { METHODS } from "../../../../workers/model/solve/methods";
import { usesInitialiser } from "../../../../workers/model/solve/parameter-needs";
import type { SolveIntent, SolveSettings } from "../../../../workers/model/solve/solve-settings";
import type { ComparePlan, CompareRun } from "../../../document/compare/compare-state";

/** Range of the number of bones. */
const BONES = [1, 1024] as const;

/** The runs of a plan that do not exist yet, the fewest bones first; or why there are none. */
export type Planned = { ok: true; runs: SolveSettings[]; known: number } | { ok: false; reason: string };

export const readCounts = (text: string) => readNumberList(text, BONES, "Bone counts");

/** A text with all settings that the run uses and no others, so that runs with equal outcomes have equal texts. */
export function signatureOf(settings: SolveSettings): string {
  const { parameters, method, ...others } = settings;
  const mine = Object.entries(parameters[method] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([method, Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)), mine]);
}

/** Maps are never mutated, so equal maps are the same arrays. */
const wantSame = (a: SolveIntent, b: SolveIntent): boolean =>
  (Object.keys(a) as (keyof SolveIntent)[]).every((part) => a[part] === b[part]);

/**
 * The runs that a plan adds.
 * @param base settings for everything that the plan does not set: those of the Solve panel.
 * @param intent the artist's maps. Runs with another intent are different runs.
 * @param runs the existing runs; failed ones are requested again.
 */
export function plannedRuns(
  plan: ComparePlan,
  base: SolveSettings,
  intent: SolveIntent,
  runs: readonly CompareRun[],
): Planned {
  const counts = readCounts(plan.counts);
  if (!counts.ok) return counts;
  if (plan.methods.length === 0) return { ok: false, reason: "No method is chosen." };
  const all = counts.values.flatMap((bones) =>
    plan.methods.map((method): SolveSettings => {
      const { influences } = METHODS[method];
      const settings = {
        ...base,
        method,
        bones,
        knee: false,
        errorTarget: null,
        influences: plan.influences ?? influences,
        boneKind: boneKindOf(method, plan.motion),
        initialiser: plan.initialiser,
        restarts: plan.restarts,
        holdOut: plan.holdOut,
        seed: plan.seed,
      };
      return usesInitialiser(settings) ? settings : { ...settings, initialiser: null };
    }),
  );
  const there = new Set(
    runs
      .filter((run) => run.state !== "failed" && wantSame(run.intent, intent))
      .map((run) => signatureOf(run.settings)),
  );
  const fresh = all.filter((settings) => !there.has(signatureOf(settings)));
  return { ok: true, runs: fresh, known: all.length - fresh.length };
}
