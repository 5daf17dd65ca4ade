import fc from "fast-check";
import { expect, it } from "vitest";
import { trianglePairs } from "./triangle-pairs";

it("finds the same pairs as a search over all edges", () => {
  const corner = fc.integer({ min: 0, max: 7 });
  fc.assert(
    fc.property(fc.array(fc.tuple(corner, corner, corner), { maxLength: 12 }), (faces) => {
      const edges = new Map<string, number[]>();
      faces.forEach((face, t) => {
        face.forEach((a, c) => {
          const key = [a, face[(c + 1) % 3]].sort((x, y) => x - y).join();
          edges.set(key, [...(edges.get(key) ?? []), t]);
        });
      });
      const expected = [...edges.values()].flatMap((list) =>
        list.slice(1).flatMap((t, n) => (t === list[n] ? [] : [`${list[n]} ${t}`])),
      );
      const pairs = trianglePairs(faces.flat(), 8);
      const found = Array.from({ length: pairs.length / 2 }, (_, n) => `${pairs[2 * n]} ${pairs[2 * n + 1]}`);
      expect(found.sort()).toEqual(expected.sort());
    }),
  );
});
