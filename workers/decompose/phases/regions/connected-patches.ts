/**
 * Keeps influence in connected patches. During refinement, weights on islands of a bone's influence are removed
 * (Patches defines islands), and each bone may grow from its remaining patches by only a few rings. Removing weights
 * raises the error. Bones and weights then make up for most of it, so mask, weights and bones alternate.
 *
 * The cost depends on the definition of an island. The E_RMS of 8431 x 48 x 20 and of 7207 x 9 x 15 is 1.486 and 3.894
 * if islands may stay. It is 1.66 and 5.87 if only the largest patch stays, 1.91 and 4.40 with patches of at least a
 * quarter of it, 1.53 and 4.06 with a tenth, and 1.48 and 3.96 with a twentieth. A tenth by weight instead of vertex
 * count gives 1.90 and 4.35. A twentieth removes all small islands. Masks of one ring or of eight cost more than masks
 * of four rings that become one.
 */
import { Patches } from "../../../mesh/patches";
import type { Problem } from "../../problem/problem";
import { allowedWords } from "../allowed-bones";
import type { BlendState } from "../blend-state";
import { boneMembers } from "../bone-members";
import { fillEmptyRows } from "./fill-rows";

type Weights = Pick<BlendState, "ids" | "values">;

/** Numbers (u32) of a mask. */
export const maskSize = (vertices: number, bones: number): number => vertices * allowedWords(bones);

/** Determines where each bone of a rig may have influence. */
export class ConnectedPatches {
  /** V rows of bits, one a bone; in the arena. */
  readonly mask: Uint32Array;
  private readonly bones: number;
  private readonly vertexCount: number;
  private readonly patches: Patches;
  private readonly regions: (Uint16Array | null)[];

  /**
   * @param mask `maskSize` numbers in the arena.
   * @param regions vertices whose weights the artist controls; they may use every bone.
   */
  constructor(
    { vertexCount, triangles }: Pick<Problem, "vertexCount" | "triangles">,
    bones: number,
    mask: Uint32Array,
    regions: (Uint16Array | null)[] = [],
  ) {
    this.regions = regions;
    this.vertexCount = vertexCount;
    this.bones = bones;
    this.mask = mask;
    this.patches = new Patches(triangles, vertexCount);
  }

  /**
   * Writes into `mask` which bones each vertex may use: the bones whose patches, without islands, are within `rings`
   * edges. A vertex out of reach may use the bones of its neighbours, or its own if they have none.
   * @returns the number of influences on islands.
   */
  allow(state: Weights, rings: number): number {
    const { mask, patches } = this;
    const words = allowedWords(this.bones);
    mask.fill(0);
    let islands = 0;
    for (const [j, mine] of boneMembers(state, this.vertexCount, this.bones).entries()) {
      const kept = patches.withoutIslands(mine);
      islands += mine.length - kept.length;
      for (const i of patches.within(kept, rings)) mask[i * words + (j >> 5)] |= 1 << (j & 31);
    }
    for (const region of this.regions) {
      region?.forEach((number, i) => {
        if (number > 0) mask.fill(0xffffffff, i * words, (i + 1) * words);
      });
    }
    this.fillEmpty(state);
    return islands;
  }

  /**
   * Lets vertices without a bone use the bones of their neighbours, ring by ring. Vertices that still have none may use
   * their own bones.
   */
  private fillEmpty({ ids }: Weights): void {
    const { mask, vertexCount } = this;
    const words = allowedWords(this.bones);
    const left = fillEmptyRows(mask, words, this.patches.mesh);
    const slots = ids.length / vertexCount;
    for (const i of left) {
      for (const j of ids.subarray(i * slots, (i + 1) * slots)) {
        if (j >= 0) mask[i * words + (j >> 5)] |= 1 << (j & 31);
      }
    }
  }
}
