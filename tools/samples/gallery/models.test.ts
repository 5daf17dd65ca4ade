import { beforeAll, describe, expect, it } from "vitest";
import { owners } from "../../../workers/deform/rigid-bind";
import { adjacencyOf } from "../../../workers/geometry/adjacency";
import { connectedComponents } from "../../../workers/mesh/components";
import { enclosedVolume, isClosed } from "../../../workers/model/mesh/volume";
import { poseMatrices } from "../../../workers/model/rig/pose";
import { elbow, sleevedArm } from "./arms";
import { back } from "./back";
import { chainBar, looseBar } from "./bars";
import { hand } from "./hand";
import { hips } from "./hips";
import type { GalleryModel } from "./model";

const MODELS = { chainBar, looseBar, elbow, sleevedArm, hand, hips, back };

const facesOf = ({ sequence }: GalleryModel) => sequence.triangles.map((d) => sequence.solverIndex[d]);

/** The closed parts; otherwise all parts as one. */
function wholeParts(model: GalleryModel) {
  const { parts, triangles } = model.sequence;
  const faces = facesOf(model);
  const closed = parts.every(({ firstTriangle: n, triangleCount: m }) =>
    isClosed(faces.subarray(3 * n, 3 * (n + m))),
  );
  return closed ? parts : [{ firstTriangle: 0, triangleCount: triangles.length / 3 }];
}

/** Lengths of the sides of all polygons, over their mean. */
function sides({ sequence: s }: GalleryModel): number[] {
  const lengths: number[] = [];
  for (let p = 0; p + 1 < s.polygonOffsets.length; p++) {
    const corners = s.polygonCorners.subarray(s.polygonOffsets[p], s.polygonOffsets[p + 1]);
    corners.forEach((a, n) => {
      const b = corners[(n + 1) % corners.length];
      lengths.push(Math.hypot(...[0, 1, 2].map((c) => s.rest[3 * a + c] - s.rest[3 * b + c])));
    });
  }
  const mean = lengths.reduce((sum, x) => sum + x, 0) / lengths.length;
  return lengths.map((x) => x / mean);
}

describe.each(Object.entries(MODELS))("%s", (name, make) => {
  let model: GalleryModel;
  beforeAll(async () => {
    model = await make();
  }, 60_000);

  it("is closed, faces outwards and has the expected parts", () => {
    const faces = facesOf(model);
    expect(isClosed(faces)).toBe(true);
    for (const { firstTriangle, triangleCount } of wholeParts(model)) {
      const part = faces.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
      expect(enclosedVolume(model.sequence.rest, part)).toBeGreaterThan(0);
    }
    const { count } = connectedComponents(model.sequence.vertexCount, faces);
    expect(count).toBe(name === "sleevedArm" ? 2 : 1);
    // A surface without handles has V − E + F = 2, and a closed one has three edges for two triangles.
    const handles = name === "sleevedArm" ? 1 : 0;
    expect(model.sequence.vertexCount - faces.length / 6).toBe(2 * (count - handles));
    expect(model.sequence.vertexCount).toBeGreaterThan(3000);
    expect(model.sequence.vertexCount).toBeLessThan(12_000);
    const { offsets } = adjacencyOf(faces, model.sequence.vertexCount);
    expect(offsets.every((o, i) => i === 0 || o - offsets[i - 1] >= 3)).toBe(true);
  });

  it("has even faces", () => {
    const lengths = sides(model);
    expect(Math.max(...lengths)).toBeLessThan(3.2);
    expect(lengths.filter((x) => x < 0.12).length / lengths.length).toBeLessThan(0.05);
  });

  it("has weights that sum to 1, and every bone owns vertices", () => {
    const { rig } = model;
    const { offsets, values } = rig.weights;
    for (let i = 0; i + 1 < offsets.length; i++) {
      const sum = values.subarray(offsets[i], offsets[i + 1]).reduce((s, w) => s + w, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
    }
    expect(new Set(owners(rig.weights)).size).toBe(rig.bones.length);
  });

  it("has poses that turn bones and keep them rigid", () => {
    expect(model.poses.length).toBeGreaterThan(0);
    for (const pose of model.poses) {
      const matrices = poseMatrices(model.rig.bones, pose);
      expect(matrices).not.toEqual(model.rig.motion);
      for (let m = 0; m < matrices.length; m += 12) {
        for (const row of [0, 4, 8]) {
          expect(Math.hypot(...matrices.subarray(m + row, m + row + 3))).toBeCloseTo(1, 5);
        }
      }
    }
  });
});

it("makes the same model every time", async () => {
  const [model, again] = [await elbow(), await elbow()];
  expect(again.sequence.rest).toEqual(model.sequence.rest);
  expect(again.rig.weights).toEqual(model.rig.weights);
});
