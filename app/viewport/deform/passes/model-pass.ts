import type { WebGPURenderer } from "three/webgpu";
import type { DeformerKind } from "../../../../workers/model/deform";
import type { BoneTexels } from "../data/bone-texels";
import type { Model } from "../models/model";
import { DeformTarget } from "./deform-target";
import { PosingPass } from "./posing-pass";

/** A deformer whose vertices are independent of each other: one pass over a model's shader. */
export class ModelPass extends PosingPass {
  readonly target: DeformTarget;

  constructor(kind: DeformerKind, vertexCount: number, bones: BoneTexels, model: Model) {
    super(kind, bones, model.parts);
    this.target = new DeformTarget(vertexCount, (i) => model.pose(i));
  }

  run(renderer: WebGPURenderer): void {
    this.target.render(renderer);
  }
}
