import type { WebGPURenderer } from "three/webgpu";
import type { DeformerKind, DirectData } from "../../../workers/model/deform";
import type { Rig } from "../../../workers/model/rig/rig";
import type { DeformTarget } from "./deform-target";
import type { LiveWeights } from "./live-weights";

/** What a deformer on the graphics processor is made of; parts that a kind does not use may be missing. */
export interface PassData {
  rig: Rig;
  direct: DirectData | null;
  /** α as it takes effect on each vertex (α · D_α, at most 0.99), V. */
  slide: Float32Array | null;
  /** Optimised centres of rotation, 3V. */
  centres: Float32Array | null;
}

/** One deformer of one mesh on the graphics processor: the same numbers as its reference in workers/deform. */
export interface DeformerPass {
  readonly kind: DeformerKind;
  readonly target: DeformTarget;
  /** Whether it has the data and the bones that it poses from. */
  readonly ready: boolean;
  /** Takes data of the same vertices and uploads what differs; false where the kind cannot pose from them yet. */
  setData(data: PassData): boolean;
  /**
   * The pose: row-major 3x4 from rest to posed, 12 numbers a bone, and the weights of the rig's correction in it.
   * Skinning with the rig's own weights is corrected; what smooths (Delta Mush, its direct form) has weights and rest
   * shapes of its own.
   */
  setBones(matrices: Float32Array, weights?: Float32Array | null): void;
  /** Skins with weights under a stroke instead of the data's, as they are now; null goes back. */
  takeLive(live: LiveWeights | null, renderer: WebGPURenderer): void;
  /** Deforms if something changed; true if it did. */
  update(renderer: WebGPURenderer): boolean;
  /** Deforms, whether something changed or not; what takes time. */
  run(renderer: WebGPURenderer): void;
  dispose(): void;
}
