import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { Point, Skeleton } from "../../../workers/model/skeleton/skeleton";
import { addRoot, extrude } from "../../../workers/model/skeleton/skeleton-edit";
import {
  jointOf,
  lengthOf,
  moveJoint,
  moveSegment,
  type SegmentEnd,
  withEnds,
} from "../../../workers/model/skeleton/skeleton-joints";
import {
  mirroredEnd,
  mirrorPoint,
  mirrorSegments,
  partnerOf,
} from "../../../workers/model/skeleton/skeleton-mirror";
import { type SkeletonEdit, thenEdit } from "../../../workers/model/skeleton/skeleton-order";
import { skeletonSize } from "../../../workers/model/skeleton/skeleton-size";

/** Joints nearer to the mirror plane than this share of the mesh's diagonal snap to it while both sides are drawn. */
const NEAR_MIRROR = 0.012;
/** Ends nearer to the mirror plane than this share of the mesh's diagonal are on it. */
const IN_MIRROR = 1e-4;
/** Drags leave no segment shorter than this share of the skeleton's size. */
const SHORTEST = 1e-3;

/** x of the plane between left and right: the file's own x = 0, in the sequence's coordinates. */
export const mirrorPlane = ({ origin }: Pick<SequenceMesh, "origin">): number => -origin[0] || 0;

/** Whether drawing is mirrored, and at which plane; null for no mirroring. */
export interface DrawingSides {
  plane: number | null;
  /** Diagonal of the mesh. */
  diagonal: number;
}

/** The point, snapped to the mirror plane if it is near. */
export function inMirror(point: Point, { plane, diagonal }: DrawingSides): Point {
  return plane !== null && Math.abs(point[0] - plane) < NEAR_MIRROR * diagonal
    ? [plane, point[1], point[2]]
    : point;
}

const liesInMirror = (point: Point, { plane, diagonal }: DrawingSides): boolean =>
  plane !== null && Math.abs(point[0] - plane) < IN_MIRROR * diagonal;

/** Adds the mirror image of the new segment `made` to an edit. */
function bothSides(
  edit: SkeletonEdit,
  made: number,
  { plane }: DrawingSides,
): { edit: SkeletonEdit; made: number } {
  if (plane === null) return { edit, made };
  const image = mirrorSegments(edit.skeleton, [made], plane);
  return { edit: thenEdit(edit, image), made: image.origin.indexOf(made) };
}

/** Draws a new root segment between two joints. */
export function drawRoot(skeleton: Skeleton, head: Point, tail: Point, sides: DrawingSides) {
  return bothSides(addRoot(skeleton, head, inMirror(tail, sides)), skeleton.segments.length, sides);
}

/** Draws a segment from an existing joint. */
export function addSegment(skeleton: Skeleton, from: SegmentEnd, tail: Point, sides: DrawingSides) {
  return bothSides(extrude(skeleton, from, inMirror(tail, sides)), skeleton.segments.length, sides);
}

/** Whether all segments that the change touched keep some length. */
function hasLength(before: Skeleton, after: Skeleton): boolean {
  const least = SHORTEST * skeletonSize(before);
  return after.segments.every((segment, j) => segment === before.segments[j] || lengthOf(segment) > least);
}

/**
 * Moves a joint, or a single end of it, and its mirror image. A joint that both sides share stays on the mirror plane
 * if it is on it.
 * @returns null if a segment would lose its length.
 */
export function dragJoint(
  skeleton: Skeleton,
  at: SegmentEnd,
  to: Point,
  sides: DrawingSides,
  single: boolean,
): SkeletonEdit | null {
  const move = (of: Skeleton, end: SegmentEnd, point: Point) =>
    single ? withEnds(of, [{ at: end, to: point }]) : moveJoint(of, end, point);
  const image = sides.plane === null ? null : mirroredEnd(skeleton, at);
  const moving = single ? [at] : jointOf(skeleton, at);
  const isCentral = sides.plane !== null && (image === null || moving.some((end) => isSame(end, image)));
  const stays = isCentral && liesInMirror(skeleton.segments[at.segment][at.end], sides);
  const wanted: Point = stays ? [sides.plane ?? to[0], to[1], to[2]] : isCentral ? inMirror(to, sides) : to;
  let edit = move(skeleton, at, wanted);
  if (image && !isCentral && sides.plane !== null) {
    edit = thenEdit(edit, move(edit.skeleton, image, mirrorPoint(to, sides.plane)));
  }
  return hasLength(skeleton, edit.skeleton) ? edit : null;
}

const isSame = (a: SegmentEnd, b: SegmentEnd) => a.segment === b.segment && a.end === b.end;

/**
 * Moves a segment, and its mirror image accordingly. A segment on the mirror plane stays on it. Returns null if a
 * neighbour would lose its length.
 */
export function dragSegment(
  skeleton: Skeleton,
  at: number,
  by: Point,
  sides: DrawingSides,
): SkeletonEdit | null {
  const { head, tail } = skeleton.segments[at];
  const stays = liesInMirror(head, sides) && liesInMirror(tail, sides);
  let edit = moveSegment(skeleton, at, stays ? [0, by[1], by[2]] : by);
  const image = sides.plane === null ? null : partnerOf(skeleton, at);
  if (image !== null) edit = thenEdit(edit, moveSegment(edit.skeleton, image, [-by[0], by[1], by[2]]));
  return hasLength(skeleton, edit.skeleton) ? edit : null;
}
