import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../geometry/adjacency";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { connectedComponents } from "../../../mesh/components";
import { LEAST_PATCH } from "../../../mesh/patches";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../model/solve/solve-settings";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells } from "../../../testing/sequences";
import { decompose } from "../../decompose";
import { LEAST_WEIGHT } from "../../result/rig-assembly";
import { ConnectedPatches, maskSize } from "./connected-patches";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

async function solve(sequence: MeshSequence, settings: Partial<SolveSettings>) {
  const asked = { ...SOLVE_DEFAULTS, iterations: 60, restarts: 2, ...settings };
  const task = { ...UNWATCHED, partial() {} };
  return decompose({ sequence, settings: asked, from: null, locks: null }, serial, task);
}

/** The number of influences on islands, by brute force: labels spread along edges until nothing changes. */
function strays({ sequence, rig }: { sequence: MeshSequence; rig: Rig }): number {
  const V = sequence.vertexCount;
  const corners = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const { offsets, neighbours } = adjacencyOf(corners, V);
  const shell = connectedComponents(V, corners).label;
  const { weights } = rig;
  let stray = 0;
  rig.bones.forEach((_, j) => {
    const label = new Int32Array(V).fill(-1);
    for (let i = 0; i < V; i++) {
      for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++)
        if (weights.bones[e] === j) label[i] = i;
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = 0; i < V; i++) {
        for (let e = offsets[i]; label[i] >= 0 && e < offsets[i + 1]; e++) {
          const other = label[neighbours[e]];
          if (other >= 0 && other < label[i]) {
            label[i] = other;
            changed = true;
          }
        }
      }
    }
    const sizes = new Map<number, number>();
    for (const l of label) if (l >= 0) sizes.set(l, (sizes.get(l) ?? 0) + 1);
    for (const [l, size] of sizes) {
      const mates = [...sizes].filter(([other]) => shell[other] === shell[l]);
      const largest = Math.max(...mates.map(([, count]) => count));
      if (size < LEAST_PATCH * largest) stray += size;
    }
  });
  return stray;
}

