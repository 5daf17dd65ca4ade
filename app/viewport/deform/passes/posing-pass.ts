import type { WebGPURenderer } from "three/webgpu";
import type { DeformerKind } from "../../../../workers/model/deform";
import type { BoneTexels } from "../data/bone-texels";
import type { GpuWeights } from "../data/gpu-weights";
import type { UploadedPart } from "../models/model";
import type { DeformTarget } from "./deform-target";
import type { DeformerPass, PassData } from "./deformer-pass";

/** The base of all passes. A pass runs once it has data and a pose, and again when one of them changes. */
export abstract class PosingPass implements DeformerPass {
  readonly kind: DeformerKind;
  abstract readonly target: DeformTarget;
  protected readonly bones: BoneTexels;
  private readonly parts: readonly UploadedPart[];
  private complete = false;
  private posed = false;
  private dirty = false;

  constructor(kind: DeformerKind, bones: BoneTexels, parts: readonly UploadedPart[]) {
    this.kind = kind;
    this.bones = bones;
    this.parts = parts;
  }

  setData(data: PassData): boolean {
    this.complete = this.parts.every((part) => part.setData(data));
    this.dirty = true;
    return this.complete;
  }

  setBones(matrices: Float32Array, weights: Float32Array | null = null): void {
    this.bones.set(matrices);
    for (const part of this.parts) part.setWeights?.(weights);
    this.posed = this.dirty = true;
  }

  takeLive(live: GpuWeights | null, renderer: WebGPURenderer): void {
    for (const part of this.parts) if (part.takeLive?.(live, renderer)) this.dirty = true;
  }

  get ready(): boolean {
    return this.complete && this.posed;
  }

  abstract run(renderer: WebGPURenderer): void;

  update(renderer: WebGPURenderer): boolean {
    if (!this.dirty || !this.ready) return false;
    this.run(renderer);
    this.dirty = false;
    return true;
  }

  dispose(): void {
    for (const part of [this.target, this.bones, ...this.parts]) part.dispose();
  }
}
