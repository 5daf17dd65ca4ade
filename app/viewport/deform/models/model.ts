import type { Node, WebGPURenderer } from "three/webgpu";
import type { GpuWeights } from "../data/gpu-weights";
import type { PosedVertex } from "../passes/deform-target";
import type { PassData } from "../passes/deformer-pass";

/** A part of a model that is uploaded. */
export interface UploadedPart {
  /** Uploads what differs from the last time. Returns false if data that it needs is missing. */
  setData(data: PassData): boolean;
  /** Sets the weights of the rig's correction for the next pose; null if the pose has none. */
  setWeights?(weights: Float32Array | null): void;
  /**
   * Sets the weights of a stroke, or their changes; null restores the data's weights. Returns whether something
   * changed.
   */
  takeLive?(live: GpuWeights | null, renderer: WebGPURenderer): boolean;
  dispose(): void;
}

/** A deformation model as a shader: its inputs, and its pose of a vertex. */
export interface Model {
  parts: UploadedPart[];
  /** Builds the shader of vertex `i`; called inside a shader function. */
  pose(i: Node<"uint">): PosedVertex;
}
