import { describe, expect, it } from "vitest";
import { skinned } from "../../formats/gltf/testing/exported-rigs";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { packWeights } from "../../testing/rigs";
import { bendingBar } from "../../testing/sequences";
import { mergeTwins } from "./merge-twins";

/** The rig with a copy of bone j, which takes over half of the vertices of j, or a half of each weight. */
function withTwin(rig: Rig, j: number, nudge = 0): Rig {
  const B = rig.bones.length;
  const rows = Array.from({ length: rig.rest.length / 3 }, (_, i) => {
    const row: [number, number][] = [];
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      const [bone, w] = [rig.weights.bones[e], rig.weights.values[e]];
      if (bone !== j) row.push([bone, w]);
      else if (i % 3 === 2) row.push([j, w / 2], [B, w / 2]);
      else row.push([i % 3 ? j : B, w]);
    }
    return row.sort((p, q) => p[0] - q[0]);
  });
  const frames = rig.motion.length / (12 * B);
  const motion = Array.from({ length: frames }, (_, k) => {
    const own = Array.from(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B));
    const twin = own.slice(12 * j, 12 * j + 12);
    if (k === 1) twin[3] += nudge;
    return [...own, ...twin];
  });
  return {
    ...rig,
    bones: [...rig.bones, { name: "twin", parent: -1, head: [0, 0, 0] }],
    motion: Float32Array.from(motion.flat()),
    weights: packWeights(rows),
  };
}

describe("bones that move exactly alike", () => {
  const { sequence, rig: chain } = bendingBar({ bones: 4, frames: 6 });
  const rig = { ...chain, bones: chain.bones.map((bone) => ({ ...bone, parent: -1 })) };
  const diagonal = restDiagonal(sequence);

  it("become one, which moves every vertex as they did", () => {
    const twins = withTwin(rig, 2);
    const merged = mergeTwins(twins, diagonal);
    expect(merged.bones.map(({ name, parent }) => [name, parent])).toEqual(
      ["bone_01", "bone_02", "bone_03", "bone_04"].map((name) => [name, -1]),
    );
    expect(merged.motion).toEqual(rig.motion);
    for (let k = 0; k < 6; k++) {
      const [was, now] = [skinned(twins, k), skinned(merged, k)];
      was.forEach((x, n) => {
        expect(now[n]).toBeCloseTo(x, 5);
      });
    }
  });

  it("stay apart if they differ in a single frame", () => {
    const twins = withTwin(rig, 2, 1e-3 * diagonal);
    expect(mergeTwins(twins, diagonal)).toBe(twins);
  });

  it("are rare: a rig without them stays as it is", () => {
    expect(mergeTwins(rig, diagonal)).toBe(rig);
  });
});
