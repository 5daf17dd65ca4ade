import { describe, expect, it } from "vitest";
import { limbs } from "../../testing/limbs";
import { overlapsOf } from "../../tree/bone-overlaps";
import { orderOf, type SkeletonTree, treeFromLinks } from "../../tree/skeleton-tree";
import { findMerges } from "./merges";

const parents = [-1, 0, 1, 2, 1, 4];
const character = limbs(parents, 21, { still: [2], frames: 12 });
const tree: SkeletonTree = {
  parents: Int32Array.from(parents),
  order: orderOf(parents),
  joints: Float64Array.from(character.joints),
};
const overlaps = overlapsOf(character.rig);
const merge = (losses: number[]) => findMerges(tree, character.rig.motion, overlaps, losses);

describe("merges of bones", () => {
  it("cost nothing if two bones never bend", () => {
    const costs = new Map(merge(parents.map(() => 0)).map((each) => [each.bone, each]));
    // Bones 1 and 2 never bend, so either takes over all joints of the other.
    expect(costs.get(2)).toMatchObject({ heir: 1 });
    expect(costs.get(1)).toMatchObject({ heir: 2 });
    expect(costs.get(2)!.cost).toBeLessThan(1e-3);
    expect(costs.get(1)!.cost).toBeLessThan(1e-3);
    expect(costs.get(4)!.cost).toBeGreaterThan(1);
  });

  it("are sorted by cost, the cheapest first", () => {
    const costs = merge(parents.map((_, j) => 7 - j)).map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });

  it("also cost what the vertices lose", () => {
    const losses = parents.map((_, j) => 1000 * j);
    const plain = merge(parents.map(() => 0));
    for (const { bone, cost } of merge(losses)) {
      expect(cost).toBeCloseTo(plain.find((each) => each.bone === bone)!.cost + 1000 * bone, 6);
    }
  });

  it("leave a tree with all other bones", () => {
    for (const { bone, links, roots } of merge(parents.map(() => 0))) {
      expect(links.length).toBe(parents.length - 2);
      const left = treeFromLinks(parents.length, links, roots, tree.joints);
      const found = Array.from(left.parents.keys()).filter((j) => left.parents[j] < 0);
      expect(found.sort()).toEqual([roots[0], bone].sort());
    }
  });

  it("keep a joint where the heir carries it in the same way as the bone did", () => {
    const two = merge(parents.map(() => 0)).find(({ bone }) => bone === 2)!;
    const link = two.links.find(({ a, b }) => a === 3 || b === 3)!;
    const miss = Math.hypot(...link.joint.map((x, c) => x - character.joints[9 + c]));
    expect(miss).toBeLessThan(0.01);
  });
});
