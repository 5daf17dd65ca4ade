import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skinned } from "../../formats/gltf/testing/exported-rigs";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { packWeights, turnAbout } from "../../testing/rigs";
import { bendingBar } from "../../testing/sequences";
import { determinedBy, determinedJoints } from "./determined";
import { measureJoints } from "./measure-joints";
import { percentOf, residualsOf } from "./residuals";

/** The rig with bone j and all below it moved by g(k) in frame k. */
function opened(rig: Rig, j: number, g: (k: number) => number[]): Rig {
  const B = rig.bones.length;
  const motion = rig.motion.slice();
  const isBelow = (b: number): boolean => b === j || (b >= 0 && isBelow(rig.bones[b].parent));
  for (let at = 0; at < motion.length; at += 12) {
    if (!isBelow((at / 12) % B)) continue;
    g(Math.floor(at / (12 * B))).forEach((x, c) => {
      motion[at + 4 * c + 3] += x;
    });
  }
  return { ...rig, motion };
}

describe("measureJoints", () => {
  it("finds the cost of a joint: no other opening lowers the error further", async () => {
    const { sequence, rig } = bendingBar({ bones: 4, frames: 5 });
    // The second half of the bar is 0.1 too high in every frame.
    const wrong = opened(rig, 2, (k) => [0, 0.1, 0.02 * k]);
    const residuals = await residualsOf(sequence, wrong, UNWATCHED);
    const before = percentOf(residuals.error, sequence);
    const joints = measureJoints(sequence, wrong, wrong, residuals);
    const mended = await residualsOf(sequence, rig, UNWATCHED);
    expect(joints[2].cost).toBeCloseTo(before - percentOf(mended.error, sequence), 4);
    for (const j of [1, 3]) {
      let least = before;
      for (const s of [0.5, 0.9, 1, 1.1, 1.5]) {
        const B = rig.bones.length;
        const [share, sums] = [pullOn(rig, j), residuals.pulls];
        const trial = opened(wrong, j, (k) =>
          [0, 1, 2].map(
            (c) => (s * share.below.reduce((sum, b) => sum + sums[(k * B + b) * 3 + c], 0)) / share.mass,
          ),
        );
        least = Math.min(least, percentOf((await residualsOf(sequence, trial, UNWATCHED)).error, sequence));
      }
      expect(joints[j].cost).toBeCloseTo(before - least, 4);
    }
  });

  it("finds how much error a closed joint adds at the vertices of its bone", async () => {
    const { sequence, rig } = bendingBar({ bones: 4, frames: 5 });
    const away = (k: number) => [0.03 * k, 0.1, -0.02 * k];
    const wrong = opened(rig, 2, away);
    const joints = measureJoints(sequence, wrong, wrong, await residualsOf(sequence, wrong, UNWATCHED));
    const square = [0, 1, 2, 3, 4].reduce((sum, k) => sum + Math.hypot(...away(k)) ** 2, 0);
    const diagonal = restDiagonal(sequence);
    const { mass, moved } = pullOn(rig, 2);
    expect(joints[2].addedPercent).toBeCloseTo(
      (100 * Math.sqrt(((square / 5) * mass) / moved)) / diagonal,
      4,
    );
    // The bone below follows it, so its own joint could correct only its own part.
    expect(joints[3].addedPercent).toBeGreaterThan(0);
    expect(joints[0].addedPercent).toBe(0);
  });

  it("adds no more than the error at a bone's vertices, however small their weights are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(1e-3, 0.02, 0.3, 1),
        async (seed, w) => {
          const { sequence, rig } = bendingBar({ bones: 2, frames: 4 });
          const random = createRandom(seed);
          const frames = sequence.frames.map((x) => x + 0.05 * random.normal());
          // Bone 1 has weight w at a few vertices, and bone 0 the rest.
          const few = Array.from({ length: 5 }, () => random.integer(sequence.vertexCount));
          const rows = Array.from({ length: sequence.vertexCount }, (_, i): [number, number][] =>
            few.includes(i)
              ? [
                  [0, 1 - w],
                  [1, w],
                ]
              : [[0, 1]],
          );
          const sparse = { ...rig, weights: packWeights(rows) };
          const noisy = { ...sequence, frames };
          const residuals = await residualsOf(noisy, sparse, UNWATCHED);
          const [, { addedPercent }] = measureJoints(noisy, sparse, sparse, residuals);
          let square = 0;
          for (let k = 0; k < 4; k++) {
            const posed = skinned(sparse, k);
            for (const i of new Set(few))
              for (let c = 0; c < 3; c++)
                square += (frames[3 * (k * sequence.vertexCount + i) + c] - posed[3 * i + c]) ** 2;
          }
          const there = Math.sqrt(square / (4 * new Set(few).size));
          expect(addedPercent).toBeGreaterThan(0);
          expect(addedPercent).toBeLessThanOrEqual((100 * there) / restDiagonal(sequence) + 1e-6);
        },
      ),
      { seed: 5, numRuns: 24 },
    );
  });

  it("finds that a misplaced soft joint opens", async () => {
    const { sequence, rig } = bendingBar({ bones: 3 });
    const moved = {
      ...rig,
      bones: rig.bones.map((b, j) => (j === 1 ? { ...b, head: [0, 0.2, 0] as [number, number, number] } : b)),
    };
    const residuals = await residualsOf(sequence, rig, UNWATCHED);
    const [there, away] = [rig, moved].map((r) => measureJoints(sequence, r, r, residuals)[1]);
    expect(there.gapPercent).toBeLessThan(1e-3);
    expect(away.gapPercent).toBeGreaterThan(0.1);
    expect(away.distancePercent).toBeGreaterThan(there.distancePercent + 1);
  });
});

