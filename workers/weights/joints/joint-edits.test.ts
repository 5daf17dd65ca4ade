import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../model/weights/weight-settings";
import { edits, solverOf } from "../arap/testing/cases";
import { exemplars } from "../exemplars";
import { optimiseJoints } from "./optimise-joints";
import { inputOf, limb, makeParallel, two } from "./testing/limb";

it("joints use links and the importance of vertices, as weights do", async () => {
  const V = limb.positions.length / 3;
  const settings = { ...WEIGHT_DEFAULTS, exemplars: 6, clusters: V };
  const input = await inputOf(limb, two, { settings, iterations: 0 });
  const { motions } = exemplars(two, 6, createRandom(settings.seed));
  const wires = Uint32Array.of(0, V - 3, 5, V - 9, 7, V >> 1);
  const importance = Float32Array.from({ length: V }, (_, i) => [0, 1, 3][i % 3]);
  const strainOf = async (links: Uint32Array, counts: Float32Array | null) => {
    const mesh = { ...limb, wires: links };
    const solver = await solverOf({ mesh, heat: input.weights, bones: 2, motions, segments: two.segments });
    await solver.edit(edits({ importance: counts }), UNWATCHED);
    return solver.energy(UNWATCHED);
  };
  const plain = await strainOf(new Uint32Array(0), null);
  for (const wishes of [{ wires }, { importance }, { wires, importance }]) {
    const mine = { ...NO_WEIGHT_EDITS, ...wishes };
    const { energyPerIteration } = await optimiseJoints({ ...input, edits: mine }, makeParallel, UNWATCHED);
    const truth = await strainOf(mine.wires, mine.importance);
    expect(Math.abs(truth / plain - 1)).toBeGreaterThan(0.01);
    expect(energyPerIteration[0] / truth).toBeCloseTo(1, 5);
  }
});
