import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { extractSkeleton } from "../../extract";
import { StrictBench } from "../../strict/strict-bench";
import { againstTruth } from "../../testing/against-truth";
import { type Limbs, limbs } from "../../testing/limbs";
import { rigInTreeOrder, treeOfRig } from "../../tree/skeleton-tree";
import { neighbourCorrelation } from "./neighbour-correlation";

const makeSerial = Object.assign(async (bytes: number) => new Serial(new Arena(bytes, false)), {
  threads: 1,
});

/** Noise of 0.1 % of the diagonal. */
function noisy({ sequence }: Limbs, seed: number): MeshSequence {
  const random = createRandom(seed);
  const size = 1e-3 * restDiagonal(sequence);
  return { ...sequence, frames: sequence.frames.map((x) => x + (size / Math.sqrt(3)) * random.normal()) };
}

const rigOf = ({ rig, parents }: Limbs) => ({
  ...rig,
  bones: rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })),
});

/** How far off joints are when the true weights and rest pose are given, so that only the noise moves them. */
async function offWithTrueWeights(truth: Limbs, sequence: MeshSequence): Promise<number[]> {
  const bench = await StrictBench.open(makeSerial, sequence, rigOf(truth), 4, UNWATCHED);
  const state = bench.stateOf(treeOfRig(rigOf(truth)), true);
  await bench.fit(state, { steps: 20, pull: 1e-6 }, UNWATCHED);
  const { rig } = rigInTreeOrder(bench.rigOf(state, true), bench.treeOf(state));
  return againstTruth(truth.sequence, rigOf(truth), rig).off;
}

const rms = (x: readonly number[]) => Math.hypot(...x) / Math.sqrt(x.length);

describe("auto in noise", () => {
  it.each([
    { name: "a chain", truth: limbs([-1, 0, 1, 2, 3], 1), seed: 8 },
    { name: "branches", truth: limbs([-1, 0, 1, 0, 3], 7), seed: 8 },
  ])("finds the joints of $name nearly as well as with the true weights", async ({ truth, seed }) => {
    const sequence = noisy(truth, seed);
    const settings = { ...EXTRACT_DEFAULTS, bones: truth.parents.length };
    const task = { ...UNWATCHED, partial() {} };
    const { rig, report } = await extractSkeleton({ sequence, from: null, settings }, makeSerial, task);
    const { found, links, off } = againstTruth(truth.sequence, rigOf(truth), rig);
    expect(found).toBe(links);
    // With four influences for each vertex, the worst joints are 0.09 to 0.13 % away.
    expect(Math.max(...off)).toBeLessThan(0.07);
    expect(rms(off)).toBeLessThan(1.5 * rms(await offWithTrueWeights(truth, sequence)));
    expect(report.rmsePercentStrict).toBeLessThan(0.1);
    expect(report.rmsePercentStrict).toBeGreaterThan(0.08);
  });
});

describe("neighbourCorrelation", () => {
  const truth = limbs([-1, 0, 1], 5);
  const correlation = async (sequence: MeshSequence) => {
    const bench = await StrictBench.open(makeSerial, sequence, truth.rig, 4, UNWATCHED);
    return neighbourCorrelation(sequence, truth.rig, bench.solver.options.nearest!);
  };

  it("is small for noise", async () => {
    expect(Math.abs(await correlation(noisy(truth, 6)))).toBeLessThan(0.1);
  });

  it("is large for flesh that moves together", async () => {
    const { vertexCount } = truth.sequence;
    const size = 0.1 * restDiagonal(truth.sequence);
    const frames = truth.sequence.frames.map((x, at) => {
      const vertex = Math.floor(at / 3) % vertexCount;
      return x + size * Math.sin(truth.sequence.rest[3 * vertex] + at / (3 * vertexCount));
    });
    expect(await correlation({ ...truth.sequence, frames })).toBeGreaterThan(0.7);
  });
});
