import { expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../model/solve/solve-settings";
import type { Progress } from "../../model/task";
import { clothPatch } from "../../testing/sequences";
import { decompose } from "../decompose";

const sequence = clothPatch({ size: 9, frames: 8 });

/** The reported progress of a solve, from start to end. */
async function recorded(settings: Partial<SolveSettings>): Promise<Progress[]> {
  const told: Progress[] = [];
  const task = {
    progress: (progress: Progress) => void told.push(progress),
    async checkpoint() {},
    finishNow: false,
    partial() {},
  };
  const asked = { ...SOLVE_DEFAULTS, bones: 4, iterations: 20, ...settings };
  const input = { sequence, settings: asked, from: null, locks: null };
  await decompose(input, async (bytes) => new Serial(new Arena(bytes, false)), task);
  return told;
}

it.each<Partial<SolveSettings>>([
  {},
  { method: "ssdr" },
  { method: "fsd", boneKind: "affine", iterations: null },
  { knee: true },
  { errorTarget: 0.01 },
  { holdOut: 3 },
  { correction: 2 },
])("never reaches 1 before the end, and never falls: %o", async (settings) => {
  const told = await recorded(settings);
  const done = told.flatMap((progress) => progress.done ?? []);
  for (let n = 1; n < done.length; n++) expect(done[n]).toBeGreaterThanOrEqual(done[n - 1]);
  expect(done.at(-1)).toBeLessThan(1);
  const solving = told.filter(({ phase }) => phase !== "Report" && phase !== "Correction");
  for (const progress of solving) expect(progress.done ?? 0).toBeLessThanOrEqual(0.95);
  const report = told.find(({ phase }) => phase === "Report");
  expect(report!.done).toBeGreaterThan(0.8);
});

it("names a phase until the next begins", async () => {
  const phases = (await recorded({ holdOut: 3 })).map(({ phase }) => phase);
  const changes = phases.filter((phase, n) => phase !== phases[n - 1]);
  expect(changes.slice(-2)).toEqual(["Other frames", "Report"]);
});
