import type { Node } from "three/webgpu";
import type { UploadedPart } from "../models/model";
import type { PassData } from "../passes/deformer-pass";
import { Texels } from "./texels";

/** One point per vertex, from the data of a pass. */
export class Points implements UploadedPart {
  private readonly texels = new Texels("vec4");
  private readonly select: (data: PassData) => Float32Array | null;
  private uploaded: Float32Array | null = null;

  /** @param select returns 3V, or null if it is missing. */
  constructor(select: (data: PassData) => Float32Array | null) {
    this.select = select;
  }

  setData(data: PassData): boolean {
    const points = this.select(data);
    if (!points) return false;
    if (this.uploaded && sameNumbers(points, this.uploaded)) return true;
    const texels = this.texels.reserve(points.length / 3);
    for (let i = 0; 3 * i < points.length; i++) {
      for (let axis = 0; axis < 3; axis++) texels[4 * i + axis] = points[3 * i + axis];
    }
    this.texels.flush();
    this.uploaded = points;
    return true;
  }

  /** The point of vertex `i`, in a shader. */
  load(i: Node<"uint">): Node<"vec3"> {
    return this.texels.load(i).xyz.toVar();
  }

  dispose(): void {
    this.texels.dispose();
  }
}

/** Whether the numbers are equal: a new array of the same rest pose need not be uploaded again. */
export function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
