import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { clickedVertices } from "./clicked-vertices";

const { sequence } = bendingBar({ length: 8, width: 2, frames: 2 });
const { triangles, solverIndex, rest, vertexCount } = sequence;
const corners = [0, 1, 2].map((n) => solverIndex[triangles[n]]) as [number, number, number];
const at = (i: number) => new Vector3().fromArray(rest, 3 * i);
const click = (parts: readonly [number, number, number]) => {
  const point = new Vector3();
  for (let n = 0; n < 3; n++) point.addScaledVector(at(corners[n]), parts[n]);
  return { corners, point };
};

describe("a click on the mesh", () => {
  it("selects the nearest vertex, the face or the whole part", () => {
    const near = click([0.1, 0.8, 0.1]);
    expect(Array.from(clickedVertices(sequence, near, rest, "vertex", false))).toEqual([corners[1]]);
    const face = Array.from(clickedVertices(sequence, near, rest, "face", false));
    expect(corners.every((i) => face.includes(i))).toBe(true);
    expect(face.length).toBeLessThanOrEqual(4);
    expect(clickedVertices(sequence, near, rest, "part", false).length).toBe(vertexCount);
  });

  it("selects a loop if it is double and near an edge, and otherwise the part", () => {
    const middle = click([1 / 3, 1 / 3, 1 / 3]);
    expect(clickedVertices(sequence, middle, rest, "vertex", true).length).toBe(vertexCount);
    // Clicks in the middle of each edge. The diagonal of the polygon has no loop.
    const loops = [0, 1, 2].map((n) => {
      const parts: [number, number, number] = [0.5, 0.5, 0.5];
      parts[n] = 0;
      return Array.from(clickedVertices(sequence, click(parts), rest, "vertex", true));
    });
    const proper = loops.filter((loop) => loop.length < vertexCount);
    expect(proper.length).toBeGreaterThanOrEqual(2);
    for (const loop of proper) expect(loop.length).toBeGreaterThan(3);
  });
});
