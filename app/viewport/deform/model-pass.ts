import type { WebGPURenderer } from "three/webgpu";
import type { DeformerKind } from "../../../workers/model/deform";
import type { BoneTexels } from "./bone-texels";
import { DeformTarget } from "./deform-target";
import type { DeformerPass, PassData } from "./deformer-pass";
import type { Model } from "./model";

/** A deformer whose vertices know nothing of each other: one pass over a model's shader. */
export class ModelPass implements DeformerPass {
  readonly kind: DeformerKind;
  readonly target: DeformTarget;
  private readonly bones: BoneTexels;
  private readonly model: Model;
  private complete = false;
  private posed = false;
  private dirty = false;

  constructor(kind: DeformerKind, vertexCount: number, bones: BoneTexels, model: Model) {
    this.kind = kind;
    this.bones = bones;
    this.model = model;
    this.target = new DeformTarget(vertexCount, (i) => model.pose(i));
  }

  setData(data: PassData): boolean {
    this.complete = this.model.parts.every((part) => part.setData(data));
    this.dirty = true;
    return this.complete;
  }

  setBones(matrices: Float32Array): void {
    this.bones.set(matrices);
    this.posed = this.dirty = true;
  }

  get ready(): boolean {
    return this.complete && this.posed;
  }

  run(renderer: WebGPURenderer): void {
    this.target.render(renderer);
  }

  update(renderer: WebGPURenderer): boolean {
    if (!this.dirty || !this.ready) return false;
    this.run(renderer);
    this.dirty = false;
    return true;
  }

  dispose(): void {
    for (const part of [this.target, this.bones, ...this.model.parts]) part.dispose();
  }
}
