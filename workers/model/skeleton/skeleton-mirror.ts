import { mirroredAxes } from "../rig/axes";
import { otherSide } from "../side-names";
import { freeName } from "./segment-names";
import type { Point, Segment, Skeleton } from "./skeleton";
import type { SegmentEnd } from "./skeleton-joints";
import { orderSegments, type SkeletonEdit } from "./skeleton-order";
import { skeletonSize } from "./skeleton-size";

/** Ends nearer to the plane than this, relative to the skeleton's size, lie in it. */
const IN_PLANE = 1e-4;

export const mirrorPoint = ([x, y, z]: Point, plane: number): Point => [2 * plane - x, y, z];

/** The segment with this one's name on the other side; null if the name has no side, or no segment has that name. */
export function partnerOf({ segments }: Skeleton, at: number): number | null {
  const name = otherSide(segments[at].name);
  const found = name === null ? -1 : segments.findIndex((each) => each.name === name);
  return found < 0 ? null : found;
}

/** The mirror image of an end: on the segment's partner, or on the segment itself if that lies in the plane. */
export function mirroredEnd(skeleton: Skeleton, { segment, end }: SegmentEnd): SegmentEnd | null {
  const partner = partnerOf(skeleton, segment);
  return partner === null ? null : { segment: partner, end };
}

/** The segments to mirror: those outside the plane. Of two that are each other's mirror image, the one at larger x. */
function sourcesOf(skeleton: Skeleton, chosen: readonly number[], plane: number): number[] {
  const reach = IN_PLANE * skeletonSize(skeleton);
  const wanted = new Set(chosen);
  const offset = (j: number) => {
    const { head, tail } = skeleton.segments[j];
    return (head[0] + tail[0]) / 2 - plane;
  };
  return chosen.filter((j) => {
    const { head, tail } = skeleton.segments[j];
    if (Math.abs(head[0] - plane) <= reach && Math.abs(tail[0] - plane) <= reach) return false;
    const partner = partnerOf(skeleton, j);
    return partner === null || !wanted.has(partner) || offset(j) > offset(partner);
  });
}

/** A mirrored rotation has the opposite direction, so the ends of a range are negated and exchanged. */
const opposite = ([least, most]: [number, number]): [number, number] => [-most || 0, -least || 0];

function mirrored({ limits, head, tail, axes, ...rest }: Segment, plane: number): Segment {
  const { hinge } = limits;
  const [x, y, z] = hinge?.axis ?? [0, 0, 0];
  return {
    ...rest,
    head: mirrorPoint(head, plane),
    tail: mirrorPoint(tail, plane),
    ...(axes && { axes: mirroredAxes(axes, 0) }),
    limits: {
      ...limits,
      twist: opposite(limits.twist),
      stretch: [...limits.stretch],
      ...(hinge && { hinge: { axis: [-x || 0, y, z], range: opposite(hinge.range) } }),
    },
  };
}

/**
 * Mirrors segments across the plane x = `plane`. Names of one side (.L, _R, _left …) are mirrored too: the segment of
 * the other side is replaced, or created if there is none. Names without a side get .L at larger x, .R at smaller. The
 * image's parent is the image of the parent, or the parent itself if that has none. Segments in the plane stay.
 */
export function mirrorSegments(skeleton: Skeleton, chosen: readonly number[], plane: number): SkeletonEdit {
  const sources = sourcesOf(skeleton, chosen, plane);
  const segments = skeleton.segments.map((segment) => ({ ...segment }));
  for (const j of sources) {
    if (otherSide(segments[j].name) !== null) continue;
    const [x, y] = [segments[j].head[0], segments[j].tail[0]];
    const name = `${segments[j].name}${(x + y) / 2 >= plane ? ".L" : ".R"}`;
    segments[j].name = freeName(
      name,
      segments.map((each) => each.name),
    );
  }
  const image = new Map<number, number>();
  const count = segments.length;
  for (const j of sources) {
    const name = otherSide(segments[j].name) ?? segments[j].name;
    let at = segments.findIndex((each) => each.name === name);
    if (at < 0) at = segments.push(segments[j]) - 1;
    image.set(j, at);
    segments[at] = { ...mirrored(segments[j], plane), name, parent: segments[at].parent };
  }
  for (const [j, at] of image) segments[at].parent = parentOfImage(segments, j, at, image);
  const { skeleton: made, origin } = orderSegments(segments);
  return { skeleton: made, origin: origin.map((j) => (j < count ? j : -1)) };
}

/** Whether a segment equals another one or is its descendant. */
function isBelow(segments: readonly Segment[], j: number, other: number): boolean {
  for (let up = j; up >= 0; up = segments[up].parent) if (up === other) return true;
  return false;
}

/** The parent of a mirror image: the image of the parent, or the parent itself, or none; never its own descendant. */
function parentOfImage(
  segments: readonly Segment[],
  j: number,
  at: number,
  image: ReadonlyMap<number, number>,
): number {
  const { parent } = segments[j];
  if (parent < 0) return -1;
  const name = otherSide(segments[parent].name);
  const named = name === null ? -1 : segments.findIndex((each) => each.name === name);
  const wanted = [image.get(parent) ?? named, parent].filter((each) => each >= 0);
  return wanted.find((each) => !isBelow(segments, each, at)) ?? -1;
}
