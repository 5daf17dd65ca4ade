import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { blendPositions } from "../../model/rig/blend-positions";
import { poseMatrices, restPose } from "../../model/rig/pose";
import { reorderBones } from "../../model/rig/reorder-bones";
import type { Bone, Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { GROUND_TRUTH, groundTruth } from "../../testing/ground-truth";
import { clothPatch } from "../../testing/sequences";
import { inferSkeleton } from "./infer-hierarchy";

/** The same motion in bones without parents, as a decomposition gives them: shuffled, with heads in their middles. */
function flattened(rig: Rig, random: Random): { rig: Rig; order: number[] } {
  const order = [...rig.bones.keys()];
  for (let j = order.length - 1; j > 0; j--) {
    const n = random.integer(j + 1);
    [order[j], order[n]] = [order[n], order[j]];
  }
  const sums = rig.bones.map(() => [0, 0, 0, 1e-9]);
  rig.weights.offsets.forEach((begin, i) => {
    for (let e = begin; e < (rig.weights.offsets[i + 1] ?? 0); e++) {
      const sum = sums[rig.weights.bones[e]];
      for (let c = 0; c < 3; c++) sum[c] += rig.weights.values[e] * rig.rest[3 * i + c];
      sum[3] += rig.weights.values[e];
    }
  });
  const bones = rig.bones.map(({ name }, j): Bone => {
    const [x, y, z, w] = sums[j];
    return { name, parent: -1, head: [x / w, y / w, z / w] };
  });
  return { rig: reorderBones({ ...rig, bones }, order), order };
}

/** A square sheet with a random tree of joints. Each vertex follows near bones, and each joint turns freely. */
function treeOnSheet(seed: number, rigid: boolean): { sequence: MeshSequence; rig: Rig } {
  const random = createRandom(seed);
  const sequence = clothPatch({ size: 33, frames: 10, seed });
  const box = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
  sequence.rest.forEach((x, c) => {
    box.low[c % 3] = Math.min(box.low[c % 3], x);
    box.high[c % 3] = Math.max(box.high[c % 3], x);
  });
  // A body in the middle, and limbs of two bones towards the corners. Tails are at these shares of the box.
  const at = (u: number, v: number): [number, number, number] => {
    const [i, j] = [Math.round(u * 32), Math.round(v * 32)];
    const n = 3 * (i + 33 * j);
    return [sequence.rest[n], sequence.rest[n + 1], sequence.rest[n + 2]];
  };
  const bones: Bone[] = [{ name: "body", parent: -1, head: at(0.5, 0.5) }];
  const spans: [number[], number[]][] = [[at(0.5, 0.3), at(0.5, 0.7)]];
  for (const [n, [u, v]] of [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.2, 0.8],
    [0.8, 0.8],
  ].entries()) {
    const middle = (s: number) => at(0.5 + s * (u - 0.5), 0.5 + s * (v - 0.5));
    bones.push({ name: `upper ${n}`, parent: 0, head: middle(0.5) });
    spans.push([middle(0.5), middle(1.05)]);
    bones.push({ name: `lower ${n}`, parent: bones.length - 1, head: middle(1.05) });
    spans.push([middle(1.05), middle(1.65)]);
  }
  const B = bones.length;
  const offsets = [0];
  const ids: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < sequence.vertexCount; i++) {
    const p = sequence.rest.subarray(3 * i, 3 * i + 3);
    const near = spans.map(([a, b], j) => ({ j, d: toSegment(p, a, b) + 1e-4 })).sort((x, y) => x.d - y.d);
    const row = rigid ? near.slice(0, 1) : near.slice(0, 3).filter(({ d }) => d < 3 * near[0].d);
    const raw = row.map(({ d }) => d ** -4);
    const sum = raw.reduce((a, b) => a + b, 0);
    for (const [j, w] of row.map(({ j }, n) => [j, raw[n] / sum]).sort((a, b) => a[0] - b[0])) {
      ids.push(j);
      values.push(w);
    }
    offsets.push(ids.length);
  }
  const motion = new Float32Array(12 * B * sequence.frameCount);
  for (let k = 1; k < sequence.frameCount; k++) {
    const pose = restPose(bones);
    bones.forEach((_, j) => {
      const q = [0, 1, 2].map(() => 0.4 * random.normal()).concat(1);
      const length = Math.hypot(...q);
      pose.rotations.set(
        q.map((x) => x / length),
        4 * j,
      );
    });
    pose.translations.set([random.normal(), random.normal(), random.normal()], 0);
    motion.set(poseMatrices(bones, pose), 12 * B * k);
  }
  motion.set(poseMatrices(bones, restPose(bones)), 0);
  const weights: Rig["weights"] = {
    version: 1,
    offsets: Uint32Array.from(offsets),
    bones: Uint16Array.from(ids),
    values: Float32Array.from(values),
  };
  return { sequence, rig: { version: 1, bones, boneKind: "rigid", weights, motion, rest: sequence.rest } };
}

