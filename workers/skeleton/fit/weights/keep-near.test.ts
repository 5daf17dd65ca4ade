import { describe, expect, it } from "vitest";
import type { Rig } from "../../../model/rig/rig";
import { character, fitted, shaking, skeletonOf } from "../testing/character";

/** The share of weights that lie neither on the tube of their bone nor on a linked tube. */
function away({ weights: { offsets, bones: ids, values }, bones }: Rig): number {
  const V = offsets.length - 1;
  let sum = 0;
  for (let i = 0; i < V; i++) {
    const tube = Math.floor((i * bones.length) / V);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const j = ids[e];
      const linked = j === tube || bones[j].parent === tube || bones[tube].parent === j;
      const siblings = bones[j].parent === bones[tube].parent;
      if (!linked && !siblings) sum += values[e];
    }
  }
  return sum / V;
}

describe("a fit that keeps weights near their bones", () => {
  it.each(["weights", "both"] as const)("removes far weights within its bound: %s", async (solve) => {
    const { sequence, rig } = shaking(3);
    const bare = { ...skeletonOf(rig), weights: null };
    const free = await fitted(sequence, bare, { solve, spread: "anywhere" });
    expect(free.report.nearness).toBeNull();
    expect(away(free.rig)).toBeGreaterThan(0.005);
    const any = await fitted(sequence, bare, { solve, spreadCost: null });
    expect(any.report.nearness!.farAfter).toBe(0);
    // Tubes of other limbs may touch.
    expect(away(any.rig)).toBeLessThan(0.5 * away(free.rig));
    const cost = 100 * (any.report.rmsePercent / free.report.rmsePercent - 1);
    expect(any.report.nearness!.costPercent).toBeCloseTo(cost, 1);
    expect(cost).toBeGreaterThan(1);
    // With half of that cost, some stay and the others go.
    const half = await fitted(sequence, bare, { solve, spreadCost: cost / 200 });
    expect(half.report.rmsePercent).toBeLessThanOrEqual(
      (1 + cost / 200) * free.report.rmsePercent * (1 + 1e-6),
    );
    expect(half.report.nearness!.farAfter).toBeLessThan(half.report.nearness!.farBefore);
    expect(away(half.rig)).toBeLessThan(away(free.rig));
    expect(half.report.notes.join(" ")).toContain("lay far from their bones");
  });

  it("keeps the far weights of an exact rig", async () => {
    const { sequence, rig } = character(5);
    // The end of the last tube hangs on a bone of another limb.
    const rows = rig.weights.bones.slice();
    const V = sequence.vertexCount;
    for (let i = V - 24; i < V; i++) rows[rig.weights.offsets[i]] = 4;
    const odd = { ...rig, weights: { ...rig.weights, bones: rows } };
    const frames = posed(odd, sequence.frameCount);
    const bare = { ...skeletonOf(rig), weights: null };
    const { report } = await fitted({ ...sequence, frames }, bare, { solve: "weights" });
    expect(report.rmsePercent).toBeLessThan(1e-3);
  });

  it("keeps locked weights, and gives helpers their own places", async () => {
    const { sequence, rig } = shaking(4);
    const name = rig.bones[3].name;
    const locked = await fitted(sequence, skeletonOf(rig), {
      solve: "weights",
      spreadCost: null,
      bones: { [name]: { lockWeights: true } },
    });
    const own = ({ weights: { offsets, bones, values } }: Rig) =>
      Array.from({ length: offsets.length - 1 }, (_, i) => {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === 3) return values[e];
        return 0;
      });
    expect(own(locked.rig)).toEqual(own(rig));
    const bones = rig.bones.slice(0, 4);
    const bare = { bones, motion: null, weights: null, rest: null };
    const helped = await fitted(sequence, bare, { helpers: 2, rounds: 20, spreadCost: null });
    expect(helped.report.helpers.length).toBeGreaterThan(0);
    expect(helped.report.nearness!.farAfter).toBe(0);
  });

  it("keeps to its bound in all when helpers take up a part of the motion", async () => {
    const { sequence, rig } = shaking(4, 4);
    const bare = { ...skeletonOf(rig), weights: null };
    const { report } = await fitted(sequence, bare, { solve: "weights", helpers: 3, spreadCost: 0.05 });
    expect(report.helpers.length).toBeGreaterThan(0);
    expect(report.nearness!.costPercent).toBeLessThanOrEqual(5);
  });
});

/** The frames of a rig. */
function posed({ rest, motion, weights, bones }: Rig, frames: number): Float32Array {
  const out = new Float32Array(frames * rest.length);
  for (let k = 0; k < frames; k++) {
    for (let i = 0; i + 1 < weights.offsets.length; i++) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
        const m = 12 * (k * bones.length + weights.bones[e]);
        for (let r = 0; r < 3; r++) {
          const row = motion.subarray(m + 4 * r, m + 4 * r + 4);
          const x = row[0] * rest[3 * i] + row[1] * rest[3 * i + 1] + row[2] * rest[3 * i + 2] + row[3];
          out[k * rest.length + 3 * i + r] += weights.values[e] * x;
        }
      }
    }
  }
  return out;
}
