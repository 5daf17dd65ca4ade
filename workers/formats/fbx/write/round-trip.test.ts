import { describe, expect, it } from "vitest";
import { frameOf, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { type GroundTruth, movingShells } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { assembleSequence } from "../../assemble/assemble-sequence";
import { clothOf, skinned } from "../../gltf/testing/exported-rigs";
import { bytesFile } from "../../source/source-file";
import { openFbx } from "../read";
import { CENTIMETRES, type FbxOptions, fbxOf } from "./testing/marked";

const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

/** The file as our own reader has it. */
async function back({ sequence, rig }: GroundTruth, options: FbxOptions) {
  const bytes = await fbxOf(sequence, rig, options);
  const file = bytesFile("back.fbx", bytes);
  const source = await openFbx([file], file, UNWATCHED);
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
}

/** The largest distance of a vertex to its nearest truth, as a share of the diagonal. */
async function missAfter(truth: GroundTruth, options: FbxOptions = CENTIMETRES): Promise<number> {
  const { sequence, rig } = truth;
  const read = await back(truth, options);
  expect(read.frameCount).toBe(sequence.frameCount);
  expect(read.fps).toBeCloseTo(sequence.fps, 4);
  expect(read.vertexCount).toBe(sequence.vertexCount);
  const metres = (p: ArrayLike<number>, of: typeof sequence, i: number) =>
    [0, 1, 2].map((c) => of.metresPerUnit * (p[3 * i + c] + of.origin[c]));
  const turned = ([x, y, z]: number[]) =>
    read.upAxis === "z" && sequence.upAxis === "y" ? [x, -z, y] : [x, y, z];
  const restAt = (i: number) => turned(metres(skinned(rig, 0), sequence, i));
  const order = Array.from({ length: read.vertexCount }, (_, i) => {
    const place = metres(frameOf(read, 0), read, i);
    const far = Array.from({ length: sequence.vertexCount }, (_, n) => n).map((n) =>
      Math.hypot(...restAt(n).map((x, c) => x - place[c])),
    );
    return far.indexOf(Math.min(...far));
  });
  let largest = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const places = skinned(rig, k);
    for (const [i, n] of order.entries()) {
      const place = metres(frameOf(read, k), read, i);
      const truly = turned(metres(places, sequence, n));
      largest = Math.max(largest, Math.hypot(...truly.map((x, c) => x - place[c])));
    }
  }
  return largest / (restDiagonal(sequence) * sequence.metresPerUnit);
}

describe("an FBX in our own reader", () => {
  it("has any number of influences in every place", async () => {
    expect(await missAfter(clothOf(14, 12, false, 4))).toBeLessThan(1e-5);
  });

  it("has pairs of nodes for bones that shear", async () => {
    expect(await missAfter(clothOf(6, 4, true, 5), { ...CENTIMETRES, upAxis: "z", unit: "m" })).toBeLessThan(
      1e-5,
    );
  });

  it("has several meshes, and the source's own unit", async () => {
    const { sequence, rig } = movingShells({ shells: 3, frames: 5, detail: 2 });
    const inches = { ...sequence, metresPerUnit: 0.0254 };
    expect(await missAfter({ sequence: inches, rig }, { ...CENTIMETRES, unit: "own" })).toBeLessThan(1e-5);
  });

  it("keeps polygons, parts, materials, UVs, clips and the rate", async () => {
    const { sequence, rig } = strictCloth({ bones: 4, frames: 9, size: 4 });
    const clips = [
      { name: "up", first: 0, last: 3 },
      { name: "down", first: 4, last: 8 },
    ];
    const read = await back({ sequence: { ...sequence, clips, fps: 12.5 }, rig }, CENTIMETRES);
    expect(read.clips).toEqual(clips);
    expect(read.fps).toBe(12.5);
    expect(read.parts.map(({ name }) => name)).toEqual(sequence.parts.map(({ name }) => name));
    expect(read.materials.map(({ name }) => name)).toEqual(sequence.materials.map(({ name }) => name));
    // What a material does not say comes back as its default.
    expect(read.materials[0]).toMatchObject({ metallic: 0, roughness: 1 });
    expect(read.materials[0].emissive).toBeUndefined();
    expect(read.metresPerUnit).toBeCloseTo(0.01, 9);
    expect(read.polygonOffsets).toEqual(sequence.polygonOffsets);
  });
});
