import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../math/random";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { limbs } from "../testing/limbs";
import { overlapsOf, overlapsOfStatistics, touch } from "./bone-overlaps";
import { buildTree } from "./build-tree";
import { boneNamed } from "./choose-root";
import { type EdgeRule, edgeCosts, PUBLISHED_EDGES } from "./edge-costs";
import { rigInTreeOrder, rootsOf, treeFromLinks } from "./skeleton-tree";

const options = (rule: EdgeRule) => ({ ...PUBLISHED_EDGES, rule, pull: 1e-4, diagonal: 10 });

const build = (rig: Rig, rule: EdgeRule, root: string | null = null) =>
  buildTree(rig.motion, overlapsOf(rig), options(rule), boneNamed(rig, root), UNWATCHED);

/** The rig with some of each vertex's weight moved to a random bone. */
function withStrays(rig: Rig, random: Random, share: number): Rig {
  const rows = Array.from({ length: rig.rest.length / 3 }, (_, i) => {
    const row = new Map<number, number>();
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      row.set(rig.weights.bones[e], (1 - share) * rig.weights.values[e]);
    }
    const stray = random.integer(rig.bones.length);
    row.set(stray, (row.get(stray) ?? 0) + share);
    return [...row].sort((p, q) => p[0] - q[0]);
  });
  const offsets = [0];
  for (const row of rows) offsets.push(offsets[offsets.length - 1] + row.length);
  return {
    ...rig,
    weights: {
      version: 1,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(rows.flatMap((row) => row.map(([j]) => j))),
      values: Float32Array.from(rows.flatMap((row) => row.map(([, w]) => w))),
    },
  };
}

/** The rig with one more bone, which takes a share of every vertex and moves midway between the first and last bone. */
function withFaintBone(rig: Rig, share: number): Rig {
  const B = rig.bones.length;
  const rows = Array.from({ length: rig.rest.length / 3 }, (_, i) => {
    const row: [number, number][] = [[B, share]];
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++)
      row.push([rig.weights.bones[e], (1 - share) * rig.weights.values[e]]);
    return row;
  });
  const frames = rig.motion.length / (12 * B);
  const motion = Array.from({ length: frames }, (_, k) => {
    const own = Array.from(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B));
    return [...own, ...own.slice(0, 12).map((x, at) => (x + own[12 * (B - 1) + at]) / 2)];
  });
  return {
    ...rig,
    bones: [...rig.bones, { name: "faint", parent: -1, head: [0, 0, 0] }],
    motion: Float32Array.from(motion.flat()),
    weights: packWeights(rows),
  };
}

const linked = (links: readonly { a: number; b: number }[]) =>
  links.map(({ a, b }) => `${Math.min(a, b)}-${Math.max(a, b)}`).sort();

describe("the tree of loose bones", () => {
  const chain = limbs([-1, 0, 1, 2, 1, 4], 2);

  it.each(["eq21", "gap", "reach"] as const)("finds joints that blend, by %s", async (rule) => {
    const { links, tree } = await build(chain.rig, rule);
    expect(linked(links)).toEqual(chain.edges);
    for (const { a, b, joint, gap } of links) {
      const child = chain.parents[b] === a ? b : a;
      const miss = Math.hypot(...joint.map((x, c) => x - chain.joints[3 * child + c]));
      expect(miss).toBeLessThan(2e-3);
      expect(gap).toBeLessThan(2e-3);
      const below = tree.parents[b] === a ? b : a;
      expect(Array.from(tree.joints.subarray(3 * below, 3 * below + 3))).toEqual([...joint]);
    }
    expect(rootsOf(tree).length).toBe(1);
  });

  it("has the cost of equation 21", async () => {
    const { rig } = chain;
    const [edge] = await edgeCosts(rig.motion, overlapsOf(rig), options("eq21"), UNWATCHED);
    const { a, b, joint } = edge;
    const B = rig.bones.length;
    let gap = 0;
    for (let at = 0; at < rig.motion.length; at += 12 * B) {
      for (let r = 0; r < 12; r += 4) {
        const [m, n] = [at + 12 * a + r, at + 12 * b + r];
        const apart = joint.reduce(
          (sum, x, c) => sum + x * (rig.motion[m + c] - rig.motion[n + c]),
          rig.motion[m + 3] - rig.motion[n + 3],
        );
        gap += apart * apart;
      }
    }
    let overlap = 0;
    for (let i = 0; i + 1 < rig.weights.offsets.length; i++) {
      const of = (j: number) => {
        for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++)
          if (rig.weights.bones[e] === j) return rig.weights.values[e];
        return 0;
      };
      overlap += of(a) * of(b);
    }
    const rounding = 1e-5 ** 2 / overlap;
    expect(edge.cost).toBeCloseTo(gap / (rig.motion.length / (12 * B)) / overlap + rounding, 12);
  });

  it("has the requested root, or one at the joint nearest to the centroid", async () => {
    const { tree } = await build(chain.rig, "eq21", "bone 3");
    expect(rootsOf(tree)).toEqual([3]);
    expect(Array.from(tree.parents)).toEqual([1, 2, 3, -1, 1, 4]);
    const { tree: chosen, links } = await build(chain.rig, "eq21");
    const rest = chain.rig.rest;
    const middle = [0, 1, 2].map((c) => rest.reduce((sum, x, at) => sum + (at % 3 === c ? x : 0), 0));
    const centroid = middle.map((sum) => sum / (rest.length / 3));
    const away = (p: ArrayLike<number>) => Math.hypot(...centroid.map((x, c) => x - p[c]));
    const nearest = links.toSorted((p, q) => away(p.joint) - away(q.joint))[0];
    const { centroids } = overlapsOf(chain.rig);
    const ends = [nearest.a, nearest.b].sort(
      (p, q) => away(centroids.subarray(3 * p)) - away(centroids.subarray(3 * q)),
    );
    expect(rootsOf(chosen)).toEqual([ends[0]]);
    await expect(async () => build(chain.rig, "eq21", "hip")).rejects.toThrow("hip");
  });

  it("gives a rig its tree without moving it", async () => {
    const { tree } = await build(chain.rig, "eq21", "bone 5");
    const ordered = rigInTreeOrder(chain.rig, tree);
    expect(ordered.rig.bones[0].name).toBe("bone 5");
    ordered.rig.bones.forEach(({ name, parent, head }, j) => {
      expect(parent).toBeLessThan(j);
      const was = chain.rig.bones.findIndex((bone) => bone.name === name);
      expect(head).toEqual(Array.from(tree.joints.subarray(3 * was, 3 * was + 3)));
      if (parent >= 0) expect(ordered.rig.bones[parent].name).toBe(chain.rig.bones[tree.parents[was]].name);
      const B = ordered.rig.bones.length;
      expect(ordered.rig.motion.subarray(12 * (B + j), 12 * (B + j + 1))).toEqual(
        chain.rig.motion.subarray(12 * (B + was), 12 * (B + was + 1)),
      );
    });
    expect(Array.from(ordered.tree.parents)).toEqual(ordered.rig.bones.map(({ parent }) => parent));
  });

  it("reads overlaps from the statistics of a solver too", () => {
    const { rig } = chain;
    const B = rig.bones.length;
    const normal = new Float64Array(16 * B * B);
    for (let i = 0; i + 1 < rig.weights.offsets.length; i++) {
      const v = [...rig.rest.subarray(3 * i, 3 * i + 3), 1];
      for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
        for (let f = rig.weights.offsets[i]; f < rig.weights.offsets[i + 1]; f++) {
          const w = rig.weights.values[e] * rig.weights.values[f];
          for (let r = 0; r < 4; r++)
            for (let c = 0; c < 4; c++)
              normal[(4 * rig.weights.bones[e] + r) * 4 * B + 4 * rig.weights.bones[f] + c] +=
                w * v[r] * v[c];
        }
      }
    }
    const [direct, other] = [overlapsOf(rig), overlapsOfStatistics(normal, B)];
    for (const key of ["shared", "centres", "centroids"] as const) {
      direct[key].forEach((x, n) => {
        expect(other[key][n]).toBeCloseTo(x, 9);
      });
    }
  });
});

