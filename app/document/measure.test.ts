import { describe, expect, it } from "vitest";
import { frameOf } from "../../workers/model/mesh/mesh-sequence";
import { bendingBar } from "../../workers/testing/sequences";
import {
  boneFigures,
  diagonalOf,
  distanceOfERms,
  eRmsOfDistance,
  influencesOf,
  vertexError,
  verticesOf,
  verticesPerPart,
  worstFrame,
} from "./measure";

describe("measures of a rig", () => {
  const { sequence, rig } = bendingBar();

  it("finds no error in the rig that made the sequence", () => {
    for (let i = 0; i < sequence.vertexCount; i += 7) {
      expect(vertexError(frameOf(sequence, 3), rig, 3, i) / diagonalOf(sequence)).toBeLessThan(1e-5);
    }
  });

  it("finds the distance by which a vertex was moved", () => {
    const frames = sequence.frames.slice();
    const at = (2 * sequence.vertexCount + 5) * 3;
    frames[at] += 3;
    frames[at + 1] += 4;
    expect(vertexError(frameOf({ ...sequence, frames }, 2), rig, 2, 5)).toBeCloseTo(5, 3);
  });

  it("counts each vertex once, and returns uniform errors unchanged", () => {
    const errors = new Float32Array(sequence.vertexCount).fill(0.25);
    const { vertices, eRms } = boneFigures(rig.weights, rig.bones.length, errors, diagonalOf(sequence));
    expect(vertices.reduce((a, b) => a + b)).toBe(sequence.vertexCount);
    for (const [j, count] of vertices.entries()) expect(verticesOf(rig.weights, j)).toHaveLength(count);
    for (const e of eRms!) expect(distanceOfERms(e, diagonalOf(sequence))).toBeCloseTo(0.25, 5);
    expect(eRmsOfDistance(distanceOfERms(1.86, 2), 2)).toBeCloseTo(1.86, 9);
  });

  it("sorts influences, which sum to 1", () => {
    const influences = influencesOf(rig.weights, 9);
    expect(influences.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 5);
    for (let n = 1; n < influences.length; n++) {
      expect(influences[n].weight).toBeLessThanOrEqual(influences[n - 1].weight);
    }
  });

  it("assigns every vertex to a part", () => {
    expect(verticesPerPart(sequence).reduce((a, b) => a + b)).toBeGreaterThanOrEqual(sequence.vertexCount);
    expect(worstFrame([1, 5, 2])).toBe(1);
  });
});
