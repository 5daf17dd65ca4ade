import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import type { BoneEdit } from "../../model/rig/bone-edit";
import type { Rig } from "../../model/rig/rig";
import type { SolveLocks } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { measure, measureBytes } from "../../report/measure";
import { bendingBar } from "../../testing/sequences";
import { edit, locksOf, motionOf, rowAt, serial } from "./testing/edited";

it("keeps weights complete, locked values bit for bit and figures correct, whatever is edited", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
      const random = createRandom(seed);
      const bones = 3 + random.integer(4);
      const { sequence, rig: truth } = bendingBar({ bones, frames: 5, length: 14, width: 2, seed });
      const influences = 1 + random.integer(4);
      let rig = truth;
      for (let n = 0; n < 4; n++) {
        const h = rig.bones.length;
        const some = [random.integer(h), random.integer(h)];
        const change = [
          { kind: "split", bone: some[0] },
          { kind: "merge", bones: some },
          { kind: "delete", bones: [some[0]] },
          { kind: "move", bone: some[0], vertex: random.integer(sequence.vertexCount) },
        ][random.integer(4)] as BoneEdit;
        const locks = locksOf(
          rig,
          sequence,
          [random.integer(h)],
          Array.from({ length: 20 }, () => random.integer(sequence.vertexCount)),
        );
        const done = await edit(sequence, rig, change, { influences }, locks).catch((error) => {
          if (error instanceof SinewError) return null;
          throw error;
        });
        if (!done) continue;
        expectWhole(done.rig, rig, locks, influences);
        expectKept(done.rig, rig, done.origin, locks, 5);
        const parallel = await serial(measureBytes(sequence, done.rig.bones.length, 8, 1));
        const { eRms, maxErrorPercent } = await measure(parallel, sequence, done.rig, UNWATCHED);
        expect(done.measures).toMatchObject({ eRms, maxErrorPercent });
        rig = done.rig;
      }
    }),
    { seed: 4, numRuns: 12 },
  );
});

function expectWhole(rig: Rig, before: Rig, locks: SolveLocks, influences: number): void {
  expect(rig.motion.every(Number.isFinite)).toBe(true);
  expect(new Set(rig.bones.map(({ name }) => name)).size).toBe(rig.bones.length);
  rig.bones.forEach(({ parent, head }, j) => {
    expect(parent).toBeLessThan(j);
    expect(head.every(Number.isFinite)).toBe(true);
  });
  for (let i = 0; i + 1 < rig.weights.offsets.length; i++) {
    const row = rowAt(rig.weights, i);
    expect(Math.abs(row.reduce((sum, { weight }) => sum + weight, 0) - 1)).toBeLessThan(1e-5);
    row.forEach(({ bone, weight }, n) => {
      expect(weight).toBeGreaterThan(0);
      expect(bone).toBeLessThan(rig.bones.length);
      if (n > 0) expect(bone).toBeGreaterThan(row[n - 1].bone);
    });
    const was = rowAt(before.weights, i).length;
    expect(row.length).toBeLessThanOrEqual(Math.max(was, influences));
    if (locks.vertices[i]) {
      expect(row.map(({ weight }) => weight).sort()).toEqual(
        rowAt(before.weights, i)
          .map(({ weight }) => weight)
          .sort(),
      );
    }
  }
}

/** Locked bones move as before. */
function expectKept(rig: Rig, before: Rig, origin: Int32Array, locks: SolveLocks, frames: number): void {
  locks.bones.forEach((locked, j) => {
    if (!locked) return;
    const now = origin.indexOf(j);
    expect(now).toBeGreaterThanOrEqual(0);
    expect(motionOf(rig, now, frames)).toEqual(motionOf(before, j, frames));
    expect(rig.bones[now].name).toBe(before.bones[j].name);
  });
}
