import type { WebGPURenderer } from "three/webgpu";
import type { DeformerKind, DirectData } from "../../../../workers/model/deform";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { GpuWeights } from "../data/gpu-weights";
import type { DeformTarget } from "./deform-target";

/** The inputs of a deformer on the GPU. Inputs that a kind does not use may be missing. */
export interface PassData {
  rig: Rig;
  direct: DirectData | null;
  /** α in effect at each vertex (α · D_α, at most 0.99), V. */
  slide: Float32Array | null;
  /** Optimised centres of rotation, 3V. */
  centres: Float32Array | null;
}

/** One deformer of one mesh on the GPU. It computes the same numbers as its reference in workers/deform. */
export interface DeformerPass {
  readonly kind: DeformerKind;
  readonly target: DeformTarget;
  /** Whether it has the data and the bones that it needs. */
  readonly ready: boolean;
  /** Sets data for the same vertices, and uploads what differs. Returns whether this kind can pose from it. */
  setData(data: PassData): boolean;
  /**
   * Sets the pose: row-major 3x4 from rest to pose, 12 numbers per bone, and the weights of the rig's correction. The
   * correction applies to skinning with the rig's own weights. Deformers that smooth (Delta Mush, Direct Delta Mush)
   * have their own weights and rest shapes.
   */
  setBones(matrices: Float32Array, weights?: Float32Array | null): void;
  /** Uses the current weights of a stroke instead of the data's; null restores those. */
  takeLive(live: GpuWeights | null, renderer: WebGPURenderer): void;
  /** Deforms if something changed. Returns whether it did. */
  update(renderer: WebGPURenderer): boolean;
  /** Deforms even if nothing changed, for timing. */
  run(renderer: WebGPURenderer): void;
  dispose(): void;
}
