import type { SkeletonClip, SkeletonClips, SkeletonSource } from "../model/files/skeleton-source";
import { boundsOf, diagonalOfBox, type MeshSequence, type UpAxis } from "../model/mesh/mesh-sequence";
import { significant } from "../model/reports/figures";
import { turnedAxes } from "../model/rig/axes";
import type { Placement } from "../model/skeleton/fit/fit-alignment";
import { turnedLimits } from "../model/skeleton/fit/own-limits";
import type { Point, Skeleton } from "../model/skeleton/skeleton";
import {
  FLAT,
  liesInBox,
  middleOfBox,
  movingSegments,
  placed,
  placedMotion,
  quarterTurn,
  UNTURNED_AXES,
} from "./placing";

/** A skeleton in the coordinates of a sequence, with its clips. */
export interface PlacedSkeleton {
  skeleton: Skeleton;
  clips: SkeletonClip[];
  /** A sentence about how it was changed to lie in the mesh; null if it was not. */
  note: string | null;
}

/** The clips of a placed skeleton, by the names of its segments; null if it has none. */
export const skeletonClipsOf = ({ skeleton, clips }: PlacedSkeleton): SkeletonClips | null =>
  clips.length > 0 ? { bones: skeleton.segments.map(({ name }) => name), clips } : null;

type Box = ReturnType<typeof boundsOf>;
type Mesh = Pick<MeshSequence, "rest" | "origin" | "upAxis" | "metresPerUnit">;

/** A skeleton whose relative size is in this range is moved into the mesh without scaling. */
const RIGHT_SIZE: [number, number] = [0.5, 1.02];
/** Share of the mesh's box that a fitted skeleton fills, because joints lie inside limbs. */
const FILLED = 0.95;

const AXES: readonly UpAxis[] = ["x", "y", "z"];

/** The quarter turn that keeps the up direction when the up axis changes. */
const turnUp = (from: UpAxis, to: UpAxis): readonly number[] =>
  from === to ? UNTURNED_AXES : quarterTurn(AXES.indexOf(from), AXES.indexOf(to));

function moved(skeleton: Skeleton, by: Placement): Skeleton {
  const segments = skeleton.segments.map((segment) => ({
    ...segment,
    head: placed(by, segment.head),
    tail: placed(by, segment.tail),
    ...(segment.axes && { axes: turnedAxes(segment.axes, by.turn) }),
    limits: turnedLimits(segment.limits, by.turn),
  }));
  return { ...skeleton, segments };
}

/** Bounding box of the segments that move vertices, or of all segments if all are virtual. */
const boxOf = (skeleton: Skeleton): Box =>
  boundsOf(movingSegments(skeleton).flatMap(({ head, tail }) => [...head, ...tail]));

const sidesOf = (box: Box): Point => [box[3] - box[0], box[4] - box[1], box[5] - box[2]];

/** Whether the joints lie roughly in the mesh, and the skeleton has roughly its size. */
const liesIn = (skeleton: Skeleton, mesh: Box): boolean =>
  liesInBox(
    skeleton.segments.filter(({ kind }) => kind !== "virtual").map(({ head }) => head),
    boxOf(skeleton),
    mesh,
  );

/** How different the shapes of two boxes are; 0 for equal shapes. */
function unlikeness(a: Point, b: Point): number {
  const [p, q] = [Math.hypot(...a), Math.hypot(...b)];
  return a.reduce(
    (sum, side, c) => sum + Math.abs(Math.log(Math.max(FLAT, side / p) / Math.max(FLAT, b[c] / q))),
    0,
  );
}

/**
 * Moves a skeleton that lies elsewhere into the mesh's box, and scales it if its size differs.
 * @param mesh [minX, minY, minZ, maxX, maxY, maxZ].
 * @param clips clips of the skeleton, which move with it.
 */
export function centreSkeleton(
  skeleton: Skeleton,
  mesh: Box,
  clips: readonly SkeletonClip[] = [],
): { skeleton: Skeleton; clips: SkeletonClip[]; scale: number } {
  const by = fitting(skeleton, UNTURNED_AXES, mesh);
  return {
    skeleton: moved(skeleton, by),
    clips: clips.map((clip) => movedClip(clip, by)),
    scale: by.scale,
  };
}

/**
 * Whether joints lie outside a mesh's box, or the skeleton is far too small for it. False for a skeleton without bones.
 */
export const liesOutside = (skeleton: Skeleton, mesh: Box): boolean =>
  skeleton.segments.length > 0 && !liesIn(skeleton, mesh);

