import { describe, expect, it } from "vitest";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../model/weights/weight-settings";
import { bindableAdjacency } from "../bindable-mesh";
import { closeSupports } from "../close-supports";
import { segmentTree } from "../segment-tree";
import { type DenseWeights, gatherWeights, withoutZeros } from "../simple/dense-weights";
import { sparsify } from "../sparsify";
import { chain, reusedParallel, segment, skeletonOf, tetBox, together, tube } from "../testing/bindables";
import { findWeights } from "./find-weights";
import { firstWeights } from "./first-weights";
import { EditMailbox } from "./input/edit-mailbox";

/**
 * A thick limb beside a thin one. Its near side is nearest to the bone of the thin limb, but sees only its own bone.
 */
const LIMBS = together(tube([0, 0, 0], [6, 0, 0], 1, 13, 12), tube([0, 1.3, 0], [6, 1.3, 0], 0.2, 13, 8));
const TWO = skeletonOf(
  segment(-1, [0, 0, 0], [3, 0, 0]),
  segment(0, [3, 0, 0], [6, 0, 0]),
  segment(-1, [0, 1.3, 0], [3, 1.3, 0]),
  segment(2, [3, 1.3, 0], [6, 1.3, 0]),
);
const BAR = tetBox(12, 2, 2, 0.5);
const THREE = chain([0, 0.5, 0.5], [2, 0.5, 0.5], [4, 0.5, 0.5], [6, 0.5, 0.5]);

it.each([
  ["voxel", LIMBS, TWO],
  ["nearest", LIMBS, TWO],
  ["biharmonic", BAR, THREE],
] as const)(
  "%s weights stay on the bones that their own sparsification keeps",
  async (method, mesh, skeleton) => {
    const settings = { ...WEIGHT_DEFAULTS, method };
    const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
    const mailbox = new EditMailbox(() => {});
    const { weights } = await findWeights(input, reusedParallel(), mailbox, UNWATCHED, () => {});
    const own = await firstWeights(method, mesh, skeleton, settings, reusedParallel(), UNWATCHED);
    const heat = await firstWeights("heat", mesh, skeleton, settings, reusedParallel(), UNWATCHED);
    const on = async (of: DenseWeights) =>
      withoutZeros(gatherWeights(own, await supportsFor(of, mesh, skeleton)));
    expect(weights).toEqual(await on(own));
    expect(weights).not.toEqual(await on(heat));
    // Condition (ii) of sparsification, for the method's weights.
    for (let i = 0; i + 1 < weights.offsets.length; i++) {
      const row = weights.bones.subarray(weights.offsets[i], weights.offsets[i + 1]);
      const kept = row.reduce((sum, j) => sum + own.values[own.bones * i + j], 0);
      expect(kept).toBeGreaterThan(settings.keptSum - 1e-9);
    }
  },
);

describe("an optimisation starts from other weights than heat", () => {
  const optimised = (mesh: Bindable, skeleton: Skeleton, own: Partial<WeightSettings>) => {
    const settings = {
      ...WEIGHT_DEFAULTS,
      exemplars: 10,
      clusters: 40,
      clusterings: 2,
      iterations: 0,
      ...own,
    };
    const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
    return findWeights(input, reusedParallel(), new EditMailbox(() => {}), UNWATCHED, () => {});
  };

  it.each([
    ["voxel", LIMBS, TWO],
    ["biharmonic", BAR, THREE],
  ] as const)("%s", async (startFrom, mesh, skeleton) => {
    const { heat: beside, report } = await optimised(mesh, skeleton, { startFrom });
    const settings = { ...WEIGHT_DEFAULTS, method: startFrom };
    const first = await firstWeights(startFrom, mesh, skeleton, settings, reusedParallel(), UNWATCHED);
    expect(beside).toEqual(withoutZeros(gatherWeights(first, await supportsFor(first, mesh, skeleton))));
    expect(report.startedFrom).toBe(startFrom);
    const usual = await optimised(mesh, skeleton, {});
    expect(usual.report.startedFrom).toBeUndefined();
    expect(usual.heat).not.toEqual(beside);
  });

  it("but not from biharmonic weights if the mesh is no solid, or from a method that does not exist", async () => {
    await expect(optimised(LIMBS, TWO, { startFrom: "biharmonic" })).rejects.toThrow(/surface/);
    const startFrom = "nearest" as WeightSettings["startFrom"];
    await expect(optimised(LIMBS, TWO, { startFrom })).rejects.toThrow(/startFrom/);
  });
});

describe("each option of a method without optimisation has its effect", () => {
  const found = async (mesh: Bindable, skeleton: Skeleton, own: Partial<WeightSettings>) => {
    const settings = { ...WEIGHT_DEFAULTS, keptSum: 1, keptPart: 0, ...own };
    const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
    const mailbox = new EditMailbox(() => {});
    return (await findWeights(input, reusedParallel(), mailbox, UNWATCHED, () => {})).weights;
  };

  it("voxels: bones per vertex, hardness and resolution", async () => {
    const voxels = (own: Partial<WeightSettings>) => found(LIMBS, TWO, { method: "voxel", ...own });
    const usual = await voxels({});
    expect(maxInfluences(await voxels({ voxelBones: 1 }))).toBe(1);
    expect(maxInfluences(usual)).toBeGreaterThan(1);
    const largest = ({ offsets, values }: SparseWeights) =>
      [...offsets.keys()].slice(1).reduce((sum, n) => {
        return sum + Math.max(...values.subarray(offsets[n - 1], offsets[n]));
      }, 0);
    expect(largest(await voxels({ voxelFalloff: 1 }))).toBeGreaterThan(largest(usual));
    expect(largest(await voxels({ voxelFalloff: 0 }))).toBeLessThan(largest(usual));
    expect(await voxels({ voxelResolution: 30 })).not.toEqual(usual);
  });

  it("bounded biharmonic: tolerance and steps", async () => {
    const solid = (own: Partial<WeightSettings>) => found(BAR, THREE, { method: "biharmonic", ...own });
    const exact = await solid({ biharmonicTolerance: 1e-7, biharmonicSteps: 5000 });
    const rows = ({ offsets, bones, values }: SparseWeights) => {
      const dense = new Float64Array(3 * (offsets.length - 1));
      for (let i = 0; i + 1 < offsets.length; i++) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) dense[3 * i + bones[e]] = values[e];
      }
      return dense;
    };
    const truth = rows(exact);
    const far = (other: SparseWeights) =>
      rows(other).reduce((most, w, n) => Math.max(most, Math.abs(w - truth[n])), 0);
    const [usual, early, loose] = [
      await solid({}),
      await solid({ biharmonicSteps: 2 }),
      await solid({ biharmonicTolerance: 0.5 }),
    ];
    expect(far(usual)).toBeLessThan(far(early));
    expect(far(usual)).toBeLessThan(far(loose));
  });

  it.each([
    ["voxelResolution", 7],
    ["voxelFalloff", 1.5],
    ["voxelBones", 0],
    ["biharmonicTolerance", Number.NaN],
    ["biharmonicSteps", 0],
  ] as const)("%s cannot be %d", async (name, value) => {
    await expect(found(LIMBS, TWO, { method: "voxel", [name]: value })).rejects.toThrow(name);
  });
});

async function supportsFor(dense: DenseWeights, mesh: Bindable, skeleton: Skeleton) {
  return closeSupports(await sparsify(dense, bindableAdjacency(mesh), UNWATCHED), segmentTree(skeleton));
}
