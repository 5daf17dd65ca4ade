import { resolveObjectURL } from "node:buffer";
import fc from "fast-check";
import type { MeshPhongMaterial, Texture } from "three";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { boundsOf } from "../../../model/mesh/mesh-sequence";
import { withOwnAxes } from "../../../testing/rigs";
import { bendingBar, type GroundTruth, movingShells } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { clothOf, withShapes } from "../../gltf/testing/exported-rigs";
import { texturedBar } from "../../gltf/testing/textured";
import { CENTIMETRES, type FbxOptions, fbxOf, marked, markOf, placesInFile } from "./testing/marked";
import { threeCorners, threeFbx, threeMeshes } from "./testing/three-fbx";

/** The largest distance of a corner in three from its true place, as a share of the diagonal, over all frames. */
async function missInThree(
  { sequence: given, rig }: GroundTruth,
  options: FbxOptions = CENTIMETRES,
  more: Partial<ExportOptions> = {},
): Promise<number> {
  const sequence = marked(given);
  const file = threeFbx(await fbxOf(sequence, rig, options, more));
  expect(file.warnings.filter((warning) => !warning.includes("Z-UP"))).toEqual([]);
  const uvs = threeMeshes(file).flatMap(({ geometry }) => [...geometry.attributes.uv.array]);
  let largest = 0;
  for (const [c, clip] of sequence.clips.entries()) {
    const times = Array.from({ length: clip.last - clip.first + 1 }, (_, f) => f / sequence.fps);
    const frames = threeCorners(file, c, times);
    frames.forEach((corners, f) => {
      expect(corners.length / 3).toBe(uvs.length / 2);
      const places = placesInFile(sequence, rig, clip.first + f, options);
      for (let at = 0; at < corners.length; at += 3) {
        const mark = markOf(uvs[(2 * at) / 3], uvs[(2 * at) / 3 + 1]);
        const p = 3 * sequence.solverIndex[mark];
        const [x, y, z] = places.slice(p, p + 3);
        const shown = options.upAxis === "z" ? [x, z, -y] : [x, y, z];
        largest = Math.max(largest, Math.hypot(...shown.map((v, a) => v - corners[at + a])));
      }
    });
  }
  const [x0, y0, z0, x1, y1, z1] = boundsOf(
    placesInFile(sequence, { ...rig, motion: rig.motion }, 0, options),
  );
  return largest / Math.hypot(x1 - x0, y1 - y0, z1 - z0);
}

const RIGHT = 1e-5;

async function shownTextures(): Promise<void> {
  const { sequence, rig } = texturedBar();
  const file = threeFbx(await fbxOf(sequence, rig));
  const [mesh] = threeMeshes(file);
  const { map, normalMap, emissiveMap } = mesh.material as MeshPhongMaterial;
  const bytesOf = async (texture: Texture | null) =>
    new Uint8Array(await resolveObjectURL(texture!.userData.url)!.arrayBuffer());
  const [base, bumps] = sequence.images!.map(({ bytes }) => bytes);
  expect(await bytesOf(map)).toEqual(base);
  expect(await bytesOf(normalMap)).toEqual(bumps);
  expect(await bytesOf(emissiveMap)).toEqual(bumps);
}

describe("an FBX in three", () => {
  it("plays rigid bones with parents", async () => {
    expect(await missInThree(strictCloth({ bones: 12, frames: 8, travel: [1, 0, 0.5] }))).toBeLessThan(RIGHT);
  });
  it("plays bones that shear", async () => {
    expect(await missInThree(clothOf(6, 4, true, 5))).toBeLessThan(RIGHT);
  });
  it("plays joints with their own axes, as orients", async () => {
    const strict = strictCloth({ bones: 12, frames: 8, travel: [1, 0, 0.5] });
    expect(await missInThree({ ...strict, rig: withOwnAxes(strict.rig, 3) })).toBeLessThan(RIGHT);
    const sheared = clothOf(6, 4, true, 5);
    const space: FbxOptions = { upAxis: "z", unit: "m" };
    expect(await missInThree({ ...sheared, rig: withOwnAxes(sheared.rig, 4) }, space)).toBeLessThan(RIGHT);
  });
  it("plays corrections", async () => {
    const bar = bendingBar({ bones: 4, frames: 6 });
    expect(await missInThree({ ...bar, rig: withShapes(bar.rig, 3, 0.05, 2) })).toBeLessThan(RIGHT);
  });
  it("plays random rigs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        fc.constantFrom<FbxOptions["upAxis"]>("y", "z"),
        async (seed, bones, isAffine, upAxis) => {
          const truth = clothOf(bones, 4, isAffine, seed);
          expect(await missInThree(truth, { upAxis, unit: "m" })).toBeLessThan(RIGHT);
        },
      ),
      { seed: 5, numRuns: 6 },
    );
  });
  it("shows the textures inside", () => shownTextures());
  it("plays several meshes", async () => {
    expect(await missInThree(movingShells({ shells: 4, frames: 6 }))).toBeLessThan(RIGHT);
  });
});
