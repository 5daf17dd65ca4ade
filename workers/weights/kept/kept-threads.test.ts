import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightMethod } from "../../model/weights/weight-settings";
import type { KeptWeights } from "../../model/weights/weights-input";
import { findWeights } from "../binding/find-weights";
import { EditMailbox } from "../binding/input/edit-mailbox";
import { chain, tube } from "../testing/bindables";

const MESH = tube([0, 0, 0], [6, 0, 0], 0.6, 41, 16);
const V = MESH.positions.length / 3;
const SKELETON = chain([0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]);
const SETTINGS = { ...WEIGHT_DEFAULTS, exemplars: 8, clusters: 40, clusterings: 2, iterations: 4 };

/** Every vertex has two bones, with shares that binary numbers cannot represent exactly. */
const KEPT: KeptWeights = {
  bones: SKELETON.segments.map(({ name }) => name),
  weights: {
    version: 1,
    offsets: Uint32Array.from({ length: V + 1 }, (_, i) => 2 * i),
    bones: Uint16Array.from({ length: 2 * V }, (_, n) => n % 2),
    values: Float32Array.from({ length: 2 * V }, (_, n) => {
      const share = (1 + (Math.floor(n / 2) % 6)) / 9;
      return n % 2 ? 1 - share : share;
    }),
  },
};

const EDITS: WeightEdits = {
  ...NO_WEIGHT_EDITS,
  painted: Uint32Array.from({ length: 60 }, (_, n) => 3 * n),
  locked: [SKELETON.segments[1].name],
  holds: {
    vertices: Uint32Array.of(301, 302),
    bones: Uint16Array.of(0, 0),
    values: Float32Array.of(0.1, 0.2),
  },
};

async function found(threads: number, method: WeightMethod) {
  const counts: number[] = [];
  const makeParallel = Object.assign(
    async (bytes: number) => {
      const parallel = await nodeParallel(bytes, threads);
      counts.push(parallel.threads);
      return parallel;
    },
    { threads },
  );
  const plain = { mesh: MESH, skeleton: SKELETON, edits: EDITS, kept: KEPT, from: null, stay: false };
  const input = { ...plain, settings: { ...SETTINGS, method } };
  const result = await findWeights(input, makeParallel, new EditMailbox(() => {}), UNWATCHED, () => {});
  return { rig: result.bound.rig.weights, segments: result.weights, most: Math.max(...counts) };
}

describe("kept weights", () => {
  it.each(["arap", "heat"] as const)(
    "give the same bits on 1 and 2 threads with %s weights",
    async (method) => {
      const one = await found(1, method);
      const two = await found(2, method);
      expect([one.most, two.most]).toEqual([1, 2]);
      expect(two.rig).toEqual(one.rig);
      expect(two.segments).toEqual(one.segments);
      for (const i of EDITS.painted) {
        const [begin, end] = [two.rig.offsets[i], two.rig.offsets[i + 1]];
        expect([...two.rig.values.subarray(begin, end)]).toEqual([
          ...KEPT.weights.values.subarray(2 * i, 2 * i + 2),
        ]);
      }
    },
  );
});
