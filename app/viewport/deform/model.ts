import type { Node, WebGPURenderer } from "three/webgpu";
import type { PosedVertex } from "./deform-target";
import type { PassData } from "./deformer-pass";
import type { LiveWeights } from "./live-weights";

/** Something that is uploaded for a model. */
export interface Part {
  /** Uploads what differs from the last time; false where what it needs is missing. */
  setData(data: PassData): boolean;
  /** Takes the weights of the rig's correction in the pose that comes; null where the pose has none. */
  setWeights?(weights: Float32Array | null): void;
  /** Takes weights under a stroke, or what is new of them; null goes back to those of the data. True where that changes something. */
  takeLive?(live: LiveWeights | null, renderer: WebGPURenderer): boolean;
  dispose(): void;
}

/** A deformation model as a shader: what it reads, and how it poses a vertex. */
export interface Model {
  parts: Part[];
  /** Writes the shader of vertex `i`; called inside a shader function. */
  pose(i: Node<"uint">): PosedVertex;
}
