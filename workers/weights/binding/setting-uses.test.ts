import { describe, expect, it } from "vitest";
import { fingerprint } from "../../identity/fingerprint";
import { UNWATCHED } from "../../model/task";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { missingFor } from "../../model/weights/weight-setting-uses";
import { WEIGHT_DEFAULTS, type WeightMethod, type WeightSettings } from "../../model/weights/weight-settings";
import { chain, reusedParallel, tube } from "../testing/bindables";
import { findWeights } from "./find-weights";
import { EditMailbox } from "./input/edit-mailbox";

const MESH = tube([0, 0, 0], [6, 0, 0], 0.8, 25, 10);
const BONES = chain([0, 0, 0], [1.2, 0, 0], [2.2, 0, 0], [4, 0, 0], [6, 0, 0]);
const makeParallel = reusedParallel();

/** Another value of each setting, far from the default. */
const OTHERS: Partial<WeightSettings> = {
  startFrom: "voxel",
  exemplars: 5,
  iterations: 1,
  tolerance: 0.5,
  proximal: 0.5,
  filter: 0,
  clusters: 10,
  clusterings: 2,
  solver: "exact",
  negative: "keep",
  attach: false,
  neumann: false,
  attachFrom: 0.3,
  bordersUpTo: 1,
  asRigidAsDesired: true,
  harmonic: 0.5,
  leastBones: 3,
  keptPart: 0.5,
  voxelResolution: 12,
  voxelFalloff: 1,
  voxelBones: 1,
  biharmonicTolerance: 0.5,
  biharmonicSteps: 1,
};

/** The bits of weights and figures. */
async function outcome(method: WeightMethod, change: Partial<WeightSettings>): Promise<string> {
  const settings = { ...WEIGHT_DEFAULTS, method, ...change };
  const input = { mesh: MESH, skeleton: BONES, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
  const { weights, report } = await findWeights(
    input,
    makeParallel,
    new EditMailbox(() => {}),
    UNWATCHED,
    () => {},
  );
  return `${fingerprint(weights.values, weights.bones)} ${report.heldOutEnergy} ${report.heldOutHeat}`;
}

describe.each(["heat", "voxel", "nearest"] as const)("%s", (method) => {
  it("follows no setting that is said to have no effect, and its own", async () => {
    const plain = await outcome(method, {});
    const followed: string[] = [];
    for (const [name, value] of Object.entries(OTHERS)) {
      const use = { methods: [method], settings: { ...WEIGHT_DEFAULTS, method }, moveJoints: false };
      const isFollowed = (await outcome(method, { [name]: value })) !== plain;
      if (missingFor(name as keyof WeightSettings, use)) expect(isFollowed, name).toBe(false);
      else if (isFollowed) followed.push(name);
    }
    const own = { heat: [], voxel: ["voxelResolution", "voxelFalloff", "voxelBones"], nearest: [] };
    expect(followed).toEqual(["leastBones", "keptPart", ...own[method]]);
  });
});
