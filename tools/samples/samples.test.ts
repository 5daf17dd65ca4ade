import { describe, expect, it } from "vitest";
import { frameOf, type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { flag } from "./flag";
import { hound } from "./hound";
import { tentacle } from "./tentacle";

/** Largest distance that a vertex moves between two frames, in diagonals. */
function largestStep(s: MeshSequence): number {
  let largest = 0;
  for (let k = 1; k < s.frameCount; k++) {
    const [a, b] = [frameOf(s, k - 1), frameOf(s, k)];
    for (let i = 0; i < a.length; i += 3) {
      largest = Math.max(largest, Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]));
    }
  }
  return largest / restDiagonal(s);
}

/** Connected shells of the solver's surface. */
function shellCount(s: MeshSequence): number {
  const parent = Uint32Array.from({ length: s.vertexCount }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (let t = 0; t < s.triangles.length; t++) {
    parent[find(s.solverIndex[s.triangles[t]])] = find(s.solverIndex[s.triangles[t - (t % 3)]]);
  }
  return new Set(Array.from(parent, (_, i) => find(i))).size;
}

/** How often each directed edge of the triangles occurs. */
function edgeCounts(s: MeshSequence): Map<string, number> {
  const edges = new Map<string, number>();
  for (let t = 0; t < s.triangles.length; t++) {
    const next = t % 3 === 2 ? t - 2 : t + 1;
    const edge = `${s.solverIndex[s.triangles[t]]}>${s.solverIndex[s.triangles[next]]}`;
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  return edges;
}

/** Edges with a face on one side only. */
function borderEdges(s: MeshSequence): number {
  const edges = edgeCounts(s);
  return [...edges].filter(([edge, n]) => (edges.get(edge.split(">").reverse().join(">")) ?? 0) !== n).length;
}

describe("the hound", () => {
  const sequence = hound({ cell: 0.055, frames: 96 });

  it("is a closed body with two eyes and a nose", () => {
    expect(shellCount(sequence)).toBe(4);
    expect(borderEdges(sequence)).toBe(0);
    expect(sequence.parts.map((part) => part.name)).toEqual(["body", "eyes", "nose"]);
    expect(sequence.clips.map((clip) => clip.name)).toEqual(["walk", "turn", "shake"]);
  });

  it("keeps its feet on the ground, and moves without jumps", () => {
    for (let k = 0; k < sequence.frameCount; k++) {
      const lowest = frameOf(sequence, k).reduce(
        (low, x, n) => (n % 3 === 1 ? Math.min(low, x) : low),
        Infinity,
      );
      expect(Math.abs(lowest), `frame ${k}`).toBeLessThan(0.03);
    }
    expect(largestStep(sequence)).toBeLessThan(0.12);
  });

  it("repeats a stride, except for the memory of its flesh", () => {
    const [a, b] = [frameOf(sequence, 4), frameOf(sequence, 28)];
    const apart = a.reduce((sum, x, n) => sum + Math.abs(x - b[n]), 0) / a.length;
    expect(apart).toBeLessThan(0.01);
    expect(apart).toBeGreaterThan(1e-6);
  });
});

describe("the flag", () => {
  const sequence = flag({ size: 25, frames: 30 });

  it("is a cloth with two long sides and a pole", () => {
    expect(shellCount(sequence)).toBe(2);
    expect(sequence.parts).toHaveLength(4);
  });

  it("stays sewn to its pole, keeps its threads' lengths and moves", () => {
    const size = 25;
    for (const k of [0, 11, 29]) {
      const frame = frameOf(sequence, k);
      for (let r = 0; r < size; r++) {
        const i = 3 * r * size;
        expect(frame.slice(i, i + 3)).toEqual(sequence.rest.slice(i, i + 3));
        let thread = 0;
        for (let c = 1; c < size; c++) {
          const j = i + 3 * c;
          thread += Math.hypot(
            frame[j] - frame[j - 3],
            frame[j + 1] - frame[j - 2],
            frame[j + 2] - frame[j - 1],
          );
        }
        expect(Math.abs(thread / 1.5 - 1), `row ${r} of frame ${k}`).toBeLessThan(0.05);
      }
    }
    expect(largestStep(sequence)).toBeGreaterThan(0.005);
    expect(largestStep(sequence)).toBeLessThan(0.3);
  });

  it("is the same for the same seed", () => {
    const small = { size: 9, frames: 3 };
    expect(flag({ ...small, seed: 2 }).frames).toEqual(flag({ ...small, seed: 2 }).frames);
    expect(flag({ ...small, seed: 2 }).frames).not.toEqual(flag({ ...small, seed: 3 }).frames);
  });
});

describe("the tentacle", () => {
  const sequence = tentacle({ rings: 40, sectors: 16 });

  it("is one shell, open only at its foot, with a seam in its UVs", () => {
    expect(shellCount(sequence)).toBe(1);
    expect(borderEdges(sequence)).toBe(16);
    expect(sequence.solverIndex.length).toBeGreaterThan(sequence.vertexCount);
  });

  it("loops", () => {
    const last = frameOf(sequence, sequence.frameCount - 1);
    const wrap = frameOf(sequence, 0).reduce((most, x, n) => Math.max(most, Math.abs(x - last[n])), 0);
    expect(wrap / restDiagonal(sequence)).toBeLessThan(1.2 * largestStep(sequence));
    expect(largestStep(sequence)).toBeLessThan(0.15);
  });
});
