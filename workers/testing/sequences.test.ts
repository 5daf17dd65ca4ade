import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOf, type MeshSequence, restDiagonal } from "../model/mesh/mesh-sequence";
import { boneMatrix, type Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import { bendingBar, clothPatch, movingShells, staticCube } from "./sequences";

/** Largest distance between a sequence and its rig, as a fraction of the diagonal. */
function worstError(sequence: MeshSequence, rig: Rig): number {
  let worst = 0;
  for (let k = 0; k < sequence.frameCount; k++) {
    const frame = frameOf(sequence, k);
    for (let i = 0; i < sequence.vertexCount; i++) {
      const p = [0, 0, 0];
      for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
        const m = boneMatrix(rig, k, rig.weights.bones[e]);
        for (let r = 0; r < 3; r++) {
          const [x, y, z] = sequence.rest.subarray(3 * i, 3 * i + 3);
          p[r] += rig.weights.values[e] * (m[4 * r] * x + m[4 * r + 1] * y + m[4 * r + 2] * z + m[4 * r + 3]);
        }
      }
      worst = Math.max(worst, Math.hypot(...p.map((x, c) => x - frame[3 * i + c])));
    }
  }
  return worst / restDiagonal(sequence);
}

/** Six times the enclosed volume: positive if the faces of a closed mesh face outwards. */
function signedVolume(s: MeshSequence): number {
  let sum = 0;
  for (let t = 0; t < s.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => {
      const i = 3 * s.solverIndex[s.triangles[t + n]];
      return [s.rest[i], s.rest[i + 1], s.rest[i + 2]];
    });
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

/** Directed edges without a partner in the other direction: 0 on a closed, consistently wound surface. */
function openEdges(s: MeshSequence): number {
  const edges = new Set<string>();
  for (let p = 0; p + 1 < s.polygonOffsets.length; p++) {
    const corners = [...s.polygonCorners.subarray(s.polygonOffsets[p], s.polygonOffsets[p + 1])];
    corners.forEach((v, c) => {
      edges.add(`${s.solverIndex[v]}>${s.solverIndex[corners[(c + 1) % corners.length]]}`);
    });
  }
  return [...edges].filter((e) => !edges.has(e.split(">").reverse().join(">"))).length;
}

describe("sequences with a known rig", () => {
  it("bend a bar exactly like the rig, with at most 4 influences", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 1e6 }), (bones, seed) => {
        const { sequence, rig } = bendingBar({ bones, seed, frames: 5 });
        expect(worstError(sequence, rig)).toBeLessThan(1e-6);
        expect(maxInfluences(rig.weights)).toBeLessThanOrEqual(4);
        expect(sequence.vertexCount).toBe(4 * 4 * 25 + 2 * 9);
        expect(signedVolume(sequence)).toBeCloseTo(24, 3);
        expect(openEdges(sequence)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it("move shells exactly like the rig", () => {
    const { sequence, rig } = movingShells({ shells: 9, seed: 7 });
    expect(worstError(sequence, rig)).toBeLessThan(1e-6);
    expect(maxInfluences(rig.weights)).toBe(1);
    expect(sequence.vertexCount).toBe(9 * (6 * 16 + 2));
    expect(signedVolume(sequence)).toBeGreaterThan(0);
    expect(openEdges(sequence)).toBe(0);
  });
});

describe("sequences without a rig", () => {
  it("moves the free edge of the cloth and holds the other", () => {
    const cloth = clothPatch();
    const moved = (i: number) =>
      Math.max(...Array.from({ length: 24 }, (_, k) => Math.abs(frameOf(cloth, k)[3 * i + 2])));
    expect(moved(0)).toBe(0);
    expect(moved(20)).toBeGreaterThan(0.1);
  });

  it("gives equal bits for equal seeds", () => {
    expect(clothPatch({ seed: 3 }).frames).toEqual(clothPatch({ seed: 3 }).frames);
    expect(clothPatch({ seed: 3 }).frames).not.toEqual(clothPatch({ seed: 4 }).frames);
  });

  it("splits the cube's corners for display only", () => {
    const cube = staticCube();
    expect([cube.vertexCount, cube.solverIndex.length, cube.triangles.length / 3]).toEqual([8, 24, 12]);
    expect(signedVolume(cube)).toBeCloseTo(48);
    expect(openEdges(cube)).toBe(0);
  });
});
