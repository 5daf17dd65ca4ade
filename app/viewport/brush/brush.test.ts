import fc from "fast-check";
import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../workers/geometry/adjacency";
import { useView } from "../../document/view-state";
import { falloff } from "./falloff";
import { Stroke, strokeKind } from "./stroke";
import { SurfaceReach } from "./surface-reach";

const SIDE = 12;

/** Two square sheets of vertices one over the other, a tenth of a step apart, joined nowhere. */
function sheets() {
  const positions = new Float32Array(3 * 2 * SIDE * SIDE);
  const triangles: number[] = [];
  for (let sheet = 0; sheet < 2; sheet++) {
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        const i = sheet * SIDE * SIDE + y * SIDE + x;
        positions.set([x, y, 0.1 * sheet], 3 * i);
        if (x + 1 < SIDE && y + 1 < SIDE) triangles.push(i, i + 1, i + SIDE, i + SIDE, i + 1, i + SIDE + 1);
      }
    }
  }
  const vertexCount = 2 * SIDE * SIDE;
  const mesh = { vertexCount, triangles: Uint32Array.from(triangles) };
  return { mesh, positions, reach: new SurfaceReach(adjacencyOf(mesh.triangles, mesh.vertexCount)) };
}

const inverse = (value: number) => 1 - value;

describe("falloff", () => {
  it("falls from one to zero, flat at both ends", () => {
    expect([falloff(0), falloff(0.5), falloff(1), falloff(3)]).toEqual([1, 0.5, 0, 0]);
    for (let t = 0; t < 1; t += 0.05) expect(falloff(t + 0.05)).toBeLessThan(falloff(t));
    expect(1 - falloff(0.01)).toBeLessThan(0.001);
    expect(falloff(0.99)).toBeLessThan(0.001);
  });
});

describe("SurfaceReach", () => {
  it("finds what is within the radius on the touched sheet, and nothing of the other", () => {
    const { positions, reach } = sheets();
    const place = fc.double({ min: 0.01, max: SIDE - 1.01, noNaN: true });
    fc.assert(
      fc.property(place, place, fc.double({ min: 1.5, max: 5, noNaN: true }), (x, y, radius) => {
        const centre = new Vector3(x, y, 0);
        const seed = Math.round(y) * SIDE + Math.round(x);
        const { count, vertices, distances } = reach.around(positions, [seed], centre, radius);
        const found = new Set(vertices.subarray(0, count));
        const expected: number[] = [];
        for (let i = 0; i < SIDE * SIDE; i++) {
          const away = centre.distanceTo(new Vector3().fromArray(positions, 3 * i));
          if (away < radius) expected.push(i);
        }
        expect([...found].sort((a, b) => a - b)).toEqual(expected);
        expect(found.size).toBe(count);
        const n = count - 1;
        const last = new Vector3().fromArray(positions, 3 * vertices[n]).distanceTo(centre);
        expect(distances[n]).toBeCloseTo(last, 5);
      }),
      { seed: 5 },
    );
  });
});

describe("Stroke", () => {
  const along = (stroke: Stroke, dabs: number) => {
    const { positions, reach } = sheets();
    for (let n = 0; n <= dabs; n++) {
      const centre = new Vector3(2 + (6 * n) / dabs, 5, 0);
      stroke.dab(reach.around(positions, [5 * SIDE + Math.round(centre.x)], centre, 3), 3);
    }
    return stroke.values;
  };
  const { reach, mesh } = sheets();
  const half = new Float32Array(mesh.vertexCount).fill(0.5);

  it("replaces by the falloff in the middle, and leaves the rest as it was", () => {
    const values = along(new Stroke(half, { mode: "replace", value: 1, strength: 0.8 }, reach), 60);
    expect(values[5 * SIDE + 5]).toBeCloseTo(0.9, 3);
    expect(values[10 * SIDE + 5]).toBe(0.5);
    expect(values[SIDE * SIDE + 5 * SIDE + 5]).toBe(0.5);
    expect(half.every((x) => x === 0.5)).toBe(true);
  });

  it("gives the same however densely the pointer is sampled", () => {
    for (const mode of ["replace", "add"] as const) {
      const strokes = [240, 480].map((dabs) =>
        along(new Stroke(half, { mode, value: 0.3, strength: 1 }, reach), dabs),
      );
      const apart = strokes[0].map((x, i) => Math.abs(x - strokes[1][i]));
      expect(Math.max(...apart)).toBeLessThan(1e-3);
    }
  });

  it("adds and takes away within 0..1", () => {
    const brush = { ...useView.getState().brush, mode: "add", value: 0.4, strength: 1 } as const;
    const add = along(new Stroke(half, strokeKind(brush, { shift: false, ctrl: false }, inverse), reach), 60);
    expect(add[5 * SIDE + 5]).toBeCloseTo(0.9, 3);
    const take = along(
      new Stroke(half, strokeKind({ ...brush, value: 0.9 }, { shift: false, ctrl: true }, inverse), reach),
      60,
    );
    expect(take[5 * SIDE + 5]).toBe(0);
  });

  it("smooths a step without leaving its range, and only under the brush", () => {
    const step = new Float32Array(mesh.vertexCount).map((_, i) => (Math.floor(i / SIDE) % SIDE < 5 ? 0 : 1));
    const brush = { ...useView.getState().brush, strength: 1 };
    const values = along(
      new Stroke(step, strokeKind(brush, { shift: true, ctrl: false }, inverse), reach),
      20,
    );
    const jump = (v: Float32Array) => Math.abs(v[5 * SIDE + 5] - v[4 * SIDE + 5]);
    expect(jump(values)).toBeLessThan(0.5 * jump(step));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThanOrEqual(1);
    expect(values[11 * SIDE + 5]).toBe(1);
  });

  it("inverts with Ctrl", () => {
    const brush = { ...useView.getState().brush, mode: "replace", value: 0.2 } as const;
    expect(strokeKind(brush, { shift: false, ctrl: true }, inverse).value).toBeCloseTo(0.8, 12);
    expect(strokeKind(brush, { shift: true, ctrl: true }, inverse).mode).toBe("smooth");
  });
});
