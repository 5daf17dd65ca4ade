/** Weights that keep the mesh rigid: rounds of rigid targets and of sweeps towards them. */

import { threadsToReserve } from "../../kernels/parallel";
import { SWEEPS } from "../../model/reduce/reduce-settings";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { densityOf } from "../descent/edge-weights";
import { scaleOf } from "../descent/scene";
import type { Examples } from "../measure/examples";
import {
  candidatePlaces,
  exchanges,
  type ReduceProblem,
  startCoarse,
  sweepOften,
  withDescent,
} from "../methods/with-descent";
import { rigidEnergy } from "./rigid-energy";
import { RigidTargets } from "./rigid-targets";

/**
 * The number of sweeps before the first rigid targets, and after each renewal of the targets. The first sweep after a
 * renewal exchanges members.
 */
const [FIRST_SWEEPS, SWEEPS_OF_TARGETS] = [14, 3];

/**
 * Weights that keep the mesh as rigid as possible in the examples, on supports that are chosen for that. It starts as
 * `auto` does. Then, instead of the dense rig, it follows targets that keep every ring rigid.
 */
export async function rigid(problem: ReduceProblem, examples: Examples, task: Task): Promise<SparseWeights> {
  const { rig, triangles, settings, makeParallel } = problem;
  const energy = await rigidEnergy(rig, triangles, settings.pull, task);
  const threads = threadsToReserve(makeParallel);
  const moreBytes = RigidTargets.bytes(energy, examples.count, threads);
  // Gives edges the weight that they have in the energy.
  const gradients = 1 / Math.sqrt(densityOf(rig.rest, triangles, scaleOf(rig.rest)) || 1);
  const objective = { position: settings.pull, gradients, tangential: 1, laplacians: 0 };
  const input = { examples, objective, moreBytes, ...candidatePlaces(problem) };
  const rounds = settings.sweeps ?? SWEEPS.arap;
  return withDescent({ ...problem, ring: energy.ring }, input, task, async (descent) => {
    await startCoarse(descent, energy.ring, task);
    await sweepOften(descent, FIRST_SWEEPS, exchanges, task);
    const targets = await RigidTargets.create(descent, examples.count, energy, task);
    for (let round = 0; round < rounds; round++) {
      task.progress({ phase: "Keeping rings rigid", done: round / rounds, detail: `round ${round + 1}` });
      await targets.renew(task);
      for (let s = 0; s < SWEEPS_OF_TARGETS; s++)
        await descent.sweep(s === 0 ? "everywhere" : "nowhere", s % 2 === 1, task);
    }
    return descent.weights();
  });
}
