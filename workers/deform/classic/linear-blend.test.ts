import { describe, expect, it } from "vitest";
import { vertexNormals } from "../../geometry/vertex-normals";
import { frameOf } from "../../model/mesh/mesh-sequence";
import { bendingBar, movingShells } from "../../testing/sequences";
import { linearBlend, linearBlendNormals } from "./linear-blend";

describe("linearBlend", () => {
  it.each([
    ["a bending bar", bendingBar()],
    ["moving shells", movingShells()],
  ])("reproduces the frames of an exact rig, and their normals: %s", (_, { sequence, rig }) => {
    const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
    const reused = new Float64Array(3 * sequence.vertexCount);
    for (let k = 0; k < sequence.frameCount; k++) {
      const truth = frameOf(sequence, k);
      expect(linearBlend(rig, k, reused)).toBe(reused);
      reused.forEach((x, n) => {
        expect(Math.abs(x - truth[n])).toBeLessThan(1e-5);
      });
      const normals = vertexNormals(truth, triangles);
      linearBlendNormals(rig, k, triangles).forEach((x, n) => {
        expect(Math.abs(x - normals[n])).toBeLessThan(1e-4);
      });
    }
  });
});
