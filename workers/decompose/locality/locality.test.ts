import { describe, expect, it } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../model/solve/solve-settings";
import { clothPatch, movingShells } from "../../testing/sequences";
import { bar, serial, solve, UNSEEN } from "../testing/solved";
import { estimateLocality } from "./estimate-locality";
import { localiseRig } from "./localise-rig";
import { SurfaceCache } from "./rest-surface";

const cloth = clothPatch({ size: 11, frames: 8 });
const { sequence: shells } = movingShells({ shells: 4, frames: 8, detail: 3 });
const FREE = { bones: 5, iterations: 40, restarts: 2, connected: false, local: false } as const;
const ANY = { ...FREE, local: true, localCost: null } as const;

/** For each bone and shell, the number of connected patches, counted by flooding over the mesh's edges. */
function patchCounts({ triangles, solverIndex, vertexCount }: MeshSequence, { weights }: Rig): number[] {
  const neighbours = Array.from({ length: vertexCount }, () => new Set<number>());
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((c) => solverIndex[triangles[t + c]]);
    for (const a of corners) for (const b of corners) if (a !== b) neighbours[a].add(b);
  }
  const flood = (members: Set<number>): number[][] => {
    const parts: number[][] = [];
    for (const first of members) {
      const part = [first];
      members.delete(first);
      for (let n = 0; n < part.length; n++) {
        for (const l of neighbours[part[n]]) if (members.delete(l)) part.push(l);
      }
      parts.push(part);
    }
    return parts;
  };
  const shellOf = new Map<number, number>();
  flood(new Set(Array.from({ length: vertexCount }, (_, i) => i))).forEach((part, s) => {
    for (const i of part) shellOf.set(i, s);
  });
  const members = new Map<number, Set<number>>();
  for (let i = 0; i < vertexCount; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      members.set(j, (members.get(j) ?? new Set()).add(i));
    }
  }
  return [...members.values()].flatMap((mine) => {
    const counts = new Map<number, number>();
    for (const [first] of flood(mine)) {
      const shell = shellOf.get(first)!;
      counts.set(shell, (counts.get(shell) ?? 0) + 1);
    }
    return [...counts.values()];
  });
}

async function localised(sequence: MeshSequence, from: Rig, change: Partial<SolveSettings>) {
  const settings = { ...SOLVE_DEFAULTS, ...FREE, correctRestPose: false, ...change };
  return localiseRig({ sequence, settings, from, locks: null }, serial, UNSEEN);
}

