import type { Node } from "three/webgpu";
import type { PosedVertex } from "./deform-target";
import type { PassData } from "./deformer-pass";

/** Something that is uploaded for a model. */
export interface Part {
  /** Uploads what differs from the last time; false where what it needs is missing. */
  setData(data: PassData): boolean;
  dispose(): void;
}

/** A deformation model as a shader: what it reads, and how it poses a vertex. */
export interface Model {
  parts: Part[];
  /** Writes the shader of vertex `i`; called inside a shader function. */
  pose(i: Node<"uint">): PosedVertex;
}
