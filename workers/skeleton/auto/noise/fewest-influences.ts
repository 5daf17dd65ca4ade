import type { MakeParallel } from "../../../kernels/parallel";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Task } from "../../../model/task";
import { StrictBench } from "../../strict/strict-bench";
import type { StrictState } from "../../strict/strict-state";

/** Fits of weights and rest pose for each number of influences. */
const SURFACES = 12;

/** Weights and rest pose of all vertices for one number of influences. */
interface Surface {
  slots: number;
  ids: Int32Array;
  values: Float64Array;
  rest: Float64Array;
  /** V: squared errors. */
  errors: Float64Array;
}

/**
 * Gives each vertex as few influences as its motion needs, under the motion of `state`: with one influence more, its
 * squared error has to fall by at least `worth`. Its rest position is fitted anew for each number of influences,
 * because one that was fitted to more would make up for them.
 */
export async function giveFewestInfluences(
  bench: StrictBench,
  state: StrictState,
  worth: number,
  { sequence, makeParallel }: { sequence: MeshSequence; makeParallel: MakeParallel },
  task: Task,
): Promise<void> {
  const { limit, slots } = bench.solver.options;
  const rig = { ...bench.rigOf(state, true), rest: sequence.rest };
  const surfaces: Surface[] = [];
  for (let influences = 1; influences <= limit; influences++) {
    const own = await StrictBench.open(makeParallel, sequence, rig, influences, task);
    try {
      await own.place(state, task);
      for (let n = 0; n < SURFACES; n++) await own.fitSurface(task);
      const { ids, values, errors } = own.blend;
      surfaces.push({
        slots: own.solver.options.slots,
        ids: ids.slice(),
        values: values.slice(),
        rest: own.problem.rest.slice(),
        errors: errors.slice(),
      });
    } finally {
      own.parallel.dispose();
    }
  }
  const { ids, values } = bench.blend;
  for (let i = 0; i < bench.problem.vertexCount; i++) {
    const costs = surfaces.map(({ errors }, n) => errors[i] + n * worth);
    const best = surfaces[costs.indexOf(Math.min(...costs))];
    ids.fill(-1, i * slots, (i + 1) * slots);
    values.fill(0, i * slots, (i + 1) * slots);
    const from = i * best.slots;
    ids.set(best.ids.subarray(from, from + Math.min(slots, best.slots)), i * slots);
    values.set(best.values.subarray(from, from + Math.min(slots, best.slots)), i * slots);
    bench.problem.rest.set(best.rest.subarray(4 * i, 4 * i + 4), 4 * i);
  }
}
