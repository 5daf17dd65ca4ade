import { SinewError } from "../../model/errors";
import { MOST_SEQUENCE_BYTES } from "../../model/files/frames-in-memory";
import { howMany } from "../../model/reports/figures";
import { MOST_BONES } from "../../model/rig/rig";
import type { RawSequence } from "../source/source";

/**
 * The largest position. Positions and the scales of the bones that move them are stored as f32, so products must not
 * overflow.
 */
const LARGEST_POSITION = 1e33;

/** Whether a number of a pose or a motion is small enough for 32-bit results. */
export const isUsable = (x: number): boolean => Math.abs(x) <= LARGEST_POSITION;

/** The bytes of the positions of a sequence and its rest pose, in f32. */
export function sequenceBytes(vertices: number, frames: number): number {
  return 12 * vertices * (frames + 1);
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/**
 * Checks the counts and indices of a raw sequence.
 * @throws SinewError with the one that does not fit.
 */
export function checkRaw(raw: RawSequence): void {
  const { name, pointCount, frameCount, polygonOffsets, polygonCorners, displayPoint } = raw;
  const wrong = (title: string, body: string): never => {
    throw new SinewError({ title: `${name} ${title}`, body });
  };
  const polygons = polygonOffsets.length - 1;
  if (pointCount < 1)
    wrong("has no vertices", "Sinew needs a surface to bind. Export the mesh, not its points.");
  if (polygons < 1) {
    wrong(
      "has no faces",
      `It has ${howMany(pointCount, "point")} and nothing between them. Sinew needs a surface to bind: export it with faces.`,
    );
  }
  if (frameCount < 1) wrong("has no frames", "Export a still mesh, or the whole range of its animation.");
  if (!(raw.fps > 0 && Number.isFinite(raw.fps)))
    wrong("has no usable rate", `Its rate is ${raw.fps} frames a second.`);
  if (raw.rest.length !== 3 * pointCount) {
    wrong("is damaged", `Its rest pose has ${raw.rest.length / 3} points, its frames ${pointCount}.`);
  }
  if (polygonOffsets[polygons] !== polygonCorners.length) {
    wrong(
      "is damaged",
      `Its faces have ${polygonOffsets[polygons]} corners, but ${polygonCorners.length} are listed.`,
    );
  }
  for (let p = 0; p < polygons; p++) {
    const size = polygonOffsets[p + 1] - polygonOffsets[p];
    if (size < 3) wrong("is damaged", `Face ${p + 1} has ${size} corners.`);
  }
  const corner = polygonCorners.findIndex((d) => d >= displayPoint.length);
  if (corner >= 0) {
    wrong(
      "is damaged",
      `A face names vertex ${polygonCorners[corner] + 1}, but there are ${displayPoint.length}.`,
    );
  }
  const tet = raw.tets?.find((p) => p >= pointCount);
  if (tet !== undefined)
    wrong("is damaged", `A tetrahedron names point ${tet + 1}, but there are ${pointCount}.`);
  const wire = raw.wires?.find((p) => p >= pointCount);
  if (wire !== undefined)
    wrong("is damaged", `A wire edge names point ${wire + 1}, but there are ${pointCount}.`);
  const display = displayPoint.findIndex((p) => p >= pointCount);
  if (display >= 0)
    wrong("is damaged", `A vertex names point ${displayPoint[display] + 1}, but there are ${pointCount}.`);
}

/**
 * Checks the positions of one pose.
 * @param used flags of the points to check; null is all.
 * @param frame its number from 0, or null for the rest pose.
 * @throws SinewError naming frame and vertex.
 */
export function checkFinite(
  raw: RawSequence,
  positions: ArrayLike<number>,
  used: Uint8Array | null,
  frame: number | null,
): void {
  const where = frame === null ? "its rest pose" : `frame ${frame + 1}`;
  if (positions.length !== 3 * raw.pointCount) {
    throw new SinewError({
      title: `${raw.name} changes its vertex count`,
      body: `In ${where} it has ${howMany(positions.length / 3, "vertex")}, in its first ${raw.pointCount}. Sinew needs the same mesh in every frame: export it without remeshing.`,
      facts: [
        ["First frame", howMany(raw.pointCount, "vertex")],
        [where, howMany(positions.length / 3, "vertex")],
      ],
    });
  }
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= LARGEST_POSITION) continue;
    const point = Math.floor(i / 3);
    if (used && !used[point]) continue;
    if (raw.frameCount === 1) throw stillWrong(raw, point, positions[i]);
    throw new SinewError({
      title: `${raw.name} has a position that is not a usable number`,
      body: `In ${where} the ${"xyz"[i % 3]} of vertex ${point + 1} is ${positions[i]}. The simulation probably broke there: export again without that frame, or repair it.`,
      facts: [[raw.name, `${where}, vertex ${point + 1} of ${raw.pointCount}`]],
    });
  }
}

