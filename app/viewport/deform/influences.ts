import { uintBitsToFloat } from "three/tsl";
import type { Node } from "three/webgpu";
import type { SparseWeights } from "../../../workers/model/sparse-weights";
import type { PassData } from "./deformer-pass";
import type { Part } from "./model";
import { Ranges } from "./ranges";
import { Texels } from "./texels";

/** A bone that moves a vertex, in a shader. */
export interface Influence {
  bone: Node<"uint">;
  /** What positions are blended with. */
  weight: Node<"float">;
  /** What rotations are blended with. */
  turning: Node<"float">;
}

/** The bones that move each vertex. */
export interface Influences {
  /** Repeats what `visit` writes for each bone of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (influence: Influence) => void): void;
}

/** Skinning weights on the graphics processor: bone and bits of the weight, RG32UI an influence. */
export class WeightTexels implements Part, Influences {
  private readonly ranges = new Ranges();
  private readonly texels = new Texels("uvec2");
  private readonly select: (data: PassData) => SparseWeights | null;
  private uploaded: SparseWeights | null = null;

  constructor(select: (data: PassData) => SparseWeights | null) {
    this.select = select;
  }

  setData(data: PassData): boolean {
    const weights = this.select(data);
    if (!weights) return false;
    if (weights === this.uploaded) return true;
    const { offsets, bones, values } = weights;
    const count = offsets[offsets.length - 1];
    const texels = this.texels.reserve(count);
    const bits = new Float32Array(texels.buffer);
    for (let e = 0; e < count; e++) {
      texels[2 * e] = bones[e];
      bits[2 * e + 1] = values[e];
    }
    this.texels.flush();
    this.ranges.set(offsets);
    this.uploaded = weights;
    return true;
  }

  each(i: Node<"uint">, visit: (influence: Influence) => void): void {
    this.ranges.each(i, (entry) => {
      const texel = this.texels.load(entry).toVar();
      const weight = uintBitsToFloat(texel.y) as unknown as Node<"float">;
      visit({ bone: texel.x, weight, turning: weight });
    });
  }

  dispose(): void {
    this.ranges.dispose();
    this.texels.dispose();
  }
}
