import { describe, expect, it } from "vitest";
import { MIRROR_DEFAULTS } from "../../../../workers/model/weights/mirror-settings";
import { LOBED_BONES, lobedBody, lobedWeights } from "../../../../workers/testing/lobed-body";
import { createStores } from "../../stores";
import { loneByBone, pairByHand, setMirroring, towardsOf } from "./mirror-settings";

const plane = (x: number) => ({ plane: { normal: [x, 0, 0], offset: 0 } }) as never;

describe("towardsOf", () => {
  it("finds the left side by the names of bones, whichever way the normal points", () => {
    expect(towardsOf("forward", LOBED_BONES, plane(1))).toBe(-1);
    expect(towardsOf("back", LOBED_BONES, plane(1))).toBe(1);
    expect(towardsOf("forward", LOBED_BONES, plane(-1))).toBe(1);
    expect(towardsOf("mean", LOBED_BONES, plane(1))).toBe("mean");
    const nameless = LOBED_BONES.map((bone, j) => ({ ...bone, name: `${j}` }));
    expect(towardsOf("forward", nameless, plane(1))).toBe(-1);
  });
});

describe("pairs of bones", () => {
  it("replace earlier pairs of the same bones, and can be undone", () => {
    const stores = createStores();
    const run = (command: ReturnType<typeof pairByHand>) => command.apply(command.after as never);
    run(pairByHand(stores, "a", "b"));
    run(pairByHand(stores, "c", "d"));
    const last = pairByHand(stores, "b", "c");
    run(last);
    expect(stores.document.getState().mirroring.pairs).toEqual([["b", "c"]]);
    last.apply(last.before as never);
    expect(stores.document.getState().mirroring.pairs).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    const plain = setMirroring(stores, "Plane", { plane: "z" });
    run(plain);
    expect(stores.document.getState().mirroring).toMatchObject({ plane: "z", by: MIRROR_DEFAULTS.by });
  });
});

describe("loneByBone", () => {
  it("lists vertices by the bone that moves them most, the longest list first", () => {
    const { rest } = lobedBody({ steps: 4 });
    const weights = lobedWeights(rest);
    const all = Uint32Array.from({ length: rest.length / 3 }, (_, i) => i);
    const lists = loneByBone(all, weights);
    expect(lists.reduce((sum, { vertices }) => sum + vertices.length, 0)).toBe(all.length);
    for (let n = 1; n < lists.length; n++) {
      expect(lists[n - 1].vertices.length).toBeGreaterThanOrEqual(lists[n].vertices.length);
    }
    for (const { bone, vertices } of lists) {
      for (const i of vertices) {
        const row = [...weights.values.subarray(weights.offsets[i], weights.offsets[i + 1])];
        const largest = weights.bones[weights.offsets[i] + row.indexOf(Math.max(...row))];
        expect(largest).toBe(bone);
      }
    }
  });
});
