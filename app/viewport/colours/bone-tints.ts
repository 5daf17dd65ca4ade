/**
 * The colours of a rig's bones. A rig bound to a skeleton uses the colours of the segments, even if a spine has several
 * bones. Other rigs use the colours that bones have kept through edits.
 */
import type { Rig } from "../../../workers/model/rig/rig";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import { segmentsOfBones } from "../../document/binding/segment-weights";
import { colourNumber } from "../../document/bone-colours";
import { BONE_COLOURS, type Rgb, shadeOf, tinted } from "./palette";

/** A colour of the palette, and a shade of it. */
export interface BoneTint {
  /** The colour number: the bone's segment. */
  colour: number;
  /** 0 is the colour itself, 1 its farthest shade. */
  shade: number;
}

interface Known {
  skeleton: Skeleton | null;
  tints: readonly BoneTint[] | null;
}
const known = new WeakMap<Rig["bones"], Known>();

/**
 * The tints of a rig's bones, in the same array while nothing changes; null if each bone has the colour of its index.
 */
export function boneTints(rig: Rig | null, skeleton: Skeleton | null): readonly BoneTint[] | null {
  if (!rig) return null;
  const found = known.get(rig.bones);
  if (found && found.skeleton === skeleton) return found.tints;
  const segments = skeleton && segmentsOfBones(skeleton, rig);
  const tints = segments ? tintsOf(segments) : ownTints(rig.bones);
  known.set(rig.bones, { skeleton, tints });
  return tints;
}

const ownTints = (bones: Rig["bones"]): BoneTint[] | null =>
  bones.some((_, j) => colourNumber(bones, j) !== j)
    ? bones.map((_, j) => ({ colour: colourNumber(bones, j), shade: 0 }))
    : null;

/** The first bone of a segment gets its colour, the last one the farthest shade. */
function tintsOf(segments: Uint16Array): BoneTint[] {
  const counts = new Map<number, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  const seen = new Map<number, number>();
  return Array.from(segments, (segment) => {
    const n = seen.get(segment) ?? 0;
    seen.set(segment, n + 1);
    return { colour: segment, shade: n / Math.max(1, counts.get(segment)! - 1) };
  });
}

/** The colour of bone j of a rig, by its tint if it has one. */
export const tintOf = (tints: readonly BoneTint[] | null, j: number): BoneTint =>
  tints?.[j] ?? { colour: j, shade: 0 };

export function tintColour(tints: readonly BoneTint[] | null, j: number): Rgb {
  const { colour, shade } = tintOf(tints, j);
  return tinted(colour, shade);
}

/** The tint as a CSS value made from tokens. */
export function tintCss({ colour, shade }: BoneTint): string {
  const { towards, part } = shadeOf(colour, shade);
  const [number, percent] = [(colour % BONE_COLOURS.length) + 1, (100 * (1 - part)).toFixed(1)];
  return part === 0
    ? `var(--bone-${number})`
    : `color-mix(in srgb, var(--bone-${number}) ${percent}%, ${towards})`;
}
