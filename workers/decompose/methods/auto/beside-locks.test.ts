import { describe, expect, it } from "vitest";
import type { Rig } from "../../../model/rig/rig";
import { clothPatch } from "../../../testing/sequences";
import { solve } from "../../testing/solved";

const cloth = clothPatch({ size: 11, frames: 8, seed: 3 });

const rowOf = ({ weights: { offsets, bones, values } }: Rig, i: number, rig: Rig) =>
  Array.from(bones.subarray(offsets[i], offsets[i + 1]), (j, e) => [
    rig.bones[j].name,
    values[offsets[i] + e],
  ]);

const trackOf = ({ motion, bones }: Rig, name: string) => {
  const j = bones.findIndex((bone) => bone.name === name);
  const { length } = bones;
  return Array.from(motion).filter((_, at) => Math.floor(at / 12) % length === j);
};

describe("a rig that goes on with locks", () => {
  it("gets what a solve beside the locks finds, keeps the locks to the bit, and all names", async () => {
    const first = (await solve(cloth, { bones: 4 })).rig;
    const locks = {
      bones: Uint8Array.from(first.bones, (_, j) => Number(j === 1)),
      vertices: Uint8Array.from({ length: cloth.vertexCount }, (_, i) => Number(i < 8)),
    };
    const on = await solve(cloth, { bones: 9 }, first, locks);
    // With its own number of iterations, a solve only goes on from the rig.
    const plain = await solve(cloth, { bones: 9, iterations: 1200 }, first, locks);
    expect(on.report.eRms).toBeLessThan(0.95 * plain.report.eRms);
    const { name } = first.bones[1];
    expect(trackOf(on.rig, name)).toEqual(trackOf(first, name));
    for (let i = 0; i < 8; i++) {
      expect(rowOf(on.rig, i, on.rig)).toEqual(rowOf(first, i, first));
      for (let a = 3 * i; a < 3 * i + 3; a++) expect(on.rig.rest[a]).toBe(first.rest[a]);
    }
    const names = on.rig.bones.map((bone) => bone.name);
    expect(names.slice(0, 4)).toEqual(first.bones.map((bone) => bone.name));
    expect(new Set(names).size).toBe(9);
  });
});
