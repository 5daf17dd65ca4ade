import { mix } from "three/tsl";
import type { Node } from "three/webgpu";
import type { Influences } from "../data/influences";
import { sameNumbers } from "../data/points";
import { Texels } from "../data/texels";
import type { PassData } from "../passes/deformer-pass";
import type { DirectEntry, DirectEntryTexels } from "./direct-entry-texels";
import type { UploadedPart } from "./model";

/** α of each vertex: the only upload when α changes. */
export class Slide implements UploadedPart {
  private readonly texels = new Texels("float");
  private uploaded: Float32Array | null = null;

  setData({ slide }: PassData): boolean {
    if (!slide) return false;
    if (this.uploaded && sameNumbers(slide, this.uploaded)) return true;
    this.texels.reserve(slide.length).set(slide);
    this.texels.flush();
    this.uploaded = slide.slice();
    return true;
  }

  /** α of vertex `i`, in a shader. */
  load(i: Node<"uint">): Node<"float"> {
    return this.texels.load(i).x.toVar();
  }

  dispose(): void {
    this.texels.dispose();
  }
}

/** ω = (1 − α) ψ + α w' of an entry, in a shader. */
export function omegaOf({ psi, smooth }: DirectEntry, alpha: Node<"float">): Node<"float"> {
  return mix(psi, smooth, alpha).toVar();
}

/** The entries as weights: ω for positions, and ψ or ω for rotations. */
export function asWeights(entries: DirectEntryTexels, slide: Slide, turning: "psi" | "omega"): Influences {
  return {
    each(i, visit) {
      const alpha = slide.load(i);
      entries.each(i, (entry) => {
        const weight = omegaOf(entry, alpha);
        visit({ bone: entry.bone, weight, turning: turning === "psi" ? entry.psi : weight });
      });
    },
  };
}