describe("local weights", () => {
  it.each([
    ["cloth", cloth, 1],
    ["cloth again", cloth, 2],
    ["a bar", bar.sequence, 3],
    ["shells", shells, 4],
  ] as const)("have one patch for each bone and shell, if that is asked for: %s", async (_, mesh, seed) => {
    const { rig, report } = await solve(mesh, { ...ANY, seed, leastPatch: 1, reach: 1 });
    expect(new Set(patchCounts(mesh, rig))).toEqual(new Set([1]));
    expect(report.locality!.patchesAfter).toBe(1);
    for (let i = 0; i < mesh.vertexCount; i++) {
      const row = rig.weights.values.subarray(rig.weights.offsets[i], rig.weights.offsets[i + 1]);
      expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
    }
  });

  it("cost no more than allowed, and the report has the cost", async () => {
    const free = await solve(cloth, { ...FREE, correctRestPose: false });
    const costs: number[] = [];
    for (const localCost of [0, 0.02, 0.2, null]) {
      const { rig, report } = await localised(cloth, free.rig, { reach: 0.3, leastPatch: 1, localCost });
      const found = report.locality!;
      const cost = report.eRms / free.report.eRms - 1;
      expect(cost).toBeLessThanOrEqual((localCost ?? Infinity) + 1e-4);
      expect(found.costPercent).toBeCloseTo(100 * cost, 0);
      expect(found.farAfter).toBeLessThanOrEqual(found.farBefore + 1e-9);
      expect(rig.bones).toHaveLength(free.rig.bones.length);
      costs.push(found.farAfter);
    }
    // Where more error is allowed, fewer far weights stay.
    for (let n = 1; n < costs.length; n++) expect(costs[n]).toBeLessThanOrEqual(costs[n - 1] + 0.02);
    expect(costs.at(-1)).toBeLessThan(costs[0]);
  });

  it("use the allowed cost although bones win back a part of it", async () => {
    const free = await solve(bar.sequence, { ...FREE, bones: 8, iterations: 120, correctRestPose: false });
    const limits = { reach: 0.7, leastPatch: 0.05, localCost: 0.02 };
    const { report } = await localised(bar.sequence, free.rig, { bones: 8, ...limits });
    const { farBefore, farAfter, patchesBefore, patchesAfter } = report.locality!;
    expect(report.eRms / free.report.eRms - 1).toBeLessThanOrEqual(0.02 + 1e-4);
    // With the cost before bones adapt as the limit, 86 % of them would stay.
    expect(farAfter).toBeLessThan(0.8 * farBefore);
    expect(patchesAfter).toBeLessThan(0.6 * patchesBefore);
  });

  it("do not miss an error target", async () => {
    const target = { ...FREE, bones: 8, errorTarget: 0.004, correctRestPose: false };
    const free = await solve(cloth, target);
    const local = await solve(cloth, { ...target, local: true, localCost: null, reach: 0.5 });
    expect(free.report.rmsePercent).toBeLessThanOrEqual(0.4);
    expect(local.report.rmsePercent).toBeLessThanOrEqual(0.4);
  });

  it("refuse limits out of range", async () => {
    const refused: [Partial<SolveSettings>, string][] = [
      [{ reach: -1 }, "reach of bones"],
      [{ reach: Number.NaN }, "reach of bones"],
      [{ leastPatch: 1.5 }, "smallest patch"],
      [{ localCost: -0.1 }, "cost of local weights"],
    ];
    for (const [change, title] of refused) {
      await expect(solve(cloth, { ...ANY, ...change })).rejects.toThrow(`${title} is out of range`);
    }
  });

  it("keep locked vertices and locked bones", async () => {
    const free = await solve(cloth, { ...FREE, correctRestPose: false });
    const locks = { bones: Uint8Array.of(1, 0, 0, 0, 0), vertices: new Uint8Array(cloth.vertexCount) };
    for (let i = 0; i < cloth.vertexCount; i += 3) locks.vertices[i] = 1;
    const settings = { ...SOLVE_DEFAULTS, ...ANY, leastPatch: 1, reach: 0.5, correctRestPose: false };
    const { rig } = await localiseRig({ sequence: cloth, settings, from: free.rig, locks }, serial, UNSEEN);
    const row = ({ weights: { offsets, bones, values } }: Rig, i: number) =>
      Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
        bones[offsets[i] + n],
        Number(values[offsets[i] + n].toFixed(5)),
      ]);
    for (let i = 0; i < cloth.vertexCount; i += 3) expect(row(rig, i)).toEqual(row(free.rig, i));
    const own = ({ motion }: Rig) => motion.filter((_, at) => Math.floor(at / 12) % 5 === 0);
    expect(own(rig)).toEqual(own(free.rig));
    expect(rig.weights.values).not.toEqual(free.rig.weights.values);
  });
});

describe("the estimate of their cost", () => {
  it("is 0 if nothing is far or everything is held, and includes what adapting bones win back", async () => {
    const { rig, report } = await solve(cloth, { ...FREE, influences: 2, correctRestPose: false });
    const given = { sequence: cloth, rig, influences: 2, held: null };
    const found = await estimateLocality({ ...given, reach: 0.2, leastPatch: 1 }, new SurfaceCache(), UNSEEN);
    expect(found.costPercent).toBeGreaterThan(0);
    expect(found.far).toBeGreaterThan(0);
    expect(found.patches).toBeGreaterThanOrEqual(1);
    // No restriction, no cost.
    const none = await estimateLocality({ ...given, reach: 100, leastPatch: 0 }, new SurfaceCache(), UNSEEN);
    expect(none).toMatchObject({ costPercent: 0, far: 0, affected: 0 });
    // Held vertices cost nothing.
    const held = new Uint8Array(cloth.vertexCount).fill(1);
    const all = await estimateLocality(
      { ...given, held, reach: 0.2, leastPatch: 1 },
      new SurfaceCache(),
      UNSEEN,
    );
    expect(all).toMatchObject({ costPercent: 0, far: 0, affected: 0 });
    // Bones that adapt win back a part of it.
    const local = await localised(cloth, rig, { influences: 2, reach: 0.2, leastPatch: 1, localCost: null });
    expect(local.report.eRms / report.eRms - 1).toBeLessThan(found.costPercent / 100 + 0.05);
  });

  it("never falls when the reach shrinks", async () => {
    const { rig } = await solve(cloth, { ...FREE, correctRestPose: false });
    const cache = new SurfaceCache();
    let last = 0;
    for (const reach of [4, 2, 1, 0.5, 0.2]) {
      const input = { sequence: cloth, rig, influences: 4, held: null, reach, leastPatch: 0 };
      const { costPercent } = await estimateLocality(input, cache, UNSEEN);
      expect(costPercent).toBeGreaterThanOrEqual(last - 1e-6);
      last = costPercent;
    }
    expect(last).toBeGreaterThan(0);
  });
});
