import { expect, test } from "vitest";
import { readObj } from "../../../workers/formats/obj/obj";
import { bytesFile } from "../../../workers/formats/source/source-file";
import { triangulate } from "../../../workers/mesh/triangles/triangulate";
import { enclosedVolume, isClosed } from "../../../workers/model/mesh/volume";
import { UNWATCHED } from "../../../workers/model/task";
import { body } from "./limb";

test("the body is closed, and its faces point outwards", async () => {
  const { path, bytes } = body(12, 16);
  const mesh = await readObj(bytesFile(path, bytes), UNWATCHED);
  const { positions, polygonOffsets, polygonCorners, displayPoint } = mesh;
  const triangleCount = polygonCorners.length - 2 * (polygonOffsets.length - 1);
  const displayed = new Uint32Array(3 * triangleCount);
  triangulate(polygonOffsets, polygonCorners, displayPoint, positions, displayed);
  const triangles = displayed.map((display) => displayPoint[display]);
  expect(isClosed(triangles)).toBe(true);
  // Prisms of 16 sides in circles of radius 0.25, 2 + 3 + 3 long.
  const area = 8 * Math.sin(Math.PI / 8) * 0.25 ** 2;
  expect(enclosedVolume(positions, triangles)).toBeCloseTo(8 * area, 5);
});
