import fc from "fast-check";
import { Matrix4, Vector3 } from "three/webgpu";
import { expect, it } from "vitest";
import { joinOutlines, outlineOf } from "./outline";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const cloud = fc
  .array(fc.tuple(number(-3, 3), number(-1, 1), number(-2, 2)), { minLength: 4, maxLength: 200 })
  .map((points) => Float32Array.from(points.flat()));

it("reaches nearly as far as the mesh in every direction", () => {
  fc.assert(
    fc.property(cloud, cloud, number(-1, 1), number(-3, 3), (a, b, height, turn) => {
      const world = new Matrix4().makeRotationX(-Math.PI / 2);
      const flat = Math.sqrt(1 - height * height);
      const direction = new Vector3(flat * Math.cos(turn), height, flat * Math.sin(turn));
      const reach = (points: readonly Vector3[]) => Math.max(...points.map((p) => p.dot(direction)));
      const all = [...a, ...b];
      const points = Array.from({ length: all.length / 3 }, (_, i) =>
        new Vector3().fromArray(all, 3 * i).applyMatrix4(world),
      );
      const found = reach(joinOutlines(outlineOf(a, world), outlineOf(b, world)));
      const size = Math.max(...points.map((p) => p.length()));
      expect(found).toBeLessThanOrEqual(reach(points) + 1e-6);
      expect(found).toBeGreaterThan(reach(points) - 0.2 * size);
    }),
    { seed: 5 },
  );
});
