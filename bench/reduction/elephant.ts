import type { Engine } from "../../workers/jobs/engine";
import { REDUCE_DEFAULTS, REDUCE_METHODS } from "../../workers/model/reduce/reduce-settings";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../workers/model/weights/weight-settings";
import { weightSubjects } from "../weights/weight-subjects";
import { sequenceOfMesh } from "./still-sequence";

/** Strain of reduced weights in unseen poses, as a multiple of the dense strain. */
interface Strains {
  influences: number;
  /** The largest ratio that the bench accepts for `arap`. */
  most: number;
  ratios: Record<string, number>;
  /** E_RMS against the dense rig in test poses. */
  toDense: Record<string, number>;
}

/** As-rigid-as-possible weights of the elephant, reduced by every method; empty if the mesh is not on this machine. */
export async function elephantStrains(engine: Engine, pull: number): Promise<Strains[]> {
  const subject = (await weightSubjects(1)).find(({ name }) => name === "elephant");
  if (!subject) return [];
  const { mesh, skeleton } = subject;
  const same = { mesh, skeleton, settings: WEIGHT_DEFAULTS, edits: NO_WEIGHT_EDITS };
  const { bound } = await engine.run("weights", { ...same, from: null, stay: false }, UNWATCHED);
  const strain = async ({ weights }: Rig) =>
    (await engine.run("measureWeights", { ...same, weights }, UNWATCHED)).heldOutEnergy;
  const dense = await strain(bound.rig);
  const found: Strains[] = [];
  for (const [influences, most] of [
    [4, 1.3],
    [5, 1.15],
  ]) {
    const ratios: Record<string, number> = {};
    const toDense: Record<string, number> = {};
    for (const method of REDUCE_METHODS) {
      const settings = { ...REDUCE_DEFAULTS, method, influences, pull };
      const sequence = sequenceOfMesh("elephant", mesh);
      const { rig, report } = await engine.run(
        "reduceInfluences",
        { sequence, rig: bound.rig, settings, examples: null },
        UNWATCHED,
      );
      ratios[method] = (await strain(rig)) / dense;
      toDense[method] = report.eRmsToDense;
    }
    found.push({ influences, most, ratios, toDense });
  }
  return found;
}
