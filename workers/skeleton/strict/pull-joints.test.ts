import { beforeAll, describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { PullResult } from "../../model/reports/skeleton-report";
import { UNWATCHED } from "../../model/task";
import { meetingPlaces } from "../report/measure-joints";
import { limbs } from "../testing/limbs";
import { orderOf, rigInTreeOrder } from "../tree/skeleton-tree";
import { pullJoints } from "./pull-joints";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const parents = [-1, 0, 1, 2, 1];
const truth = limbs(parents, 1, { frames: 8 });
const { rig } = rigInTreeOrder(truth.rig, {
  parents: Int32Array.from(parents),
  order: orderOf(parents),
  joints: Float64Array.from(truth.joints),
});
/** With noise, moving a joint to its place raises the error. */
const noisy: MeshSequence = {
  ...truth.sequence,
  frames: truth.sequence.frames.map((x, n) => x + 0.05 * Math.sin(12.9898 * (n % 9973))),
};

const pulled = (pull: number, sequence = noisy) =>
  pullJoints({ sequence, rig, soft: null, pull }, makeSerial, UNWATCHED);
const farthest = ({ joints }: PullResult) =>
  Math.max(...joints.map(({ distancePercent }) => distancePercent));

describe("pullJoints", () => {
  const pulls = [0, 0.01, 10, 1e4];
  let results: PullResult[];
  beforeAll(async () => {
    results = [];
    for (const pull of pulls) results.push(await pulled(pull));
  });

  it("moves joints nearer to where weights meet, with a larger error", () => {
    for (let n = 1; n < pulls.length; n++) {
      expect(farthest(results[n])).toBeLessThanOrEqual(farthest(results[n - 1]) + 1e-6);
      expect(results[n].rmsePercent).toBeGreaterThanOrEqual(results[n - 1].rmsePercent - 1e-6);
    }
    expect(farthest(results[0])).toBeGreaterThan(2 * farthest(results[2]));
    // With the strongest pull they are there.
    const places = meetingPlaces(results[3].rig);
    results[3].rig.bones.forEach(({ parent, head }, j) => {
      if (parent >= 0) head.forEach((x, c) => void expect(x).toBeCloseTo(places[j]![c], 2));
    });
  });

  it("keeps the tree, the weights and the rest pose, and closes every joint", () => {
    for (const { rig: strict } of results) {
      expect(strict.bones.map(({ name, parent }) => [name, parent])).toEqual(
        rig.bones.map(({ name, parent }) => [name, parent]),
      );
      expect([strict.weights, strict.rest]).toEqual([rig.weights, rig.rest]);
      const B = strict.bones.length;
      for (let k = 0; k < noisy.frameCount; k++) {
        strict.bones.forEach(({ parent, head }, j) => {
          if (parent < 0) return;
          for (let row = 0; row < 12; row += 4) {
            const at = (bone: number) => {
              const m = 12 * (k * B + bone) + row;
              return head.reduce((sum, x, c) => sum + strict.motion[m + c] * x, 0) + strict.motion[m + 3];
            };
            expect(at(j)).toBeCloseTo(at(parent), 4);
          }
        });
      }
    }
  });

  it("does not move joints that the motion determines exactly", async () => {
    const { rig: strict, rmsePercent } = await pulled(0.01, truth.sequence);
    expect(rmsePercent).toBeLessThan(1e-3);
    strict.bones.forEach(({ parent, head }, j) => {
      if (parent >= 0) head.forEach((x, c) => void expect(x).toBeCloseTo(rig.bones[j].head[c], 2));
    });
  });

  it("gives the same result for the same pull, independent of earlier tries", async () => {
    const again = await pulled(0.01);
    expect(again.rig.motion).toEqual(results[1].rig.motion);
    expect(again.joints).toEqual(results[1].joints);
  });

  it("refuses bones without parents", async () => {
    const loose = { ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) };
    const input = { sequence: noisy, rig: loose, soft: null, pull: 0.01 };
    await expect(pullJoints(input, makeSerial, UNWATCHED)).rejects.toThrow(/no joints to pull/);
  });
});
