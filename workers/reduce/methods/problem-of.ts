import type { MakeParallel } from "../../kernels/parallel";
import type { ReduceInput } from "../../model/reduce/reduce-report";
import { ringOf } from "../descent/edge-weights";
import type { ReduceProblem } from "./with-descent";

/** The mesh and the rig in the form that methods take. */
export function problemOf(
  { sequence, rig, settings }: Omit<ReduceInput, "examples">,
  makeParallel: MakeParallel,
): ReduceProblem {
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  return {
    rig,
    triangles,
    ring: ringOf(rig.rest, triangles),
    settings,
    influences: Math.min(settings.influences, rig.bones.length),
    makeParallel,
  };
}