function toSegment(p: ArrayLike<number>, a: number[], b: number[]): number {
  const d = b.map((x, c) => x - a[c]);
  const length = d.reduce((sum, x) => sum + x * x, 0) || 1;
  const t = Math.min(1, Math.max(0, d.reduce((sum, x, c) => sum + x * (p[c] - a[c]), 0) / length));
  return Math.hypot(...d.map((x, c) => a[c] + t * x - p[c]));
}

const edgesOf = ({ bones }: Rig) =>
  bones
    .flatMap(({ name, parent }) => (parent < 0 ? [] : [[name, bones[parent].name].sort().join(" – ")]))
    .sort();

function expectSamePoses(before: Rig, after: Rig): void {
  expect(after.bones.every(({ parent }, j) => parent < j)).toBe(true);
  for (const k of [0, before.motion.length / (12 * before.bones.length) - 1]) {
    const [a, b] = [before, after].map((rig) => blendPositions(rig, k, new Float64Array(rig.rest.length)));
    a.forEach((x, c) => {
      expect(Math.abs(b[c] - x)).toBeLessThan(1e-9);
    });
  }
}

describe("inferSkeleton", () => {
  it("does not connect unrelated parts", async () => {
    const { sequence, rig } = treeOnSheet(3, true);
    const random = createRandom(4);
    // Every bone moves independently. No point is fixed in two bones, and they share no triangles.
    const motion = rig.motion.map((x, n) => (n % 4 === 3 ? x + 50 * random.normal() : x));
    const loose = { ...sequence, triangles: new Uint32Array(0) };
    const { rig: found } = await inferSkeleton(loose, { ...rig, motion }, UNWATCHED);
    expect(found.bones.every(({ parent }) => parent === -1)).toBe(true);
    // Without triangles but with the true motion, only the joints connect the bones.
    const { rig: bridged } = await inferSkeleton(loose, flattened(rig, random).rig, UNWATCHED);
    expect(edgesOf(bridged)).toEqual(edgesOf(rig));
  });

  it("recovers trees and joints from smooth and from rigid weights", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), async (seed, rigid) => {
        const { sequence, rig } = treeOnSheet(seed, rigid);
        const { rig: flat } = flattened(rig, createRandom(seed));
        const { rig: found, order } = await inferSkeleton(sequence, flat, UNWATCHED);
        expect(edgesOf(found)).toEqual(edgesOf(rig));
        expect(found.bones[0]).toMatchObject({ name: "body", parent: -1 });
        expect(found.bones.map(({ name }) => name)).toEqual([...order].map((j) => flat.bones[j].name));
        for (const { name, parent, head } of found.bones) {
          if (parent < 0) continue;
          const truth = rig.bones.find((bone) => bone.name === name)!.head;
          const miss = Math.hypot(...head.map((x, c) => x - truth[c]));
          expect(miss).toBeLessThan(0.002 * restDiagonal(sequence));
        }
        expectSamePoses(flat, found);
      }),
      { numRuns: 12, seed: 5 },
    );
  });
});

/**
 * RMS over the frames of the difference between two bones' images of an offset: how well their motion distinguishes the
 * two places.
 */
function partedBy({ bones, motion }: Rig, a: number, b: number, d: number[]): number {
  let sum = 0;
  for (let frame = 0; frame < motion.length; frame += 12 * bones.length) {
    for (let r = 0; r < 12; r += 4) {
      const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
      sum += d.reduce((total, x, c) => total + (motion[m + c] - motion[n + c]) * x, 0) ** 2;
    }
  }
  return Math.sqrt((12 * bones.length * sum) / motion.length);
}

describe.skipIf(!existsSync(GROUND_TRUTH))("exact rigs (skipped without ../shared/data)", () => {
  it.each(["cylinder", "cheburashka"])("%s", async (name) => {
    const { sequence, rig, joints, ends } = await groundTruth(name);
    const { rig: found } = await inferSkeleton(sequence, flattened(rig, createRandom(3)).rig, UNWATCHED);
    const diagonal = restDiagonal(sequence);
    expect(found.bones.filter(({ parent }) => parent < 0).length).toBe(1);
    found.bones.forEach(({ name: bone, parent, head }, j) => {
      if (parent < 0) return;
      const other = found.bones[parent].name;
      const common = ends[Number(bone)].find((end) => ends[Number(other)].includes(end));
      expect(common, `bones ${bone} and ${other} meet`).toBeDefined();
      // Hinges turn about an axis, and motion does not determine the joint's position on it.
      const miss = head.map((x, c) => x - joints.get(common!)![c]);
      const told = partedBy(found, j, parent, miss);
      expect(told).toBeLessThan(1e-5 * diagonal);
      expect(Math.hypot(...miss)).toBeLessThan((name === "cylinder" ? 0.001 : 0.08) * diagonal);
    });
    expectSamePoses(flattened(rig, createRandom(3)).rig, found);
  });
});
