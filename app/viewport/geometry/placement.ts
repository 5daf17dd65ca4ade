import { Box3, Matrix4, Vector3 } from "three/webgpu";
import { boundsOf, frameOf, type UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { isFiled, type OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import { joinOutlines, type Outline, outlineOf } from "./outline";

/** The number of frames to sample for the extent of a motion: enough to frame a picture. */
const SAMPLED_FRAMES = 16;
/** The ground is the world's floor if the mesh is within this fraction of its size from it. */
const STANDING = 0.05;
/** The camera frames the whole motion if that is at most this many times as large as a pose: limbs that bend, jumps. */
const COMPACT = 2.5;

/** The rotation from a sequence's up axis to the world's, +y. */
export function upright(axis: UpAxis): Matrix4 {
  const matrix = new Matrix4();
  if (axis === "z") return matrix.makeRotationX(-Math.PI / 2);
  return axis === "x" ? matrix.makeRotationZ(Math.PI / 2) : matrix;
}

/** Bounding box in the world of positions in the sequence's coordinates. */
export function worldBox(positions: ArrayLike<number>, world: Matrix4): Box3 {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(positions);
  const box = new Box3();
  box.min.set(x0, y0, z0);
  box.max.set(x1, y1, z1);
  return box.applyMatrix4(world);
}

/** The extent of a sequence and its motion, in the world. */
export interface ScenePlacement {
  world: Matrix4;
  /** Diagonal of the rest pose, and its centre. */
  diagonal: number;
  centre: Vector3;
  /** The box of the whole motion. */
  motion: Box3;
  outline: Outline;
  /** Height of the ground: the world's floor if the mesh touches it, else its lowest point. */
  ground: number;
  /** The sequence's own origin on the ground: x, z. */
  origin: [number, number];
}

/** Some frames of a sequence, or the corners of its box if the frames stay in their files. */
function extentOf(sequence: OpenedSequence): ArrayLike<number>[] {
  if (isFiled(sequence)) {
    const [x0, y0, z0, x1, y1, z1] = sequence.frames.box;
    return [[x0, x1].flatMap((x) => [y0, y1].flatMap((y) => [z0, z1].flatMap((z) => [x, y, z])))];
  }
  const samples = Math.min(SAMPLED_FRAMES, sequence.frameCount);
  return Array.from({ length: samples }, (_, s) =>
    frameOf(sequence, samples === 1 ? 0 : Math.round((s * (sequence.frameCount - 1)) / (samples - 1))),
  );
}

/** Measures the extent of a sequence and its motion. */
export function scenePlacementOf(sequence: OpenedSequence): ScenePlacement {
  const world = upright(sequence.upAxis);
  const rest = worldBox(sequence.rest, world);
  const diagonal = rest.min.distanceTo(rest.max) || 1;
  const motion = rest.clone();
  let outline = outlineOf(sequence.rest, world);
  for (const positions of extentOf(sequence)) {
    motion.union(worldBox(positions, world));
    outline = joinOutlines(outline, outlineOf(positions, world));
  }
  const [ox, oy, oz] = sequence.origin;
  const floor = worldBox([-ox, -oy, -oz], world).min;
  const lowest = motion.min.y;
  const isGrounded = Math.abs(floor.y - lowest) < STANDING * diagonal;
  const ground = isGrounded ? Math.min(floor.y, lowest) : lowest;
  return {
    world,
    diagonal,
    centre: rest.getCenter(new Vector3()),
    motion,
    outline,
    ground,
    origin: [floor.x, floor.z],
  };
}

/**
 * The outline for "frame all": the whole motion if it is compact, else the pose (3V, in the sequence's coordinates).
 */
export function outlineToFrame({ motion, outline, world }: ScenePlacement, pose: ArrayLike<number>): Outline {
  const size = (box: Box3) => box.min.distanceTo(box.max);
  return size(motion) <= COMPACT * size(worldBox(pose, world)) ? outline : outlineOf(pose, world);
}

/** An object with a place in the world; null if nothing is open. */
type Placed = { placement: ScenePlacement } | null;

/** A point of the world in the sequence's coordinates. */
export function toPoint(world: Vector3, placed: Placed): [number, number, number] {
  const inverse = placed?.placement.world.clone().invert();
  const { x, y, z } = inverse ? world.clone().applyMatrix4(inverse) : world;
  return [x, y, z];
}

/** A point in the sequence's coordinates in the world. */
export function toWorld(point: readonly [number, number, number], placed: Placed): Vector3 {
  const world = new Vector3(...point);
  return placed ? world.applyMatrix4(placed.placement.world) : world;
}
