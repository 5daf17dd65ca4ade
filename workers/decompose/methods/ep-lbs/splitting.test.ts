import { expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { boundsOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { compose, skinInto, turnAbout } from "../../../testing/rigs";
import { movingShells } from "../../../testing/sequences";
import { eRmsOf, plainProblem } from "../../testing/plain-problem";
import { solve } from "../../testing/solved";
import { literalSplitting } from "./testing/literal-splitting";

const SHELLS = 4;
const FRAMES = 5;

/** Shells in two families: the second of each moves like the first, and turns a little. With noise. */
function families(seed: number): MeshSequence {
  const random = createRandom(seed);
  const { sequence, rig } = movingShells({ shells: SHELLS, frames: FRAMES, detail: 2, seed });
  const motion = rig.motion.slice();
  const frames = sequence.frames.slice();
  for (let k = 0; k < FRAMES; k++) {
    const at = (j: number) => 12 * (k * SHELLS + j);
    for (const [first, angle] of [
      [0, 0.25],
      [2, 0.1],
    ]) {
      const { head } = rig.bones[first + 1];
      const turn = turnAbout([0, 0, 1], (angle * (k + 1)) / FRAMES, head, [0, 0, 0]);
      motion.set(compose(Array.from(motion.subarray(at(first), at(first) + 12)), turn), at(first + 1));
    }
    const size = 3 * sequence.vertexCount;
    skinInto(frames.subarray(k * size, (k + 1) * size), { ...rig, motion }, k);
  }
  return { ...sequence, frames: frames.map((x) => x + 0.01 * random.normal()) };
}

/** Mean squared distance with the longest side as 1, of a sum of squares with the diagonal 2. */
function inUnitCube(sequence: MeshSequence, error: number): number {
  const box = boundsOf(sequence.rest);
  const longest = Math.max(...[0, 1, 2].map((c) => box[c + 3] - box[c]));
  const side = (2 * longest) / restDiagonal(sequence);
  return error / (sequence.vertexCount * sequence.frameCount * side * side);
}

it.each([3])("splits by the weights of the method: as published, or with Σw = 1 (seed %i)", async (seed) => {
  const sequence = families(seed);
  const { plain, triangles } = plainProblem(sequence);
  const rounds = literalSplitting(plain, triangles, 3);
  expect(rounds.map(({ bones }) => bones)).toEqual([2, 3, 4]);
  const found = async (gradient: string, goal: number) => {
    const parameters = { "ep-lbs": { count: "found", gradient, goal, steps: 0 } };
    const common = { method: "ep-lbs", influences: 0, correctRestPose: false } as const;
    return (await solve(sequence, { ...common, bones: 12, parameters })).report;
  };
  for (const [n, { divided, constrained }] of rounds.entries()) {
    expect(constrained).toBeLessThan(0.98 * divided);
    // Between both errors, the published weights do not reach the goal, and those with Σw = 1 do.
    const goal = inUnitCube(sequence, Math.sqrt(divided * constrained));
    const own = await found("analytic", goal);
    expect(own).toMatchObject({ bones: rounds[n].bones, figures: { splits: n } });
    expect(own.eRms / eRmsOf(plain, constrained)).toBeCloseTo(1, 3);
    const published = await found("finite", goal);
    expect(published.bones).toBeGreaterThan(rounds[n].bones);
    const reached = await found("finite", inUnitCube(sequence, 1.001 * divided));
    expect(reached).toMatchObject({ bones: rounds[n].bones, figures: { splits: n } });
    expect(reached.eRms / eRmsOf(plain, divided)).toBeCloseTo(1, 3);
  }
});
