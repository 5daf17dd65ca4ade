import type { WebGPURenderer } from "three/webgpu";
import { BoneTexels } from "../data/bone-texels";
import { WeightTexels } from "../data/influences";
import { shownLayers, VirtualBones } from "../data/virtual-bones";
import { linearBlend } from "../models/classic-models";
import { CorrectedPoints } from "./corrected-points";
import { DeformTarget } from "./deform-target";
import type { PassData } from "./deformer-pass";
import { PosingPass } from "./posing-pass";

/**
 * Skinning in two layers (Le & Deng 2013): a pass over the virtual bones, and a pass over the vertices, which blend two
 * of them each. Shows the weights of a stroke only at its end, because they have no layers before.
 */
export class TwoLayerPass extends PosingPass {
  readonly target: DeformTarget;
  private readonly virtual: VirtualBones;

  constructor(vertexCount: number) {
    const bones = new BoneTexels(false);
    const rest = new CorrectedPoints();
    const virtual = new VirtualBones(bones);
    const weights = new WeightTexels(({ rig }) => shownLayers(rig).vertices);
    const fixed = {
      setData: (data: PassData) => weights.setData(data),
      dispose: () => weights.dispose(),
    };
    super("two-layer", bones, [rest, virtual, fixed]);
    this.virtual = virtual;
    const pose = linearBlend(virtual, rest, weights);
    this.target = new DeformTarget(vertexCount, pose);
  }

  run(renderer: WebGPURenderer): void {
    this.virtual.render(renderer);
    this.target.render(renderer);
  }
}
