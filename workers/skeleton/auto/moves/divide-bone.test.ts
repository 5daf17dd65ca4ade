import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { limbs } from "../../testing/limbs";
import { treeFromLinks } from "../../tree/skeleton-tree";
import { divideBone } from "./divide-bone";

const homogeneous = (rest: Float32Array) =>
  Float64Array.from({ length: (rest.length / 3) * 4 }, (_, at) =>
    at % 4 === 3 ? 1 : rest[3 * Math.floor(at / 4) + (at % 4)],
  );

describe("a bone that is divided", () => {
  it("gives the joints and vertices of its far half to the new bone", () => {
    // A chain of three tubes. The free bone 3 divides the middle one.
    const { rig, joints } = limbs([-1, 0, 1], 4);
    const rest = homogeneous(rig.rest);
    const at = (j: number) => joints.slice(3 * j, 3 * j + 3);
    const links = [
      { a: 1, b: 0, joint: at(1) },
      { a: 2, b: 1, joint: at(2) },
    ];
    const members = Array.from({ length: 80 }, (_, n) => 80 + n);
    const { tree, far } = divideBone(4, { links, roots: [0] }, [1, 3], members, rest, new Float64Array(12))!;
    expect(Math.abs(far.length - 40)).toBeLessThan(5);
    // One of the two outer joints moves to the new bone. The other one stays.
    const neighbours = [0, 2].map((j) => (tree.parents[j] >= 0 ? tree.parents[j] : tree.parents.indexOf(j)));
    expect(neighbours.sort()).toEqual([1, 3]);
    expect(Math.abs(tree.parents[3])).toBeLessThan(4);
    const between = tree.parents[3] === 1 ? 3 : 1;
    const middle = at(1).map((x, c) => (x + at(2)[c]) / 2);
    const miss = Math.hypot(...middle.map((x, c) => x - tree.joints[3 * between + c]));
    expect(miss).toBeLessThan(0.25);
  });

  it("leaves a tree, for any tree and any bone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(), (n, seed) => {
        const random = createRandom(seed);
        const parents = Array.from({ length: n }, (_, j) => (j === 0 ? -1 : random.integer(j)));
        const { rig, joints } = limbs(parents, seed % 1000, { frames: 1 });
        const links = parents.flatMap((b, a) =>
          b < 0 ? [] : [{ a, b, joint: joints.slice(3 * a, 3 * a + 3) }],
        );
        const bone = random.integer(n);
        const members = Array.from({ length: 80 }, (_, m) => 80 * bone + m);
        const places = new Float64Array(3 * n + 3);
        const found = divideBone(
          n + 1,
          { links, roots: [0] },
          [bone, n],
          members,
          homogeneous(rig.rest),
          places,
        )!;
        expect(Array.from(found.tree.parents).filter((p) => p < 0).length).toBe(1);
        expect(new Set(found.tree.order).size).toBe(n + 1);
        expect(found.far.every((i) => members.includes(i))).toBe(true);
        // Joints between other bones stay.
        const before = treeFromLinks(n, links, [0], places);
        for (let j = 1; j < n; j++) {
          if (parents[j] === bone || j === bone || found.tree.parents[j] === n) continue;
          if (found.tree.parents[j] !== before.parents[j]) continue;
          expect(found.tree.joints.slice(3 * j, 3 * j + 3)).toEqual(before.joints.slice(3 * j, 3 * j + 3));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("is not divided if it has few vertices", () => {
    const rest = homogeneous(limbs([-1], 1).rig.rest);
    expect(
      divideBone(2, { links: [], roots: [0] }, [0, 1], [0, 1, 2, 3], rest, new Float64Array(6)),
    ).toBeNull();
  });
});
