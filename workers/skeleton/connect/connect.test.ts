import { describe, expect, it } from "vitest";
import { EXTRACT_DEFAULTS } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { limbs } from "../testing/limbs";
import { connect } from "./connect";

const { sequence, rig: exact, edges } = limbs([-1, 0, 1, 1, -1, 4], 5, { frames: 10 });

async function connected(root: string | null, from = exact) {
  const settings = { ...EXTRACT_DEFAULTS, method: "connect" as const, root };
  const tools = { makeParallel: (() => {}) as never, task: UNWATCHED, show() {} };
  return connect({ sequence, settings, from }, tools);
}

describe("connect", () => {
  it("builds the tree from the requested root, with the same joints", async () => {
    const free = await connected(null);
    for (const { name } of exact.bones) {
      const { rig, tree } = await connected(name);
      expect(rig.bones.find((bone) => bone.name === name)!.parent).toBe(-1);
      expect(rig.bones.filter(({ parent }) => parent < 0)).toHaveLength(2);
      expect([...tree.parents]).toEqual(rig.bones.map(({ parent }) => parent));
      expect(rig.bones.every(({ parent }, j) => parent < j)).toBe(true);
      const jointsOf = ({ bones }: typeof rig) =>
        bones.flatMap(({ parent, head, name: own }) =>
          parent < 0
            ? []
            : [`${[own, bones[parent].name].sort().join("-")} ${head.map((x) => x.toFixed(6))}`],
        );
      expect(jointsOf(rig).sort()).toEqual(jointsOf(free.rig).sort());
      expect(jointsOf(rig)).toHaveLength(edges.length);
    }
  });

  it("leaves separate parts apart, even if single vertices follow both", async () => {
    const rows = Array.from({ length: sequence.vertexCount }, (_, i): [number, number][] => {
      const { offsets, bones, values } = exact.weights;
      const own = new Map(
        [...bones.subarray(offsets[i], offsets[i + 1])].map((j, n) => [j, values[offsets[i] + n]]),
      );
      if (i % 20 === 0) own.set(i % 6, (own.get(i % 6) ?? 0) + 0.02);
      return [...own];
    });
    const { rig } = await connected(null, { ...exact, weights: packWeights(rows) });
    expect(rig.bones.filter(({ parent }) => parent < 0)).toHaveLength(2);
  });

  it("refuses a root that does not exist, with an error message", async () => {
    await expect(connected("hips")).rejects.toThrow("No bone is called “hips”");
  });
});
