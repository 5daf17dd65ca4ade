/**
 * Project files from earlier versions of Sinew, with exact and with quantised frames. The encoders of their time wrote
 * them, and they never change. After a change of the format, add files of the format before it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { wholeSequence } from "../../../workers/model/mesh/streamed-sequence";
import { bendingBar } from "../../testing/sequences";
import { readProject } from "./read";

const FOLDER = new URL("./testing/earlier/", import.meta.url);
const FILES = readdirSync(FOLDER).sort();

/** The bar that every file holds. */
const bar = bendingBar({ length: 6, width: 2, frames: 4, bones: 3 });

it.each(FILES)("%s opens with its mesh, motion and weights", (name) => {
  const { sequence, rig, report } = readProject(new Uint8Array(readFileSync(new URL(name, FOLDER))));
  expect(sequence).toMatchObject({ name: "bar", vertexCount: bar.sequence.vertexCount, frameCount: 4 });
  expect(sequence.triangles).toEqual(bar.sequence.triangles);
  // Twelve bits over the length of the bar.
  const tolerance = name.includes("-small") ? 6 / 2 ** 12 : 0;
  expect(farthest(wholeSequence(sequence).frames, bar.sequence.frames)).toBeLessThanOrEqual(tolerance);
  expect(rig?.bones.map((bone) => bone.name)).toEqual(bar.rig.bones.map((bone) => bone.name));
  expect(rig?.weights).toEqual(bar.rig.weights);
  expect(report).toBeNull();
});

const farthest = (a: Float32Array, b: Float32Array) => Math.max(...a.map((x, n) => Math.abs(x - b[n])));

it("there are files of every format", () => {
  const formats = new Set(FILES.map((name) => Number.parseInt(name, 10)));
  expect([...formats]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
