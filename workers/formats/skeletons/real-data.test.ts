import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { boundsOf } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { assembleSequence } from "../assemble/assemble-sequence";
import { inspect } from "../open";
import { nodeFiles } from "../source/node-file";
import { AS_IT_IS } from "../testing/formats";
import { readSkeletons } from "./read";

const DATA = fileURLToPath(sharedData(""));

const SKELETONS: [file: string, format: string, segments: number, clips: number][] = [
  ["static/arm.tgf", "TGF", 4, 0],
  ["static/elephant.tgf", "TGF", 24, 0],
  ["static/hand.tgf", "TGF", 20, 0],
  ["static/rig-fox.glb", "glTF", 49, 0],
  ["gltf/Fox.glb", "glTF", 24, 3],
  ["gltf/fox-animations.glb", "glTF", 49, 14],
  ["gltf/cesium_man.gltf", "glTF", 19, 1],
];

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("the skeletons for binding meshes", () => {
  it.each(SKELETONS)("%s: %s, %i segments, %i clips", async (file, format, segments, clips) => {
    const sources = await readSkeletons(await nodeFiles([`${DATA}${file}`]), UNWATCHED);
    expect(sources.length).toBe(1);
    const [{ skeleton, ...source }] = sources;
    expect([source.format, skeleton.segments.length, source.clips.length]).toEqual([format, segments, clips]);
    expect(new Set(skeleton.segments.map(({ name }) => name)).size).toBe(segments);
    skeleton.segments.forEach(({ parent, head, tail }, s) => {
      expect(parent).toBeLessThan(s);
      expect([...head, ...tail].every(Number.isFinite)).toBe(true);
    });
    for (const { motions, frameCount } of source.clips) {
      expect(motions.length).toBe(12 * segments * frameCount);
      expect(motions.every(Number.isFinite)).toBe(true);
    }
  });

  it.each([
    ["arm.obj", "arm.tgf"],
    ["elephant.obj", "elephant.tgf"],
    ["hand.mesh", "hand.tgf"],
    ["model-fox.glb", "rig-fox.glb"],
  ])("%s has %s inside it", async (mesh, rig) => {
    const [animation] = await inspect(await nodeFiles([`${DATA}static/${mesh}`]), UNWATCHED);
    const { rest } = await assembleSequence(await animation.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
    const [{ skeleton }] = await readSkeletons(await nodeFiles([`${DATA}static/${rig}`]), UNWATCHED);
    const box = boundsOf(rest);
    for (const { head } of skeleton.segments) {
      head.forEach((x, c) => {
        const room = 0.01 * (box[c + 3] - box[c]);
        expect(x).toBeGreaterThan(box[c] - room);
        expect(x).toBeLessThan(box[c + 3] + room);
      });
    }
  });
});
