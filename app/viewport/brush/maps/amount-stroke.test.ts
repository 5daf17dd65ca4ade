import fc from "fast-check";
import { Vector3 } from "three/webgpu";
import { describe, expect, it, vi } from "vitest";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import { type BrushOperation, brushOperation } from "../../../document/brush-operations";
import type { OperationKind } from "../../../document/brush-settings";
import type { Dab } from "../brush-stroke";
import { SurfaceReach } from "../reach/surface-reach";
import { dabAt } from "../testing/dab-at";
import { SIDE, sheets } from "../testing/sheets";
import { AmountStroke } from "./amount-stroke";

const SEED = 20261123;
const { mesh, positions } = sheets();
/** The mirror image of a vertex across the middle of the sheets in x. */
const acrossX = (i: number) => i - (i % SIDE) + (SIDE - 1 - (i % SIDE));
// Use both diagonals of each square, so that mirror images of neighbours are neighbours.
const triangles = [...mesh.triangles, ...mesh.triangles.map(acrossX)];
const reach = new SurfaceReach(adjacencyOf(triangles, mesh.vertexCount));
const half = new Float32Array(mesh.vertexCount).fill(0.5);
const step = Float32Array.from(half, (_, i) => (Math.floor(i / SIDE) % SIDE < 5 ? 0 : 1));

function strokeOver(before: Float32Array, operation: BrushOperation) {
  const map = { before, bounds: [0, 1] as const, show: vi.fn(), keep: vi.fn() };
  return { stroke: new AmountStroke(map, operation, reach), map };
}

const dab = (x: number, y: number, pressure = 1): Dab => {
  const corner = Math.round(y) * SIDE + Math.round(x);
  return dabAt(reach, positions, [corner, corner, corner], new Vector3(x, y, 0), 3, { pressure });
};

/** The values after a stroke along x. */
function along(before: Float32Array, operation: BrushOperation, dabs: number): Float32Array {
  const { stroke } = strokeOver(before, operation);
  for (let n = 0; n <= dabs; n++) stroke.dab(dab(2 + (6 * n) / dabs, 5), null);
  return stroke.values;
}

const imageOf = ({ vertices, ...rest }: Dab): Dab => ({
  ...rest,
  vertices: vertices.map(acrossX),
  hit: null,
});

