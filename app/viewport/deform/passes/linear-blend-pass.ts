import { correctionWeights } from "../../../../workers/model/rig/corrected-rest";
import type { Rig } from "../../../../workers/model/rig/rig";
import { BoneTexels } from "../data/bone-texels";
import { WeightTexels } from "../data/influences";
import { linearBlend } from "../models/classic-models";
import { CorrectedPoints } from "./corrected-points";
import { ModelPass } from "./model-pass";

/**
 * Linear blend skinning with any number of influences, v' = Σ w (M [v; 1]). Also shows frames of a rig's own motion.
 */
export class LinearBlendPass extends ModelPass {
  private rig: Rig | null = null;
  private frame = -1;

  constructor(vertexCount: number) {
    const bones = new BoneTexels(false);
    const rest = new CorrectedPoints();
    const weights = new WeightTexels(({ rig }) => rig.weights);
    super("lbs", vertexCount, bones, { parts: [rest, weights], pose: linearBlend(bones, rest, weights) });
  }

  /** Sets a rig with the same vertices. Uploads only what differs from the last one. */
  setRig(rig: Rig): void {
    if (rig === this.rig) return;
    this.setData({ rig, direct: null, slide: null, centres: null });
    this.rig = rig;
    this.frame = -1;
  }

  /** Shows frame `k` of the rig, or its last frame if it has fewer. */
  setFrame(k: number): void {
    if (!this.rig) return;
    const size = 12 * this.rig.bones.length;
    k = Math.min(k, this.rig.motion.length / size - 1);
    if (k === this.frame) return;
    this.setBones(this.rig.motion.subarray(k * size, (k + 1) * size), correctionWeights(this.rig, k));
    this.frame = k;
  }
}
