import { Loop, uint } from "three/tsl";
import type { Node } from "three/webgpu";
import { Texels } from "./texels";

/** Rows of a compressed table on the graphics processor: where the entries of each vertex begin. */
export class Ranges {
  private readonly texels = new Texels("uint");
  private uploaded: Uint32Array | null = null;

  /** @param offsets V + 1; the array that was last given is not uploaded again. */
  set(offsets: Uint32Array): void {
    if (offsets === this.uploaded) return;
    this.texels.reserve(offsets.length).set(offsets);
    this.texels.flush();
    this.uploaded = offsets;
  }

  /** First entry of vertex `i`, and the one after its last, in a shader. */
  load(i: Node<"uint">): { first: Node<"uint">; end: Node<"uint"> } {
    const first = this.texels.load(i).x.toVar();
    return { first, end: this.texels.load(i.add(uint(1))).x.toVar() };
  }

  /** Repeats what `visit` writes for each entry of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (entry: Node<"uint">) => void): void {
    const { first, end } = this.load(i);
    Loop({ start: first, end, type: "uint", condition: "<" }, ({ i: entry }) => visit(entry));
  }

  dispose(): void {
    this.texels.dispose();
  }
}