describe("AmountStroke", () => {
  it("replaces by the falloff around its path, and leaves other vertices alone", () => {
    const values = along(half, { kind: "replace", value: 1, strength: 0.8 }, 60);
    expect(values[5 * SIDE + 5]).toBeCloseTo(0.9, 3);
    expect(values[10 * SIDE + 5]).toBe(0.5);
    expect(values[SIDE * SIDE + 5 * SIDE + 5]).toBe(0.5);
    expect(half.every((x) => x === 0.5)).toBe(true);
  });

  it("has the same result for any density of samples", () => {
    for (const kind of ["replace", "add", "scale"] as const) {
      const strokes = [240, 480].map((dabs) => along(half, { kind, value: 0.3, strength: 1 }, dabs));
      const apart = strokes[0].map((x, i) => Math.abs(x - strokes[1][i]));
      expect(Math.max(...apart)).toBeLessThan(1e-3);
    }
  });

  it("adds and subtracts within the bounds", () => {
    const brush = { operation: "add", strength: 1, erase: false } as const;
    const add = brushOperation({ ...brush, value: 0.4 }, { shift: false, ctrl: false });
    expect(along(half, add, 60)[5 * SIDE + 5]).toBeCloseTo(0.9, 3);
    const take = brushOperation({ ...brush, value: 0.9 }, { shift: false, ctrl: true });
    expect(along(half, take, 60)[5 * SIDE + 5]).toBe(0);
  });

  it("smooths a step within its range, only under the brush, and sharpening steepens it", () => {
    const jump = (v: Float32Array) => Math.abs(v[5 * SIDE + 5] - v[4 * SIDE + 5]);
    const smooth = along(step, { kind: "smooth", value: 0, strength: 1 }, 20);
    expect(jump(smooth)).toBeLessThan(0.5 * jump(step));
    expect(Math.min(...smooth)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...smooth)).toBeLessThanOrEqual(1);
    expect(smooth[11 * SIDE + 5]).toBe(1);
    expect(jump(along(smooth, { kind: "sharpen", value: 0, strength: 0.5 }, 3))).toBeGreaterThan(
      jump(smooth),
    );
  });

  it("scales with the pressure of a pen", () => {
    const { stroke } = strokeOver(half, { kind: "replace", value: 1, strength: 1 });
    stroke.dab(dab(5, 5, 0.25), null);
    expect(stroke.values[5 * SIDE + 5]).toBeCloseTo(0.5 + 0.25 * 0.5, 6);
  });

  it("treats an image like a dab at the mirrored place", () => {
    const kinds: OperationKind[] = ["replace", "add", "scale", "smooth", "sharpen"];
    const place = fc.double({ min: 1, max: SIDE - 2, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), place, place, (kind, x, y) => {
        const before = step.map((s, i) => 0.3 + 0.2 * s + 0.05 * Math.sin(Math.min(i, acrossX(i))));
        // Initial values that are the same on both sides.
        for (let i = 0; i < before.length; i++) before[acrossX(i)] = before[i];
        const operation = { kind, value: 0.7, strength: 0.5 };
        const mirrored = strokeOver(before, operation).stroke;
        const first = dab(x, y);
        mirrored.dab(first, imageOf(first));
        for (let i = 0; i < before.length; i++)
          expect(mirrored.values[acrossX(i)]).toBeCloseTo(mirrored.values[i], 6);
        // If the two sides do not touch, the image alone equals a dab at the mirrored place.
        const there = strokeOver(before, operation).stroke;
        there.dab(dab(SIDE - 1 - x, y), null);
        const alone = strokeOver(before, operation).stroke;
        alone.dab({ ...first, count: 0 }, imageOf(first));
        for (let i = 0; i < before.length; i++) expect(alone.values[i]).toBeCloseTo(there.values[i], 5);
      }),
      { seed: SEED },
    );
  });

  it("previews at once, and keeps one result, or none if nothing changed or it was cancelled", () => {
    const { stroke, map } = strokeOver(half, { kind: "replace", value: 1, strength: 1 });
    stroke.end();
    expect(map.keep).not.toHaveBeenCalled();
    expect(stroke.dab(dab(5, 5), null)).toBe(true);
    stroke.show();
    stroke.show();
    expect(map.show).toHaveBeenCalledExactlyOnceWith({ values: stroke.values, version: 2 });
    stroke.end();
    expect(map.keep).toHaveBeenCalledExactlyOnceWith(stroke.values);
    stroke.cancel();
    expect(map.show).toHaveBeenLastCalledWith(null);
    // Replacing a value by itself changes nothing.
    expect(strokeOver(half, { kind: "replace", value: 0.5, strength: 1 }).stroke.dab(dab(5, 5), null)).toBe(
      false,
    );
  });
});

describe("brushOperation", () => {
  const brush = { operation: "replace", value: 0.2, strength: 1, erase: false } as const;

  it("inverts with Ctrl or the eraser, not with both; Shift always smooths", () => {
    expect(brushOperation(brush, { shift: false, ctrl: true }).value).toBeCloseTo(0.8, 12);
    expect(brushOperation({ ...brush, erase: true }, { shift: false, ctrl: false }).value).toBeCloseTo(
      0.8,
      12,
    );
    expect(brushOperation({ ...brush, erase: true }, { shift: false, ctrl: true }).value).toBe(0.2);
    expect(brushOperation(brush, { shift: true, ctrl: true }).kind).toBe("smooth");
  });

  it("uses the opposite value of a map", () => {
    expect(brushOperation(brush, { shift: false, ctrl: true }, () => 1).value).toBe(1);
  });
});