/** The error for a vertex of a static mesh, without a frame. */
function stillWrong({ name, file, pointCount }: RawSequence, point: number, value: number): SinewError {
  const what = Number.isNaN(value) ? "a NaN" : Number.isFinite(value) ? "too large a" : "an infinite";
  return new SinewError({
    title: `${file ?? name}: vertex ${point + 1} has ${what} position`,
    body: "Repair the mesh, or export it again.",
    facts: [[file ?? name, `vertex ${point + 1} of ${pointCount}`]],
  });
}

/**
 * A point is a mistake if it is farther from the middle than most others by this factor, because 32 bits cannot
 * represent the mesh next to it.
 */
const FARTHEST = 1e8;

/**
 * Checks that no point is so far away that f32 could not represent the others.
 * @param positions of the points to check, packed.
 * @param name of the sequence.
 * @throws SinewError with the farthest point.
 */
export function checkSpread(name: string, positions: ArrayLike<number>): void {
  const axes = [0, 1, 2].map((c) => {
    const sorted = Float64Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + c]).sort();
    return sorted[sorted.length >> 1];
  });
  const far = Float64Array.from({ length: positions.length / 3 }, (_, i) =>
    Math.hypot(...axes.map((middle, c) => positions[3 * i + c] - middle)),
  );
  const most = far.reduce((a, b) => Math.max(a, b), 0);
  const typical = far.slice().sort()[far.length >> 1];
  if (!(typical > 0 && most > FARTHEST * typical)) return;
  const i = far.indexOf(most);
  throw new SinewError({
    title: `${name} has a vertex far from all others`,
    body: `Vertex ${i + 1} is at ${[0, 1, 2].map((c) => Number(positions[3 * i + c]).toPrecision(3)).join(", ")}, where most are within ${typical.toPrecision(3)} of the middle. Repair it, or leave it out.`,
  });
}

/** @throws SinewError if the positions would take more than MOST_SEQUENCE_BYTES. */
export function checkRoom(raw: RawSequence, vertices: number): void {
  const bytes = sequenceBytes(vertices, raw.frameCount);
  if (bytes <= MOST_SEQUENCE_BYTES) return;
  const most = Math.floor(MOST_SEQUENCE_BYTES / (12 * vertices)) - 1;
  throw new SinewError({
    title: `${raw.name} is too large for memory`,
    body: `${howMany(vertices, "vertex")} in ${howMany(raw.frameCount, "frame")} take ${megabytes(bytes)}; Sinew holds ${megabytes(MOST_SEQUENCE_BYTES)}. Export ${most > 1 ? `at most ${most} frames` : "a coarser mesh"}, or every second frame.`,
    facts: [[raw.name, `${howMany(vertices, "vertex")}, ${howMany(raw.frameCount, "frame")}`]],
  });
}

/** @throws SinewError if a file has more bones than a rig can have. */
export function checkBoneCount(name: string, bones: number): void {
  if (bones <= MOST_BONES) return;
  throw new SinewError({
    title: `${name} has too many bones`,
    body: `Its skeleton has more than ${MOST_BONES}, and Sinew holds no more. Open it without its skeleton, or export fewer joints.`,
  });
}

/**
 * @throws SinewError if a file has more bones than a rig can have, or their motion would take more than
 * MOST_SEQUENCE_BYTES.
 */
export function checkMotionRoom(name: string, bones: number, frames: number): void {
  checkBoneCount(name, bones);
  checkMotionBytes(name, bones, frames);
}

/** @throws SinewError if the motion of bones would take more than MOST_SEQUENCE_BYTES. */
export function checkMotionBytes(name: string, bones: number, frames: number): void {
  const bytes = 48 * bones * frames;
  if (bytes <= MOST_SEQUENCE_BYTES) return;
  throw new SinewError({
    title: `${name} is too large for memory`,
    body: `${howMany(bones, "bone")} in ${howMany(frames, "frame")} take ${megabytes(bytes)}; Sinew holds ${megabytes(MOST_SEQUENCE_BYTES)}. Choose fewer clips or a lower rate, or open it without its skeleton.`,
  });
}
