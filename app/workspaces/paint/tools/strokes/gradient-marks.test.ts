import fc from "fast-check";
import { Vector3 } from "three/webgpu";
import { describe, expect, it } from "vitest";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";
import { gradientShares } from "./gradient-drag";
import { drawGradient, gradientRing } from "./gradient-marks";

const place = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: -50, max: 50 })))
  .map(([x, y, z]) => new Vector3(x, y, z).divideScalar(10));

describe("the marks of a dragged gradient", () => {
  it("are a closed ring through the end, on which a radial gradient ends", () => {
    fc.assert(
      fc.property(place, place, place, (from, to, direction) => {
        if (from.equals(to) || direction.lengthSq() === 0) return;
        const normal = direction.clone().normalize();
        const ring = gradientRing({ from, to, normal });
        expect(ring[0].distanceTo(to)).toBeLessThan(1e-9);
        expect(ring[ring.length - 1].distanceTo(to)).toBeLessThan(1e-9);
        const all = ring.flatMap((point) => point.toArray());
        const shares = gradientShares("radial", from.toArray(), to.toArray(), all, "linear");
        for (const share of shares) expect(share).toBeCloseTo(0, 5);
        // The ring lies in the surface if the drag does.
        const flat = to.clone().sub(from).projectOnPlane(normal);
        if (flat.length() < 0.1) return;
        for (const point of gradientRing({ from, to: from.clone().add(flat), normal }))
          expect(point.clone().sub(from).dot(normal)).toBeCloseTo(0, 6);
      }),
      { seed: 18 },
    );
  });

  it("are a line for a linear gradient, and a ring around the start for a radial one", () => {
    const drawn = (kind: "linear" | "radial") => {
      const lines: (readonly ViewPoint[])[] = [];
      const shapes = { polyline: (points: readonly ViewPoint[]) => lines.push(points), disc: () => {} };
      const gradient = {
        kind,
        from: new Vector3(1, 1, 0),
        to: new Vector3(3, 1, 0),
        normal: new Vector3(0, 0, 1),
      };
      drawGradient(shapes as unknown as Shapes, gradient, ({ x, y }) => [x, y]);
      return lines[0];
    };
    expect(drawn("linear")).toEqual([
      [1, 1],
      [3, 1],
    ]);
    const ring = drawn("radial");
    for (const [x, y] of ring) expect(Math.hypot(x - 1, y - 1)).toBeCloseTo(2, 9);
    expect(Math.min(...ring.map(([x]) => x))).toBeCloseTo(-1, 2);
  });
});
