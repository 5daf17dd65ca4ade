import { Matrix, solve } from "ml-matrix";
import { expect, it } from "vitest";
import { cotangentLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { vertexMasses } from "../bindable-mesh";
import { chain, reusedParallel, surface, together, tube } from "../testing/bindables";
import { heatWeights } from "./heat";

const minus = (a: number[], b: number[]) => a.map((x, c) => x - b[c]);
const dot = (a: number[], b: number[]) => a.reduce((sum, x, c) => sum + x * b[c], 0);
const cross = (a: number[], b: number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; // biome-ignore format: one value

/**
 * Whether a triangle without vertex i crosses the line from i to a point (Möller & Trumbore 1997). Tests all triangles.
 */
function hidden({ positions, triangles }: Bindable, i: number, to: number[]): boolean {
  const point = (v: number) => Array.from(positions.subarray(3 * v, 3 * v + 3));
  const [from, way] = [point(i), minus(to, point(i))];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [...triangles.subarray(t, t + 3)];
    if (corners.includes(i)) continue;
    const [a, b, c] = corners.map(point);
    const [e, f] = [minus(b, a), minus(c, a)];
    const p = cross(way, f);
    const determinant = dot(e, p);
    if (Math.abs(determinant) < 1e-14) continue;
    const s = minus(from, a);
    const [u, q] = [dot(s, p) / determinant, cross(s, e)];
    const [v, along] = [dot(way, q) / determinant, dot(f, q) / determinant];
    if (u >= 0 && v >= 0 && u + v <= 1 && along > 0 && along < 1) return true;
  }
  return false;
}

it("only vertices that see the nearest bone get heat (compared with a dense solve and rays against every triangle)", async () => {
  // A wall beside the second bone hides half of the tube around it.
  const wall = surface([2.3, 0.2, -2, 3.9, 0.2, -2, 3.9, 0.2, 2, 2.3, 0.2, 2], [0, 1, 2, 0, 2, 3]);
  const mesh = together(tube([-0.2, 0, 0], [4.2, 0, 0], 0.5, 15, 9), wall);
  const skeleton = chain([0.1, 0, 0], [2, 0, 0], [4.1, 0, 0]);
  // The wall conducts nothing to the tube, so it is left out.
  const V = mesh.positions.length / 3 - 4;
  const { columns, offsets, indices, values: entries } = cotangentLaplacian(mesh.positions, mesh.triangles, { nonNegative: true }); // biome-ignore format: one value
  const system = Matrix.zeros(V, V);
  for (let c = 0; c < Math.min(V, columns); c++)
    for (let e = offsets[c]; e < offsets[c + 1]; e++) system.set(indices[e], c, entries[e]);
  const right = Matrix.zeros(V, 2);
  const masses = vertexMasses(mesh);
  let dark = 0;
  for (let i = 0; i < V; i++) {
    const p = Array.from(mesh.positions.subarray(3 * i, 3 * i + 3));
    const nearest = skeleton.segments.map(({ head, tail }) => {
      const way = minus(tail, head);
      const u = Math.min(1, Math.max(0, dot(minus(p, head), way) / dot(way, way)));
      return head.map((x, c) => x + u * way[c]);
    });
    const distances = nearest.map((q) => Math.hypot(...minus(p, q)));
    const least = Math.min(...distances);
    const near = [0, 1].filter((j) => distances[j] <= least * (1 + 1e-4));
    const seen = near.filter((j) => !hidden(mesh, i, nearest[j]));
    if (seen.length === 0) {
      dark++;
      continue;
    }
    const heat = masses[i] / least ** 2;
    system.set(i, i, system.get(i, i) + heat);
    for (const j of seen) right.set(i, j, heat / seen.length);
  }
  expect(dark).toBeGreaterThan(8);
  const truth = solve(system, right);
  const { values } = await heatWeights(mesh, skeleton, reusedParallel(), UNWATCHED);
  values.subarray(0, 2 * V).forEach((w, n) => {
    expect(Math.abs(w - truth.get(n >> 1, n & 1))).toBeLessThan(1e-9);
  });
});