describe("influence in connected patches", () => {
  it("leaves no islands, at little cost, and reports it", async () => {
    const bar = bendingBar({ bones: 5, frames: 10, length: 30, width: 2 }).sequence;
    const cloth = clothPatch({ size: 15, frames: 8 });
    for (const [sequence, iterations] of [[bar, 40] as const, [cloth, null] as const]) {
      const free = await solve(sequence, { bones: 6, iterations, connected: false });
      const kept = await solve(sequence, { bones: 6, iterations, patchCost: null });
      expect(kept.report.connection).toBeUndefined();
      expect(strays({ sequence, rig: kept.rig })).toBe(0);
      expect(kept.report.strayInfluenceShare).toBe(0);
      const share = strays({ sequence, rig: free.rig }) / free.rig.weights.values.length;
      expect(free.report.strayInfluenceShare).toBeCloseTo(share, 12);
      expect(kept.report.eRms).toBeLessThan(1.2 * free.report.eRms + 0.5);
    }
  });

  it("leaves islands that cost too much to remove, and says what they would cost", async () => {
    // Waves move parts of the cloth that lie far apart in the same way.
    const [small, large] = [clothPatch({ size: 13, frames: 16 }), clothPatch({ size: 17, frames: 24 })];
    const cases = [
      [small, { bones: 6, boneKind: "affine", restarts: 1, iterations: 60 }],
      [large, { bones: 8, restarts: null, iterations: null }],
    ] as const;
    for (const [cloth, asked] of cases) {
      const free = await solve(cloth, { ...asked, connected: false });
      const bounded = await solve(cloth, asked);
      expect(bounded.report.eRms).toBeLessThan(1.05 * free.report.eRms);
      expect(bounded.report.connection!.connected).toBe(false);
      expect(bounded.report.connection!.costPercent).toBeGreaterThan(2);
      expect(strays({ sequence: cloth, rig: bounded.rig })).toBeGreaterThan(0);
    }
    const paid = await solve(large, { ...cases[1][1], patchCost: 10 });
    expect(paid.report.connection!.connected).toBe(true);
    expect(strays({ sequence: large, rig: paid.rig })).toBe(0);
    // A search that settles early still has its islands removed a few at a time.
    expect(paid.report.connection!.costPercent).toBeLessThan(60);
  });

  it("costs little with many bones too, whose patches are small", async () => {
    const cloth = clothPatch({ size: 20, frames: 8 });
    const asked = { bones: 20, restarts: null, iterations: null };
    const free = await solve(cloth, { ...asked, connected: false });
    const kept = await solve(cloth, { ...asked, patchCost: null });
    expect(strays({ sequence: cloth, rig: kept.rig })).toBe(0);
    expect(kept.report.eRms).toBeLessThan(1.05 * free.report.eRms);
  }, 90_000);

  it("handles shells, smoothness, one bone and more than 32", async () => {
    const shells = movingShells({ shells: 3, frames: 6, detail: 3 }).sequence;
    const few = await solve(shells, { bones: 2, smoothness: 1, patchCost: null });
    expect(few.report.strayInfluenceShare).toBe(0);
    expect((await solve(shells, { bones: 1 })).report.strayInfluenceShare).toBe(0);
    const cloth = clothPatch({ size: 21, frames: 6 });
    const many = await solve(cloth, {
      bones: 40,
      iterations: 20,
      restarts: 1,
      patchCost: null,
    });
    expect(strays({ sequence: cloth, rig: many.rig })).toBe(0);
  });

  it("allows a bone the surroundings of its patches, and every vertex at least one bone", () => {
    // A strip of 60 vertices. Bone 33 has 40 of them and an island of one, bone 0 the rest.
    const strip = Uint32Array.from(Array.from({ length: 58 }, (_, t) => [t, t + 1, t + 2]).flat());
    const ids = Int32Array.from({ length: 60 }, (_, i) => (i < 40 || i === 55 ? 33 : 0));
    const mask = new Uint32Array(maskSize(60, 34));
    const patches = new ConnectedPatches({ vertexCount: 60, triangles: strip }, 34, mask);
    const state = { ids, values: new Float64Array(60).fill(1) };
    const may = (i: number, j: number) => ((mask[2 * i + (j >> 5)] >>> (j & 31)) & 1) === 1;
    expect(patches.allow(state, 0)).toBe(1);
    for (let i = 0; i < 60; i++) {
      expect(may(i, 33)).toBe(i < 40);
      // The island's vertex may use the bones of its neighbours.
      expect(may(i, 0)).toBe(i >= 40);
    }
    patches.allow(state, 2);
    // Neighbours on the strip are at most two apart.
    for (let i = 0; i < 55; i++) expect(may(i, 33)).toBe(i < 44);
    for (let i = 0; i < 40; i++) expect(may(i, 0)).toBe(i >= 36);
  });

  it("ignores weights that an assembled rig drops", () => {
    // A chain of four triangles' vertices; bone 1 has a negligible weight on the last two.
    const triangles = Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 4);
    const mask = new Uint32Array(maskSize(5, 2));
    const patches = new ConnectedPatches({ vertexCount: 5, triangles }, 2, mask);
    const allowed = (weight: number) => {
      const ids = Int32Array.of(0, -1, 0, -1, 0, -1, 0, 1, 0, 1);
      const values = Float64Array.from({ length: 10 }, (_, e) => (e % 2 === 0 ? 1 - weight : weight));
      patches.allow({ ids, values }, 0);
      return [...mask];
    };
    expect(allowed(LEAST_WEIGHT)).toEqual([1, 1, 1, 1, 1]);
    expect(allowed(2 * LEAST_WEIGHT)).toEqual([1, 1, 1, 3, 3]);
  });

  it("lets the vertices of the artist's regions use every bone", () => {
    const mask = new Uint32Array(maskSize(3, 34));
    const region = Uint16Array.of(0, 2, 0);
    const state = { ids: Int32Array.of(4, 5, 6), values: Float64Array.of(1, 1, 1) };
    new ConnectedPatches({ vertexCount: 3, triangles: new Uint32Array(0) }, 34, mask, [null, region]).allow(
      state,
      0,
    );
    expect([...mask]).toEqual([1 << 4, 0, 0xffffffff, 0xffffffff, 1 << 6, 0]);
  });

  it("lets a vertex keep its bones if no bone reaches it", () => {
    // Bones with tiny patches, on vertices without a neighbour.
    const ids = Int32Array.of(33, 0, 5, -1, 31, 32);
    const mask = new Uint32Array(maskSize(3, 34));
    const patches = new ConnectedPatches({ vertexCount: 3, triangles: new Uint32Array(0) }, 34, mask);
    expect(patches.allow({ ids, values: new Float64Array(6) }, 4)).toBe(0);
    const allowed = [0, 1, 2].map((i) =>
      Array.from({ length: 34 }, (_, j) => j).filter((j) => (mask[2 * i + (j >> 5)] >>> (j & 31)) & 1),
    );
    expect(allowed).toEqual([[0, 33], [5], [31, 32]]);
  });
});
