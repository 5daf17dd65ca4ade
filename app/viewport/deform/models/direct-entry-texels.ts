import { uint, vec3 } from "three/tsl";
import type { Node } from "three/webgpu";
import type { DirectData } from "../../../../workers/model/deform";
import type { MatrixRows } from "../data/bone-texels";
import { Ranges } from "../data/ranges";
import { Texels } from "../data/texels";
import type { PassData } from "../passes/deformer-pass";
import type { UploadedPart } from "./model";

/** Texels per entry: A as xx, xy, xz, yy | yz, zz, then b as x, y | z, then ψ, w', bone. */
const STRIDE = 3;
const FLOATS = 4 * STRIDE;

/** An entry of Direct Delta Mush, in a shader. */
export interface DirectEntry {
  bone: Node<"uint">;
  psi: Node<"float">;
  /** w'. */
  smooth: Node<"float">;
  /** b of Ψ; the b of Ω is 1 − α times this. Reads one texel more than the weights. */
  first(): Node<"vec3">;
  /** A and b of Ψ. Reads two texels more than the weights. */
  moments(): { a: MatrixRows; b: Node<"vec3"> };
}

/** The entries of Direct Delta Mush on the GPU. They do not contain α, so a change of α leaves them alone. */
export class DirectEntryTexels implements UploadedPart {
  private readonly ranges = new Ranges();
  private readonly texels = new Texels("vec4");
  private uploaded: DirectData | null = null;

  setData({ direct }: PassData): boolean {
    if (!direct) return false;
    if (this.uploaded && sameEntries(direct, this.uploaded)) return true;
    const { offsets, bones, moments, psi, smooth } = direct;
    const texels = this.texels.reserve(STRIDE * bones.length);
    for (let e = 0; e < bones.length; e++) {
      const at = FLOATS * e;
      for (let n = 0; n < 9; n++) texels[at + n] = moments[9 * e + n];
      texels[at + 9] = psi[e];
      texels[at + 10] = smooth[e];
      texels[at + 11] = bones[e];
    }
    this.texels.flush();
    this.ranges.set(offsets);
    this.uploaded = direct;
    return true;
  }

  /** Repeats the code of `visit` for each entry of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (entry: DirectEntry) => void): void {
    this.ranges.each(i, (entry) => {
      const at = entry.mul(uint(STRIDE)).toVar();
      const last = this.texels.load(at.add(uint(2))).toVar();
      const middle = () => this.texels.load(at.add(uint(1))).toVar();
      visit({
        bone: uint(last.w).toVar(),
        psi: last.y,
        smooth: last.z,
        first: () => vec3(middle().zw, last.x).toVar(),
        moments: () => symmetric(this.texels.load(at).toVar(), middle(), last),
      });
    });
  }

  dispose(): void {
    this.ranges.dispose();
    this.texels.dispose();
  }
}

/** The rows of A, and b, from an entry's texels. */
function symmetric(start: Node<"vec4">, middle: Node<"vec4">, last: Node<"vec4">) {
  const a: MatrixRows = [
    start.xyz,
    vec3(start.y, start.w, middle.x).toVar(),
    vec3(start.z, middle.x, middle.y).toVar(),
  ];
  return { a, b: vec3(middle.zw, last.x).toVar() };
}

function sameEntries(a: DirectData, b: DirectData): boolean {
  return a.moments === b.moments && a.psi === b.psi && a.smooth === b.smooth && a.offsets === b.offsets;
}
