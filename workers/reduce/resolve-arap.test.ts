import { expect, it } from "vitest";
import { UNWATCHED } from "../model/task";
import { NO_WEIGHT_EDITS } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../model/weights/weight-settings";
import { findWeights } from "../weights/binding/find-weights";
import { EditMailbox } from "../weights/binding/input/edit-mailbox";
import { chain, reusedParallel, tube } from "../weights/testing/bindables";
import { kLargest } from "./methods/k-largest";
import { resolveArap } from "./resolve-arap";

const mesh = tube([0, 0, 0], [6, 0, 0], 0.6, 20, 8);
const skeleton = chain([0, 0, 0], [1.5, 0, 0], [3, 0, 0], [4.5, 0, 0], [6, 0, 0]);
const settings = {
  ...WEIGHT_DEFAULTS,
  exemplars: 8,
  iterations: 8,
  clusters: 60,
  clusterings: 2,
  keptPart: 0,
};
const found = async () => {
  const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
  return findWeights(input, reusedParallel(), new EditMailbox(() => {}), UNWATCHED, () => {});
};

it("weights that keep a mesh rigid strain it less when they are solved again on their few bones", async () => {
  const { rig } = (await found()).bound;
  const reduced = { ...rig, weights: kLargest(rig.weights, 2) };
  const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, rig: reduced };
  const result = await resolveArap(input, reusedParallel(), UNWATCHED);
  expect(result.isBetter).toBe(true);
  expect(result.strainAfter!).toBeLessThan(result.strainBefore!);
  const { offsets, bones, values } = result.rig.weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const before = reduced.weights.bones.subarray(reduced.weights.offsets[i], reduced.weights.offsets[i + 1]);
    const row = values.subarray(offsets[i], offsets[i + 1]);
    expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 5);
    for (const bone of bones.subarray(offsets[i], offsets[i + 1])) expect(before).toContain(bone);
  }
});

it("a rig whose bones are no segments stays as it is", async () => {
  const { rig } = (await found()).bound;
  const other = { ...rig, bones: rig.bones.map((bone) => ({ ...bone, name: `${bone.name} 2` })) };
  const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, rig: other };
  expect(await resolveArap(input, reusedParallel(), UNWATCHED)).toEqual({
    rig: other,
    strainBefore: null,
    strainAfter: null,
    isBetter: false,
  });
});
