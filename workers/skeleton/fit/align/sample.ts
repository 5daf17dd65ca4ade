/** Some vertices and frames of a mesh animation, with the bones of a clip in the same frames. */
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { ClipTiming, FitAlignment } from "../../../model/skeleton/fit/fit-alignment";
import { clipPose, clipTime, relativeTo } from "./clip-motion";
import type { MotionSample } from "./motion-fit";

/** The size of a sample of a mesh animation: fine for a placement, coarse to choose among many beginnings in a clip. */
export const FINE = { vertices: 240, frames: 12 };
export const COARSE = { vertices: 48, frames: 6 };

/** 3N: vertices that are evenly spaced in the list. */
export function sampledVertices(positions: ArrayLike<number>, most = FINE.vertices): Float64Array {
  const V = positions.length / 3;
  const N = Math.min(V, most);
  return Float64Array.from({ length: 3 * N }, (_, at) => {
    const i = Math.floor((Math.floor(at / 3) * V) / N);
    return positions[3 * i + (at % 3)];
  });
}

/** Evenly spaced frames, including the first and the last. */
export function chosenFrames(frameCount: number, most = FINE.frames): number[] {
  const count = Math.min(frameCount, most);
  return Array.from({ length: count }, (_, n) =>
    count === 1 ? 0 : Math.round((n * (frameCount - 1)) / (count - 1)),
  );
}

/** The mesh's part of a sample. */
export interface MeshSample {
  /** Numbers of the frames. */
  chosen: number[];
  /** 3N positions, at rest and in each of the chosen frames. */
  rest: Float64Array;
  frames: Float64Array[];
}

export function meshSample(
  { rest, frames, frameCount, vertexCount: V }: MeshSequence,
  size = FINE,
): MeshSample {
  const chosen = chosenFrames(frameCount, size.frames);
  return {
    chosen,
    rest: sampledVertices(rest, size.vertices),
    frames: chosen.map((k) => sampledVertices(frames.subarray(3 * k * V, 3 * (k + 1) * V), size.vertices)),
  };
}

/** Mean squared distance of the vertices from their rest positions. */
export const meanMotion = ({ rest, frames }: MeshSample): number =>
  frames.reduce(
    (sum, frame) => sum + frame.reduce((part, x, at) => part + (x - rest[at]) ** 2, 0) / (rest.length / 3),
    0,
  ) / frames.length;

/** The same with the bones of a clip, which move from their bind pose or from the clip's first frame. */
export function withClip(
  { chosen, rest, frames }: MeshSample,
  source: SkeletonSource,
  framing: ClipTiming,
  pose: FitAlignment["pose"],
): MotionSample {
  const poses = chosen.map((k) => clipPose(source, framing.clip, clipTime(framing, k)));
  if (pose === "bind") return { rest, frames, bones: poses };
  const start = clipPose(source, framing.clip, clipTime(framing, 0));
  return { rest, frames, bones: poses.map((m) => relativeTo(m, start)) };
}
