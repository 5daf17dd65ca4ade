/** A skinned mesh with its own shapes, and its frames with these shapes. */
import { withShapes as playing } from "../../../deform/shapes/rest-shapes";
import { createRandom } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { MeshShape, VertexRows } from "../../../model/mesh/shapes";
import type { Rig } from "../../../model/rig/rig";
import { type GroundTruth, movingShells } from "../../../testing/sequences";
import { skinned } from "./exported-rigs";

/** Random rows for some of `count` vertices. */
function anyRows(count: number, from: number, size: number, seed: number): VertexRows {
  const random = createRandom(seed);
  const vertices = Uint32Array.from({ length: count - from }, (_, n) => from + n).filter(
    () => random.next() < 0.5,
  );
  const moved = vertices.length > 0 ? vertices : Uint32Array.of(from);
  return {
    vertices: moved,
    values: Float32Array.from({ length: 3 * moved.length }, () => size * random.normal()),
  };
}

/**
 * Two shells with three shapes. Two of the shapes have normals. `smile` moves both shells, `blink` moves only vertices
 * of the second half and is at 0.25 at rest, and `jaw open` never moves in the clip.
 */
export function shapedShells(seed: number): GroundTruth {
  const { sequence, rig } = movingShells({ shells: 2, detail: 2, frames: 6 });
  const [V, D, F] = [sequence.vertexCount, sequence.solverIndex.length, sequence.frameCount];
  const shape = (
    name: string,
    from: number,
    rest: number,
    weights: number[],
    hasNormals: boolean,
  ): MeshShape => ({
    ...{ name, rest, weights: Float32Array.from(weights), moved: anyRows(V, from, 0.1, seed + from) },
    ...(hasNormals && { turned: anyRows(D, 0, 0.2, seed + 7) }),
  });
  const shapes = [
    shape(
      "smile",
      0,
      0,
      Array.from({ length: F }, (_, k) => k / F),
      true,
    ),
    shape(
      "blink",
      V / 2,
      0.25,
      Array.from({ length: F }, (_, k) => 1 - k / (2 * F)),
      false,
    ),
    shape("jaw open", 1, 0, new Array(F).fill(0), true),
  ];
  return { sequence: { ...sequence, shapes }, rig };
}

/** The frames of a rig whose clips play the shapes. */
export const shapedPose = (sequence: MeshSequence, rig: Rig, k: number): number[] =>
  skinned(playing(rig, sequence.shapes ?? []), k);

/** The truth with frames that play the shapes in addition to the bones. */
export function withShapedFrames({ sequence, rig }: GroundTruth): GroundTruth {
  const poses = Array.from({ length: sequence.frameCount }, (_, k) => shapedPose(sequence, rig, k));
  return { sequence: { ...sequence, frames: Float32Array.from(poses.flat()) }, rig };
}
