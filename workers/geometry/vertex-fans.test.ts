import fc from "fast-check";
import { expect, it } from "vitest";
import { vertexFans } from "./vertex-fans";

it("lists the triangles around each vertex in their own order, each rotated to begin with the vertex", () => {
  const vertices = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(vertices, vertices, vertices), { maxLength: 25 }), (triangles) => {
      const { offsets, pairs } = vertexFans({
        vertexCount: 9,
        triangles: Uint32Array.from(triangles.flat()),
      });
      expect(offsets).toHaveLength(10);
      expect(pairs).toHaveLength(6 * triangles.length);
      for (let i = 0; i < 9; i++) {
        const expected = triangles.flatMap(([a, b, c]) => [
          ...(a === i ? [[b, c]] : []),
          ...(b === i ? [[c, a]] : []),
          ...(c === i ? [[a, b]] : []),
        ]);
        const found = [...pairs.subarray(2 * offsets[i], 2 * offsets[i + 1])];
        expect(found).toEqual(expected.flat());
      }
    }),
  );
});
