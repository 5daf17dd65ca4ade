import { type Matrix4, Vector3 } from "three/webgpu";
import type { ViewCamera } from "../../picking/view-camera";

/**
 * The shape of a stretched brush on the screen: its long axis, a unit vector with y down, and its length over width.
 */
export interface Stretch {
  x: number;
  y: number;
  /** Above 1. */
  by: number;
}

/** A brush is at most this many times as long as it is wide. */
const MOST = 3;
/** A smaller tilt leaves the brush round, in degrees. */
const LEAST_TILT = 5;
const RADIANS = Math.PI / 180;

/**
 * The stretch of a brush by a tilted pen; null for a nearly upright one. The shape is the ellipse in which a round
 * shaft meets the tablet: 1 / cos(tilt) times as long as wide, in the direction in which the pen leans.
 * @param tilt as in pointer events, in degrees.
 */
export function stretchOf({ tiltX, tiltY }: { tiltX: number; tiltY: number }): Stretch | null {
  const [x, y] = [Math.tan(tiltX * RADIANS), Math.tan(tiltY * RADIANS)];
  const slope = Math.hypot(x, y);
  if (!Number.isFinite(slope) || slope < Math.tan(LEAST_TILT * RADIANS)) return null;
  // 1 / cos(tilt), from tan(tilt).
  const by = Math.min(MOST, Math.hypot(1, slope));
  return { x: x / slope, y: y / slope, by };
}

/** The length of an offset on the screen, with its part along the long axis divided by the stretch. */
export function stretchedLength({ x, y, by }: Stretch, dx: number, dy: number): number {
  const along = dx * x + dy * y;
  return Math.sqrt(Math.max(0, dx * dx + dy * dy - along * along) + (along / by) ** 2);
}

/** The direction of the long axis on a surface in the world, a unit vector. @param normal of the surface. */
export function axisOn({ x, y }: Stretch, normal: Vector3, { camera }: ViewCamera): Vector3 {
  const right = new Vector3();
  const up = new Vector3();
  camera.matrixWorld.extractBasis(right, up, new Vector3());
  const leaning = right.multiplyScalar(x).addScaledVector(up, -y);
  return leaning.addScaledVector(normal, -leaning.dot(normal)).normalize();
}

/** The long axis of a brush on the surface. */
export class LongAxis {
  readonly by: number;
  private readonly axis: Vector3;
  private readonly centre: Vector3;

  /** @param centre and `normal` of the surface, in the sequence's coordinates. */
  constructor(
    stretch: Stretch,
    centre: Vector3,
    normal: Vector3,
    { viewCamera, world }: { viewCamera: ViewCamera; world: Matrix4 },
  ) {
    const inWorld = axisOn(stretch, normal.clone().transformDirection(world), viewCamera);
    this.axis = inWorld.transformDirection(world.clone().invert());
    this.centre = centre;
    this.by = stretch.by;
  }

  /** The distance of a vertex from the centre, with its part along the axis divided by the stretch. */
  distance(positions: ArrayLike<number>, i: number): number {
    const { axis, centre, by } = this;
    const dx = positions[3 * i] - centre.x;
    const dy = positions[3 * i + 1] - centre.y;
    const dz = positions[3 * i + 2] - centre.z;
    const along = dx * axis.x + dy * axis.y + dz * axis.z;
    const across = Math.max(0, dx * dx + dy * dy + dz * dz - along * along);
    return Math.sqrt(across + (along / by) ** 2);
  }
}
