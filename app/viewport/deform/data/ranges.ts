import { Loop } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { Dirt } from "./gpu-weights";
import { TEXELS_PER_ROW, Texels } from "./texels";

/** The rows of a compressed table on the GPU: where the entries of each vertex begin and end. */
export class Ranges {
  private readonly texels = new Texels("uvec2");
  private uploaded: Uint32Array | null = null;

  /** @param offsets V + 1; the array from the last call is not uploaded again. */
  set(offsets: Uint32Array): void {
    if (offsets === this.uploaded) return;
    const count = offsets.length - 1;
    const pairs = this.texels.reserve(count);
    for (let i = 0; i < count; i++) {
      pairs[2 * i] = offsets[i];
      pairs[2 * i + 1] = offsets[i + 1];
    }
    this.texels.flush();
    this.uploaded = offsets;
  }

  /** Uploads begins and ends, 2V, or only their changed rows. */
  setPairs(pairs: Uint32Array, { all, ranges }: Dirt, renderer: WebGPURenderer): void {
    const texels = this.texels.reserve(pairs.length / 2);
    this.uploaded = null;
    if (all) {
      texels.set(pairs);
      this.texels.flush();
      return;
    }
    const width = 2 * TEXELS_PER_ROW;
    for (const row of ranges) texels.set(pairs.subarray(row * width, (row + 1) * width), row * width);
    this.texels.flushRows(renderer, ranges);
  }

  /** The first entry of vertex `i` and the end after its last, in a shader. */
  load(i: Node<"uint">): { first: Node<"uint">; end: Node<"uint"> } {
    const pair = this.texels.load(i).toVar();
    return { first: pair.x, end: pair.y };
  }

  /** Repeats the code of `visit` for each entry of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (entry: Node<"uint">) => void): void {
    const { first, end } = this.load(i);
    Loop({ start: first, end, type: "uint", condition: "<" }, ({ i: entry }) => visit(entry));
  }

  dispose(): void {
    this.texels.dispose();
  }
}
