import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { connectedComponents } from "../mesh/components";
import { frameOf, validateSequence } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { sharedData } from "../testing/shared-data";
import { assembleSequence } from "./assemble/assemble-sequence";
import { readMedit } from "./medit/read";
import { tetSurface } from "./medit/tet-surface";
import { inspect } from "./open";
import { nodeFiles } from "./source/node-file";
import type { ReadOptions } from "./source/source";

const DATA = fileURLToPath(sharedData(""));
const ASK: ReadOptions = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

const PAIRS: [name: string, vertices: number, frames: number, triangles: number, shells: number][] = [
  ["horse-gallop", 8431, 48, 16843, 1],
  ["horse-poses", 8431, 10, 16843, 1],
  ["cat-poses", 7207, 9, 14410, 1],
  ["pcow", 2904, 204, 5804, 1],
  ["chickenCrossing", 3030, 400, 5664, 41],
  ["vellum-cloth", 3101, 60, 5912, 1],
  ["ground-truth/cheburashka/cheburashka", 6669, 11, 13334, 1],
  ["ground-truth/cylinder/cylinder", 420, 4, 800, 1],
];

/** Vertices after welding glTF's seams, and frames of the first clip, at 24 frames a second as its keys. */
const SCENES: [name: string, format: string, points: number, vertices: number, frames: number][] = [
  ["gltf/Fox.glb", "glTF", 1728, 290, 83],
  ["gltf/fox-animations.glb", "glTF", 1250, 833, 84],
  ["gltf/dragon-animations.glb", "glTF", 2905, 1783, 18],
  ["gltf/RobotExpressive.glb", "glTF", 7210, 1820, 81],
  ["gltf/cesium_man.gltf", "glTF", 3273, 2338, 49],
  ["alembic/Bone_Anim.abc", "Alembic", 754, 754, 400],
];

const STILL: [name: string, format: string, vertices: number, triangles: number][] = [
  ["arm.obj", "OBJ", 8311, 16618],
  ["elephant.obj", "OBJ", 6034, 12064],
  ["hand.mesh", "MEDIT", 7234, 9556],
  ["model-fox.glb", "glTF", 836, 1652],
];

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("the data with which rigs are measured", () => {
  it.each(PAIRS)("%s: %i vertices, %i frames", async (name, vertices, frames, triangles, shells) => {
    const files = await nodeFiles([`${DATA}${name}.obj`, `${DATA}${name}.pc2`]);
    const [source] = await inspect(files, UNWATCHED);
    expect(source.info).toMatchObject({ format: "OBJ + PC2", points: vertices, polygons: triangles });
    const sequence = validateSequence(
      await assembleSequence(await source.read(ASK, UNWATCHED), ASK, UNWATCHED),
    );
    expect([sequence.vertexCount, sequence.frameCount]).toEqual([vertices, frames]);
    expect(sequence.triangles.length).toBe(3 * triangles);
    expect(connectedComponents(vertices, sequence.triangles).count).toBe(shells);
    const last = frameOf(sequence, frames - 1);
    const pc2 = new Float32Array((await files[1].read(32, files[1].size)).slice().buffer).slice(-last.length);
    const apart = last.map((x, i) => Math.abs(x + sequence.origin[i % 3] - pc2[i]));
    expect(apart.reduce((most, x) => Math.max(most, x))).toBeLessThan(4e-6);
  });

  it.each(SCENES)(
    "%s: %s, %i points, %i vertices when welded, %i frames",
    async (name, format, ...counts) => {
      const [source] = await inspect(await nodeFiles([`${DATA}${name}`]), UNWATCHED);
      expect(source.info.format).toBe(format);
      const raw = await source.read({ ...ASK, clips: [0] }, UNWATCHED);
      const sequence = validateSequence(await assembleSequence(raw, ASK, UNWATCHED));
      expect([raw.pointCount, sequence.vertexCount, sequence.frameCount]).toEqual(counts);
    },
  );

  it.each(STILL)("%s: %s, still, %i vertices, %i triangles", async (name, format, vertices, triangles) => {
    const [source] = await inspect(await nodeFiles([`${DATA}static/${name}`]), UNWATCHED);
    expect(source.info.format).toBe(format);
    expect(source.info.clips).toEqual([{ name: name.split(".")[0], seconds: 0, frames: 1 }]);
    const sequence = validateSequence(
      await assembleSequence(await source.read(ASK, UNWATCHED), ASK, UNWATCHED),
    );
    const { vertexCount, frameCount, rest, frames } = sequence;
    expect([vertexCount, frameCount, sequence.triangles.length / 3]).toEqual([vertices, 1, triangles]);
    expect(frames).toEqual(rest);
  });

  it("reads the hand as a solid, with the surface of its tetrahedra", async () => {
    const [file] = await nodeFiles([`${DATA}static/hand.mesh`]);
    const { positions, tets, polygonCorners } = await readMedit(file, UNWATCHED);
    expect(tets!.length).toBe(4 * 29998);
    const key = (corners: ArrayLike<number>, t: number) => {
      const face = [corners[t], corners[t + 1], corners[t + 2]];
      const least = face.indexOf(Math.min(...face));
      return [0, 1, 2].map((c) => face[(least + c) % 3]).join(" ");
    };
    const keys = (corners: ArrayLike<number>) =>
      Array.from({ length: corners.length / 3 }, (_, t) => key(corners, 3 * t)).sort();
    expect(keys(polygonCorners)).toEqual(keys(tetSurface(tets!, positions)));
  });
});