describe("bones without joints between them", () => {
  const two = limbs([-1, 0, 1, -1, 3, 4], 3);

  it.each(["eq21", "gap", "reach"] as const)("are separate trees, even with strays, by %s", async (rule) => {
    for (const rig of [
      two.rig,
      ...[0.002, 0.02].map((share) => withStrays(two.rig, createRandom(1), share)),
    ]) {
      const { tree, links } = await build(rig, rule);
      expect(linked(links)).toEqual(two.edges);
      expect(rootsOf(tree)).toEqual(
        [4, 1].sort((p, q) => rootsOf(tree).indexOf(p) - rootsOf(tree).indexOf(q)),
      );
    }
  });

  it.each(["eq21", "gap", "reach"] as const)(
    "stay apart although a faint bone lies between them, by %s",
    async (rule) => {
      const bridge = two.rig.bones.length;
      const { links, tree } = await build(withFaintBone(two.rig, 0.06), rule);
      const others = links.filter(({ a, b }) => a !== bridge && b !== bridge);
      expect(linked(others)).toEqual(two.edges);
      expect(links.length - others.length).toBeLessThanOrEqual(1);
      expect(rootsOf(tree).length).toBeGreaterThanOrEqual(2);
    },
  );

  it("touch if they share at least a thousandth of the smaller one", () => {
    const overlaps = (shared: number) => ({
      count: 2,
      shared: Float64Array.of(50, shared, shared, 2),
      centres: new Float64Array(12),
      centroids: new Float64Array(6),
    });
    expect([0, 0.0019, 0.0021, 1].map((shared) => touch(overlaps(shared), 0, 1))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it("keeps the named root first", async () => {
    const { tree } = await build(two.rig, "eq21", "bone 5");
    expect(rootsOf(tree)[0]).toBe(5);
  });

  it("are joined by reach if their motion shows a joint", async () => {
    const apart = limbs([-1, 0, 1, 2, 1, 4], 4, { rigid: true });
    const { links } = await build(apart.rig, "reach");
    expect(linked(links)).toEqual(apart.edges);
    const { tree } = await build(apart.rig, "eq21");
    expect(rootsOf(tree).length).toBe(6);
  });

  it("leaves out bones without vertices", async () => {
    const { rig } = limbs([-1, 0, 1, 2], 5);
    const weights = { ...rig.weights, bones: rig.weights.bones.map((j) => (j === 3 ? 2 : j)) };
    const { links, tree } = await build({ ...rig, weights }, "reach");
    expect(linked(links)).toEqual(["0-1", "1-2"]);
    expect(rootsOf(tree).length).toBe(2);
    expect(tree.order.length).toBe(4);
  });

  it("also end for links in a cycle", () => {
    const joint = [0, 0, 0];
    const links = [
      { a: 0, b: 1, joint },
      { a: 1, b: 2, joint },
      { a: 2, b: 0, joint },
    ];
    const tree = treeFromLinks(4, links, [1, 1], new Float64Array(12));
    expect(Array.from(tree.parents)).toEqual([1, -1, 1, -1]);
    expect(Array.from(tree.order)).toEqual([1, 0, 2, 3]);
  });
});
