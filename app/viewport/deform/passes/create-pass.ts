import type { Surface } from "../../../../workers/geometry/vertex-fans";
import type { DeformerKind } from "../../../../workers/model/deform";
import { BoneTexels } from "../data/bone-texels";
import { WeightTexels } from "../data/influences";
import { Points } from "../data/points";
import { dualQuaternions, linearBlend, turnAboutCentres } from "../models/classic-models";
import { DirectEntryTexels } from "../models/direct-entry-texels";
import { directV0, directV1, directV2, directV3 } from "../models/direct-models";
import type { Model } from "../models/model";
import { asWeights, Slide } from "../models/slide";
import { CorrectedPoints } from "./corrected-points";
import type { DeformerPass } from "./deformer-pass";
import { DeltaMushPass } from "./delta-mush-pass";
import { LinearBlendPass } from "./linear-blend-pass";
import { ModelPass } from "./model-pass";
import { TwoLayerPass } from "./two-layer-pass";

type MakeModel = (bones: BoneTexels) => Model;

const dualQuaternionModel: MakeModel = (bones) => {
  const rest = new CorrectedPoints();
  const weights = new WeightTexels(({ rig }) => rig.weights);
  return { parts: [rest, weights], pose: dualQuaternions(bones, rest, weights) };
};

const centresModel: MakeModel = (bones) => {
  const rest = new CorrectedPoints();
  const centres = new Points((data) => data.centres);
  const weights = new WeightTexels(({ rig }) => rig.weights);
  return { parts: [rest, centres, weights], pose: turnAboutCentres(bones, rest, centres, weights) };
};

function directParts() {
  return {
    rest: new Points(({ direct }) => direct?.rest ?? null),
    centres: new Points(({ direct }) => direct?.centres ?? null),
    entries: new DirectEntryTexels(),
    slide: new Slide(),
  };
}

const direct =
  (variant: typeof directV0): MakeModel =>
  (bones) => {
    const parts = directParts();
    return { parts: Object.values(parts), pose: variant({ bones, ...parts }) };
  };

/** v4: centres of rotation at the centres p. */
const directV4: MakeModel = (bones) => {
  const { rest, centres, entries, slide } = directParts();
  const pose = turnAboutCentres(bones, rest, centres, asWeights(entries, slide, "psi"));
  return { parts: [rest, centres, entries, slide], pose };
};

/** v5: ω as skinning weights. */
const directV5 =
  (skinning: typeof dualQuaternions): MakeModel =>
  (bones) => {
    const { rest, entries, slide } = directParts();
    return { parts: [rest, entries, slide], pose: skinning(bones, rest, asWeights(entries, slide, "omega")) };
  };

type Modelled = Exclude<DeformerKind, "lbs" | "two-layer" | "dm">;

/** The maker of each model, and whether it reads the rotations of bones. */
const MODELS: Record<Modelled, { make: MakeModel; turning: boolean }> = {
  dqs: { make: dualQuaternionModel, turning: true },
  cor: { make: centresModel, turning: true },
  "ddm-v0": { make: direct(directV0), turning: false },
  "ddm-v1": { make: direct(directV1), turning: false },
  "ddm-v2": { make: direct(directV2), turning: true },
  "ddm-v3": { make: direct(directV3), turning: false },
  "ddm-v4": { make: directV4, turning: true },
  "ddm-v5": { make: directV5(linearBlend), turning: false },
  "ddm-v5-dqs": { make: directV5(dualQuaternions), turning: true },
};

/**
 * Creates a deformer on the GPU. Set its data and bones, then update it before anything samples its target.
 * @throws SinewError if the mesh is too large for it.
 */
export function createPass(kind: DeformerKind, surface: Surface): DeformerPass {
  if (kind === "lbs") return new LinearBlendPass(surface.vertexCount);
  if (kind === "two-layer") return new TwoLayerPass(surface.vertexCount);
  if (kind === "dm") return new DeltaMushPass(surface);
  const { make, turning } = MODELS[kind];
  const bones = new BoneTexels(turning);
  return new ModelPass(kind, surface.vertexCount, bones, make(bones));
}
