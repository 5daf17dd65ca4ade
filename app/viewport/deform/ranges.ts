import { Loop } from "three/tsl";
import type { Node } from "three/webgpu";
import { Texels } from "./texels";

/** Rows of a compressed table on the graphics processor: the first entry and the number of entries of each vertex. */
export class Ranges {
  private readonly texels = new Texels("uvec2");
  private uploaded: Uint32Array | null = null;

  /** @param offsets V + 1; the array that was last given is not uploaded again. */
  set(offsets: Uint32Array): void {
    if (offsets === this.uploaded) return;
    const count = offsets.length - 1;
    const ranges = this.texels.reserve(count);
    for (let i = 0; i < count; i++) {
      ranges[2 * i] = offsets[i];
      ranges[2 * i + 1] = offsets[i + 1] - offsets[i];
    }
    this.texels.flush();
    this.uploaded = offsets;
  }

  /** First entry and number of entries of vertex `i`, in a shader. */
  load(i: Node<"uint">): { first: Node<"uint">; count: Node<"uint"> } {
    const range = this.texels.load(i).toVar();
    return { first: range.x, count: range.y };
  }

  /** Repeats what `visit` writes for each entry of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (entry: Node<"uint">) => void): void {
    const { first, count } = this.load(i);
    const end = first.add(count).toVar();
    Loop({ start: first, end, type: "uint", condition: "<" }, ({ i: entry }) => visit(entry));
  }

  dispose(): void {
    this.texels.dispose();
  }
}
