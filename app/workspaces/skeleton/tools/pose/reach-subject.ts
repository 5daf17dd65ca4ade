import { carriesBody, movingBones } from "../../../../../workers/geometry/posing/carries-body";
import { defaultChain } from "../../../../../workers/geometry/posing/default-chain";
import type { BonePoint } from "../../../../../workers/geometry/posing/posed-bones";
import { chainTo } from "../../../../../workers/geometry/posing/reach";
import type { Bone, Rig } from "../../../../../workers/model/rig/rig";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import type { PosingState } from "../../../../document/view-state";
import { type BonePart, guessedParts, segmentParts } from "../../../../viewport/scene/bones/bone-parts";

/** The bones that a drag of a bone's end moves. */
export interface ReachSubject {
  end: BonePoint;
  /** The bones that turn, from the first of the chain on; empty if the whole body moves instead. */
  chain: number[];
  /** The bone whose head is the bend of the chain, like an elbow; null in a chain without one. */
  bend: number | null;
}

/** The ends of bones at rest, as the viewport draws them, and the bones that move vertices. */
export class BoneEnds {
  private rig: Rig | null = null;
  private segments: Skeleton | null = null;
  private parts: readonly BonePart[] = [];
  private moving: { rig: Rig; moves: Uint8Array } | null = null;

  /** Which bones move vertices. */
  movesOf(rig: Rig): Uint8Array {
    if (this.moving?.rig !== rig) this.moving = { rig, moves: movingBones(rig) };
    return this.moving.moves;
  }

  /** The end of a bone; if it has several parts, the middle of their ends. */
  of(rig: Rig, segments: Skeleton | null, diagonal: number, bone: number): BonePoint {
    if (rig !== this.rig || segments !== this.segments) {
      this.rig = rig;
      this.segments = segments;
      this.parts = (segments && segmentParts(rig, segments, diagonal)) ?? guessedParts(rig, diagonal);
    }
    const own = this.parts.filter((part) => part.bone === bone);
    const { head } = rig.bones[bone];
    if (own.length === 0) return { bone, point: [...head] };
    const mean = (axis: 0 | 1 | 2) =>
      own.reduce((sum, { tail }) => sum + tail.getComponent(axis), 0) / own.length;
    return { bone, point: [mean(0), mean(1), mean(2)] };
  }
}

/**
 * @param tip the end of the bone at rest.
 * @param moves which bones move vertices.
 */
export function reachSubject(
  bones: readonly Bone[],
  tip: BonePoint,
  { chain: asked }: Pick<PosingState, "chain">,
  moves: ArrayLike<number>,
): ReachSubject {
  const { bone } = tip;
  if (carriesBody(bones, bone, moves))
    return { end: { bone, point: [...bones[bone].head] }, chain: [], bend: null };
  const chain = chainTo(bones, bone, asked ?? defaultChain(bones, bone));
  return { end: tip, chain, bend: chain.length > 1 ? chain[Math.floor(chain.length / 2)] : null };
}

/** The pinned bones of a rig, found by their names. */
export const pinnedBones = (bones: readonly Bone[], { pins }: Pick<PosingState, "pins">): number[] =>
  [...bones.keys()].filter((j) => pins.includes(bones[j].name));
