import { readNumberList } from "../../../../workers/model/number-list";
import { kindOf } from "../../../../workers/model/solve/method-settings";
import { METHODS } from "../../../../workers/model/solve/methods";
import type { SolveIntent, SolveSettings } from "../../../../workers/model/solve/solve-settings";
import type { ComparePlan, CompareRun } from "../../../document/compare/compare-state";

/** Numbers of bones that can be asked for. */
const BONES = [1, 1024] as const;

/** The runs that a plan asks for and that are not there yet, the fewest bones first; or why it asks for none. */
export type Planned = { ok: true; runs: SolveSettings[]; known: number } | { ok: false; reason: string };

export const readCounts = (text: string) => readNumberList(text, BONES, "Bone counts");

/** Everything that a run's outcome depends on, as a text; a setting that it does not read is left out. */
export function signatureOf(settings: SolveSettings): string {
  const { parameters, method, ...others } = settings;
  const mine = Object.entries(parameters[method] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([method, Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)), mine]);
}

/** Maps are replaced whole, so that equal ones are the same arrays. */
const wantSame = (a: SolveIntent, b: SolveIntent): boolean =>
  (Object.keys(a) as (keyof SolveIntent)[]).every((part) => a[part] === b[part]);

/**
 * @param base what the plan says nothing of: the settings of the Solve panel.
 * @param intent what is wanted beyond them. Runs that wanted something else are other runs.
 * @param runs those that there are; one that failed is asked for again.
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
      const { influences, takesInitialiser } = METHODS[method];
      return {
        ...base,
        method,
        bones,
        knee: false,
        errorTarget: null,
        influences: plan.influences ?? influences,
        boneKind: kindOf(method, plan.motion),
        initialiser: takesInitialiser ? plan.initialiser : null,
        restarts: plan.restarts,
        holdOut: plan.holdOut,
        seed: plan.seed,
      };
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
