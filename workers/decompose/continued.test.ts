import { expect, it } from "vitest";
import type { Rig } from "../model/rig/rig";
import { methodLabel, type SolveMethod } from "../model/solve/methods";
import { SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { decompose } from "./decompose";
import { bar, QUICK, serial, solve, UNSEEN } from "./testing/solved";

it("continues from a rig, with more bones, with fewer, and with locks", async () => {
  const first = await solve(bar.sequence, { ...QUICK, iterations: 10, correctRestPose: false });
  const same = await solve(bar.sequence, { ...QUICK, correctRestPose: false }, first.rig);
  expect(same.report.eRms).toBeLessThanOrEqual(first.report.eRms * 1.0001);
  const more = await solve(bar.sequence, { ...QUICK, bones: 6 }, first.rig);
  expect(more.report.bones).toBe(6);
  expect(new Set(more.rig.bones.map((bone) => bone.name)).size).toBe(6);
  const fewer = await solve(bar.sequence, { ...QUICK, bones: 3 }, first.rig);
  expect(fewer.report.bones).toBe(3);

  const locks = { bones: Uint8Array.of(0, 1, 0, 0), vertices: new Uint8Array(bar.sequence.vertexCount) };
  for (let i = 0; i < 50; i++) locks.vertices[i] = 1;
  const locked = await solve(bar.sequence, QUICK, first.rig, locks);
  const motionOf = (rig: Rig, j: number) => rig.motion.filter((_, at) => Math.floor(at / 12) % 4 === j);
  motionOf(locked.rig, 1).forEach((x, at) => {
    expect(x).toBeCloseTo(motionOf(first.rig, 1)[at], 5);
  });
  const end = first.rig.weights.offsets[50];
  expect(Array.from(locked.rig.weights.bones.subarray(0, end))).toEqual(
    Array.from(first.rig.weights.bones.subarray(0, end)),
  );
  locked.rig.weights.values.subarray(0, end).forEach((w, e) => {
    expect(w).toBeCloseTo(first.rig.weights.values[e], 5);
  });
  expect(locked.report.eRms).toBeLessThanOrEqual(first.report.eRms * 1.0001);
});

it("continues with the existing skeleton: remaining bones keep parents, heads and names", async () => {
  const first = await solve(bar.sequence, { ...QUICK, bones: 4, iterations: 10 });
  const heads = [-1, 0, 1, 2].map((x): [number, number, number] => [x, 0.25, -0.5]);
  const bones = ["root", "hip", "knee", "foot"].map((name, j) => ({ name, parent: j - 1, head: heads[j] }));
  const rig = { ...first.rig, bones };
  const locks = {
    bones: Uint8Array.of(1, 0, 0, 1),
    vertices: new Uint8Array(bar.sequence.vertexCount),
  };
  const more = await solve(bar.sequence, { ...QUICK, bones: 6 }, rig, locks);
  expect(more.rig.bones.slice(0, 4)).toEqual(bones);
  expect(more.rig.bones).toHaveLength(6);
  for (const { parent, name, head } of more.rig.bones.slice(4)) {
    expect(parent).toBe(-1);
    expect(name).toMatch(/^bone_/);
    expect(head.every(Number.isFinite)).toBe(true);
  }
  // Of the four bones, the two locked ones remain. The foot becomes a child of its nearest remaining ancestor.
  const fewer = await solve(bar.sequence, { ...QUICK, bones: 2 }, rig, locks);
  expect(fewer.rig.bones).toEqual([bones[0], { ...bones[3], parent: 0 }]);
  // Partial results keep it too.
  const shown: Rig[] = [];
  const task = { ...UNSEEN, partial: (make: () => Rig) => void shown.push(make()) };
  const input = { sequence: bar.sequence, settings: { ...SOLVE_DEFAULTS, ...QUICK }, from: rig, locks };
  await decompose(input, serial, task);
  expect(shown.length).toBeGreaterThan(0);
  for (const partial of shown) expect(partial.bones).toEqual(bones);
});

it("says which method continued, and from which", async () => {
  const first = await solve(bar.sequence, { bones: 4, method: "sma" });
  const goOn = async (method: SolveMethod, foundBy?: string) => {
    const settings = { ...SOLVE_DEFAULTS, ...QUICK, iterations: 2, method };
    const input = { sequence: bar.sequence, settings, from: first.rig, foundBy, locks: null };
    return (await decompose(input, serial, UNSEEN)).report.method;
  };
  expect(await goOn("sma", first.report.method)).toBe("auto, from sma");
  expect(await goOn("ssdr", "auto, from sma")).toBe("ssdr, from sma");
  expect(await goOn("ssdr", "ssdr")).toBe("ssdr");
  expect(await goOn("his")).toBe("auto");
  expect(methodLabel("auto, from sma")).toBe("Auto, from SMA");
});

it("makes affine bones rotations when a rigid solve continues from them", async () => {
  const affine = await solve(bar.sequence, { ...QUICK, boneKind: "affine", correctRestPose: false });
  const rigid = await solve(bar.sequence, { ...QUICK, iterations: 0 }, affine.rig);
  expect(rigid.rig.boneKind).toBe("rigid");
  const { motion } = rigid.rig;
  for (let at = 0; at < motion.length; at += 12) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        const [a, b] = [
          motion.subarray(at + 4 * r, at + 4 * r + 3),
          motion.subarray(at + 4 * c, at + 4 * c + 3),
        ];
        const product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        expect(product).toBeCloseTo(r === c ? 1 : 0, 5);
      }
    }
  }
  const anew = await solve(bar.sequence, QUICK);
  const goneOn = await solve(bar.sequence, QUICK, affine.rig);
  expect(goneOn.report.eRms).toBeLessThan(1.2 * anew.report.eRms + 0.05);
});
