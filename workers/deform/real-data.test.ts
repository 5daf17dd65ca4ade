import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assembleSequence } from "../formats/assemble/assemble-sequence";
import { inspect } from "../formats/open";
import { nodeFiles } from "../formats/source/node-file";
import type { ReadOptions } from "../formats/source/source";
import { cotangentLaplacian, uniformLaplacian } from "../mesh/laplacian";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { sharedData } from "../testing/shared-data";
import { rigidWeights } from "./rigid-bind";
import { everyDeformer } from "./testing/deformers";
import { farthest } from "./testing/meshes";

const DATA = fileURLToPath(sharedData(""));
const ASK: ReadOptions = { clips: [0], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const MESHES: string[][] = [
  ["horse-gallop.obj", "horse-gallop.pc2"],
  ["pcow.obj", "pcow.pc2"],
  ["chickenCrossing.obj", "chickenCrossing.pc2"],
  ["gltf/Fox.glb"],
  ["gltf/cesium_man.gltf"],
];

// Runs if the measurements' data are beside the project.
describe.skipIf(!existsSync(DATA))("a single bone at rest moves no vertex (needs ../shared/data)", () => {
  it.each(MESHES.map((names): [string, string[]] => [names[0], names]))("of %s", async (_, names) => {
    const [source] = await inspect(await nodeFiles(names.map((name) => `${DATA}${name}`)), UNWATCHED);
    const sequence = await assembleSequence(await source.read(ASK, UNWATCHED), ASK, UNWATCHED);
    const { rest, vertexCount, solverIndex } = sequence;
    const triangles = Array.from(sequence.triangles, (d) => solverIndex[d]);
    const mesh = {
      rest: Float64Array.from(rest),
      triangles,
      weights: rigidWeights(new Array(vertexCount).fill(0)),
      bones: 1,
    };
    for (const [name, laplacian] of [
      ["uniform", uniformLaplacian(vertexCount, triangles)],
      ["cotangent, of both signs", cotangentLaplacian(rest, triangles)],
    ] as const) {
      for (const [model, deformer] of Object.entries(await everyDeformer(mesh, laplacian))) {
        const { positions, rotations } = deformer.pose(IDENTITY);
        const moved = farthest(positions, rest) / restDiagonal(sequence);
        expect(moved, `${model}, ${name}`).toBeLessThan(1e-6);
        const upright = rotations.filter((_, n) => n % 4 === 3);
        expect(
          upright.every((w) => w > 1 - 1e-9),
          `${model}, ${name}`,
        ).toBe(true);
      }
    }
  });
});