function fitting(skeleton: Skeleton, turn: readonly number[], mesh: Box): Placement {
  const box = boxOf(moved(skeleton, { scale: 1, turn, shift: [0, 0, 0] }));
  const [sides, room] = [sidesOf(box), sidesOf(mesh)];
  const told = [0, 1, 2].filter((c) => sides[c] > FLAT * diagonalOfBox(box));
  const least = told.reduce((most, c) => Math.min(most, room[c] / sides[c]), Infinity);
  const isRight = diagonalOfBox(box) > RIGHT_SIZE[0] * diagonalOfBox(mesh) && 1 / least < RIGHT_SIZE[1];
  const scale = isRight || !(least > 0 && Number.isFinite(least)) ? 1 : FILLED * least;
  const [from, to] = [middleOfBox(box), middleOfBox(mesh)];
  return { scale, turn, shift: to.map((x, c) => x - scale * from[c]) as Point };
}

/** T M T⁻¹ of every matrix M, with T the placement: the file's motion for the placed skeleton. */
function movedClip(clip: SkeletonClip, by: Placement): SkeletonClip {
  const motions = new Float32Array(clip.motions.length);
  for (let at = 0; at < motions.length; at += 12) placedMotion(by, clip.motions, at, motions, at);
  const { name, fps, frameCount } = clip;
  return { name, fps, frameCount, motions };
}

/** Possible meanings of a file's coordinates, the likeliest first, each with its sentence. */
function* readings(
  source: SkeletonSource,
  mesh: Mesh,
): Generator<[turn: readonly number[], scale: number, note: string | null]> {
  const unit = source.metresPerUnit === null ? 1 : source.metresPerUnit / mesh.metresPerUnit;
  const turn = source.upAxis === null ? UNTURNED_AXES : turnUp(source.upAxis, mesh.upAxis);
  const { file } = source;
  yield [turn, unit, null];
  if (unit !== 1)
    yield [
      turn,
      1,
      `${file} gives another unit than the mesh, but its numbers fit the mesh. They were taken as they are.`,
    ];
  if (turn !== UNTURNED_AXES) {
    yield [
      UNTURNED_AXES,
      unit,
      `${file} gives another up axis than the mesh, but already lies like the mesh. It was not turned.`,
    ];
    yield [
      UNTURNED_AXES,
      1,
      `${file} gives another unit and up axis than the mesh, but already fits it. It was not changed.`,
    ];
  }
  for (const up of AXES) {
    if (up === mesh.upAxis) continue;
    yield [turnUp(up, mesh.upAxis), 1, `${file} has ${up} up, the mesh ${mesh.upAxis}: it was turned.`];
  }
}

/**
 * A file's skeleton placed in the mesh: turned by up axes, scaled by units, minus the sequence's origin. If it then
 * lies elsewhere, the file's unchanged numbers are tried, or it is fitted into the mesh's box. `note` then says so.
 */
export function placeSkeleton(source: SkeletonSource, mesh: Mesh): PlacedSkeleton {
  const box = boundsOf(mesh.rest);
  const back = mesh.origin.map((x) => 0 - x) as Point;
  const result = (by: Placement, note: string | null): PlacedSkeleton => ({
    skeleton: moved(source.skeleton, by),
    clips: source.clips.map((clip) => movedClip(clip, by)),
    note,
  });
  for (const [turn, scale, note] of readings(source, mesh)) {
    const by = { scale, turn, shift: back };
    if (liesIn(moved(source.skeleton, by), box)) return result(by, note);
  }
  return fitted(source, mesh, box, result);
}

function fitted(
  source: SkeletonSource,
  mesh: Mesh,
  box: Box,
  result: (by: Placement, note: string) => PlacedSkeleton,
): PlacedSkeleton {
  const declared = source.upAxis === null ? UNTURNED_AXES : turnUp(source.upAxis, mesh.upAxis);
  const turns = [declared, ...AXES.filter((up) => up !== mesh.upAxis).map((up) => turnUp(up, mesh.upAxis))];
  const shape = (turn: readonly number[]) =>
    unlikeness(sidesOf(boxOf(moved(source.skeleton, { scale: 1, turn, shift: [0, 0, 0] }))), sidesOf(box));
  // The file's axis counts, unless the skeleton clearly lies on its side.
  const turn = turns.reduce((best, next) => (shape(next) < shape(best) - 1 ? next : best));
  const by = fitting(source.skeleton, turn, box);
  const did = by.scale === 1 ? "moved" : `scaled by ${significant(by.scale)} and moved`;
  const turned = turn === declared ? "" : "turned, ";
  return result(
    by,
    `${source.file} lay far outside the mesh: it was ${turned}${did} into it. Check where its joints are.`,
  );
}
