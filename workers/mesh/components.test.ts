import fc from "fast-check";
import { expect, it } from "vitest";
import { connectedComponents } from "./components";

it("finds the same shells as a walk over the triangles, in the order of their first vertices", () => {
  const triangle = fc.array(fc.nat(29), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(triangle, { maxLength: 18 }), (triangles) => {
      const { label, count } = connectedComponents(30, triangles.flat());
      const seen = new Array<number>(30).fill(-1);
      let shells = 0;
      for (let start = 0; start < 30; start++) {
        if (seen[start] >= 0) continue;
        const queue = [start];
        seen[start] = shells;
        for (const i of queue) {
          for (const j of triangles.filter((t) => t.includes(i)).flat()) {
            if (seen[j] < 0) {
              seen[j] = shells;
              queue.push(j);
            }
          }
        }
        shells++;
      }
      expect([...label]).toEqual(seen);
      expect(count).toBe(shells);
    }),
    { seed: 3 },
  );
});
