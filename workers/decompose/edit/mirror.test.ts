import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { SinewError } from "../../model/errors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BoneEdit } from "../../model/rig/bone-edit";
import type { Rig } from "../../model/rig/rig";
import { SOLVE_DEFAULTS, type SolveLocks, type SolveSettings } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { bendingBar, clothPatch } from "../../testing/sequences";
import { restMirror } from "../mirror/rest-mirror";
import { editBones } from "./edit-bones";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));
/** Symmetric at rest across x = 0, with two bones on each side; each half bends in its own way. */
const { sequence, rig: truth } = bendingBar({ bones: 4, frames: 6, length: 12, width: 2, seed: 3 });
const mirror = restMirror(sequence, 0);

function mirrorBones(
  of: MeshSequence,
  rig: Rig,
  { settings = {}, locks = null }: { settings?: Partial<SolveSettings>; locks?: SolveLocks | null } = {},
  axis?: 0 | 1 | 2,
) {
  const edit: BoneEdit = { kind: "mirror", ...(axis !== undefined && { axis }) };
  const input = { sequence: of, rig, edit, settings: { ...SOLVE_DEFAULTS, ...settings }, locks };
  return editBones(input, serial, UNWATCHED);
}

/** The true rig with other names and slightly wrong weights on one side. */
function lopsided(names: readonly string[], seed: number): Rig {
  const random = createRandom(seed);
  const values = truth.weights.values.slice();
  const { offsets } = truth.weights;
  for (let i = 0; i < sequence.vertexCount; i++) {
    if (sequence.rest[3 * i] < 0) continue;
    const [first, end] = [offsets[i], offsets[i + 1]];
    for (let e = first; e < end; e++) values[e] *= 0.2 + 1.6 * random.next();
    const sum = values.subarray(first, end).reduce((total, w) => total + w, 0);
    for (let e = first; e < end; e++) values[e] /= sum;
  }
  const bones = truth.bones.map((bone, j) => ({ ...bone, name: names[j] }));
  return { ...truth, bones, weights: { ...truth.weights, values } };
}

/** Weights of a vertex by bone name, with sides swapped if `flip`. */
function rowOf({ weights, bones }: Rig, i: number, flip: boolean): Map<string, number> {
  const other = (name: string) => name.replace(/\.(L|R)$/, (_, side) => (side === "L" ? ".R" : ".L"));
  const row = new Map<string, number>();
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    const { name } = bones[weights.bones[e]];
    row.set(flip ? other(name) : name, weights.values[e]);
  }
  return row;
}

describe("mirroring bones", () => {
  it("makes weights symmetric, fits them, and names pairs after their left bones", async () => {
    const rig = lopsided(["hand", "arm", "elbow_L", "finger.R"], 5);
    const result = await mirrorBones(sequence, rig, {}, 0);
    const now = result.rig.bones.map(({ name }) => name);
    expect(now).toEqual(["finger.R", "elbow.R", "elbow.L", "finger.L"]);
    expect([...result.origin]).toEqual([0, 1, 2, 3]);
    mirror.map.forEach((l, i) => {
      const [row, image] = [rowOf(result.rig, i, false), rowOf(result.rig, l, true)];
      expect([...image.keys()].sort()).toEqual([...row.keys()].sort());
      for (const [name, w] of row) expect(image.get(name)).toBeCloseTo(w, 5);
    });
    // The bar's own motion stays free. The true weights are symmetric and are nearly found again.
    expect(result.before).toBeGreaterThan(4);
    expect(result.measures.eRms).toBeLessThan(0.3 * result.before);
    expect(result.rig.motion).toHaveLength(truth.motion.length);
  });

  it("does not make a symmetric rig worse", async () => {
    const { measures, before } = await mirrorBones(sequence, truth, {}, 0);
    expect(before).toBeLessThan(0.01);
    expect(measures.eRms).toBeLessThan(0.5);
  });

  it("keeps the hierarchy, and moves joints to where their partners' images are", async () => {
    const chain = truth.bones.map((bone, j) => ({ ...bone, parent: j - 1 }));
    chain[0].head = [-1.5, 0.1, 0];
    chain[3].head = [1.7, 0, 0];
    const { rig } = await mirrorBones(sequence, { ...truth, bones: chain }, {}, 0);
    expect(rig.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2]);
    expect(rig.bones[0].head.map((x) => +x.toFixed(5))).toEqual([-1.6, 0.05, 0]);
    expect(rig.bones[3].head.map((x) => +x.toFixed(5))).toEqual([1.6, 0.05, 0]);
  });

  it("has at most the allowed number of influences, and drops bones that move nothing", async () => {
    const idle = { name: "idle", parent: -1, head: [0, 0, 0] as [number, number, number] };
    const motion = new Float32Array(6 * 5 * 12);
    for (let k = 0; k < 6; k++) {
      motion.set(truth.motion.subarray(48 * k, 48 * k + 48), 60 * k);
      motion.set(truth.motion.subarray(48 * k, 48 * k + 12), 60 * k + 48);
    }
    const rig = { ...truth, bones: [...truth.bones, idle], motion };
    const result = await mirrorBones(sequence, rig, { settings: { influences: 1 } }, 0);
    const { offsets } = result.rig.weights;
    for (let i = 0; i < sequence.vertexCount; i++) expect(offsets[i + 1] - offsets[i]).toBe(1);
    expect(result.rig.bones).toHaveLength(result.origin.length);
    expect([...result.origin]).not.toContain(4);
  });

  it("refuses a mesh without left and right, and locked bones, with an error message", async () => {
    const random = createRandom(1);
    const cloth = clothPatch({ size: 9, frames: 5 });
    const rest = cloth.rest.map((x) => x + 0.2 * random.next());
    const bones = [{ name: "a", parent: -1, head: [0, 0, 0] as [number, number, number] }];
    const weights = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: cloth.vertexCount + 1 }, (_, i) => i),
      bones: new Uint16Array(cloth.vertexCount),
      values: new Float32Array(cloth.vertexCount).fill(1),
    };
    const still = Float32Array.from({ length: 60 }, (_, at) => ([0, 5, 10].includes(at % 12) ? 1 : 0));
    const rig: Rig = { ...truth, bones, weights, motion: still, rest };
    await expect(mirrorBones({ ...cloth, rest }, rig)).rejects.toThrow(
      /not symmetric: \d+ % of its vertices/,
    );
    const locks = { bones: Uint8Array.of(0, 1, 0, 0), vertices: new Uint8Array(sequence.vertexCount) };
    await expect(mirrorBones(sequence, truth, { locks })).rejects.toThrow(SinewError);
  });
});