function pullOn(rig: Rig, j: number): { below: number[]; mass: number; moved: number } {
  const isBelow = (b: number): boolean => b === j || (b >= 0 && isBelow(rig.bones[b].parent));
  const below = rig.bones.map((_, b) => b).filter(isBelow);
  let [mass, moved] = [0, 0];
  const { offsets, bones, values } = rig.weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    let whole = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (isBelow(bones[e])) whole += values[e];
    mass += whole ** 2;
    if (whole > 0) moved++;
  }
  return { below, mass, moved };
}

describe("determinedBy", () => {
  const pair = (turns: number[][]): Pick<Rig, "bones" | "motion"> => ({
    bones: [
      { name: "a", parent: -1, head: [0, 0, 0] },
      { name: "b", parent: 0, head: [1, 0, 0] },
    ],
    motion: Float32Array.from(
      turns.flatMap((turn) => [...turnAbout([0, 0, 1], 0.3, [0, 0, 0], [0, 0, 0]), ...turn]),
    ),
  });
  const angles = [-0.6, -0.2, 0.3, 0.9];
  const turned = (axis: number[], angle: number) => turnAbout(axis, angle, [1, 0, 0], [0, 0, 0]);

  it("recognises a hinge and its axis", () => {
    const still = { ...pair(angles.map((angle) => turned([0, 1, 0], angle))) };
    // The parent stands still here, so the axis is in the child's coordinates.
    for (let k = 0; k < angles.length; k++) still.motion.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 24 * k);
    const { determined, axis } = determinedBy(still, 1);
    expect(determined).toBe("axis");
    expect(Math.abs(axis![1])).toBeCloseTo(1, 5);
  });

  it("recognises a ball joint", () => {
    expect(determinedBy(pair(angles.map((angle) => turned([0, 1, 0], angle))), 1).determined).toBe("point");
  });

  it("recognises a joint that never moves, and a root", () => {
    const together = pair(angles.map(() => turned([0, 0, 1], 0.3)));
    expect(determinedBy(together, 1).determined).toBe("none");
    expect(determinedBy(together, 0).determined).toBe("none");
  });

  it("knows that bones without a vertex of their own determine nothing", () => {
    const moving = pair(angles.map((angle) => turned([0, 1, 0], angle)));
    const rig = (least: number): Rig => ({
      ...moving,
      version: 1,
      boneKind: "rigid",
      rest: new Float32Array(9),
      weights: {
        version: 1,
        offsets: Uint32Array.of(0, 1, 2, 4),
        bones: Uint16Array.of(0, 0, 0, 1),
        values: Float32Array.of(1, 1, 1 - least, least),
      },
    });
    expect(determinedJoints(rig(1)).map(({ determined }) => determined)).toEqual(["none", "point"]);
    expect(determinedJoints(rig(0.5)).map(({ determined }) => determined)).toEqual(["none", "none"]);
  });
});
