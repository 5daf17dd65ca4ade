import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { UNWATCHED } from "../../model/task";
import { sampleVertices } from "../auto/start/sample-vertices";
import { type Limbs, limbs } from "../testing/limbs";
import { orderOf } from "../tree/skeleton-tree";
import { StrictBench } from "./strict-bench";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const truth = limbs([-1, 0, 1, 1], 6, { frames: 10 });

async function open({ sequence, rig, parents, joints }: Limbs, sampled: number) {
  const bench = await StrictBench.open(makeSerial, sequence, rig, 4, UNWATCHED, { sampled });
  const tree = {
    parents: Int32Array.from(parents),
    order: orderOf(parents),
    joints: Float64Array.from(joints),
  };
  return { bench, state: bench.stateOf(tree, true) };
}

describe("a part of a bench", () => {
  it("has the statistics of the whole if it has all vertices", async () => {
    const { vertexCount } = truth.sequence;
    const { bench } = await open(truth, vertexCount);
    const whole = await bench.statistics(UNWATCHED);
    const [normal, cross] = [whole.normal.slice(), whole.cross.slice()];
    const part = bench.part(Int32Array.from({ length: vertexCount }, (_, i) => i));
    const own = await part.statistics(UNWATCHED);
    expect(own.normal).toEqual(normal);
    expect(own.cross).toEqual(cross);
    expect(own.square).toBe(whole.square);
  });

  it("has the error of its vertices, and returns its motion and weights", async () => {
    const { bench, state } = await open(truth, 100);
    const members = sampleVertices(truth.sequence.rest, 100);
    const part = bench.part(members);
    const error = await part.fit(state, { steps: 5, pull: 0 }, UNWATCHED);
    expect(part.percent(error)).toBeLessThan(0.01);
    expect(part.problem.vertexCount).toBe(100);
    // The whole had no weights. The weights of the other vertices are found under the part's motion.
    bench.blend.ids.fill(-1);
    const all = await bench.takePart(part, members, UNWATCHED);
    expect(bench.percent(all)).toBeLessThan(0.01);
    expect(bench.blend.bones).toEqual(part.blend.bones);
    expect(Array.from(bench.blend.ids).filter((j) => j >= 0).length).toBeGreaterThan(
      truth.sequence.vertexCount,
    );
  });
});
