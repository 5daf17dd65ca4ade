import { dot, unit } from "../../math/vectors";
import type { BoneLimits, Point } from "../../model/skeleton/skeleton";
import type { RotationLimits } from "../gltf/read/scene/scene";

const RADIANS = Math.PI / 180;
/** An axis does not turn if its range is smaller than this, in degrees. */
const SHUT = 0.1;

const wrapped = (degrees: number): number => Math.max(-Math.PI, Math.min(Math.PI, degrees * RADIANS));

/** The range about an axis in radians; a full turn if nothing limits it. */
function rangeOf({ least, most }: RotationLimits, axis: number): [number, number] {
  const [low, high] = [wrapped(least[axis] ?? -180), wrapped(most[axis] ?? 180)];
  return low <= high ? [low, high] : [-Math.PI, Math.PI];
}

/**
 * Converts ranges about the three axes of a joint to limits of its bone. If only one axis is open, the joint is a
 * hinge. Otherwise the axis along the bone limits the twist, and the wider end of the others limits the swing: a cone
 * that contains all poses of the file.
 * @param rest from the joint's axes to the file's, at rest: row-major 3x4.
 * @param along unit direction of the bone at rest, in the file's axes.
 */
export function limitsOfRotation(
  limits: RotationLimits,
  rest: ArrayLike<number>,
  along: Point,
): Partial<BoneLimits> {
  const ranges = [0, 1, 2].map((axis) => rangeOf(limits, axis));
  const axes = [0, 1, 2].map((c) => unit([rest[c], rest[4 + c], rest[8 + c]]) ?? ([0, 0, 0] as Point));
  const open = [0, 1, 2].filter((axis) => ranges[axis][1] - ranges[axis][0] > SHUT * RADIANS);
  if (open.length === 1) {
    const [axis] = open;
    return { hinge: { axis: axes[axis], range: ranges[axis] } };
  }
  const cosines = axes.map((axis) => dot(axis, along));
  const twisting = cosines.reduce((best, x, n) => (Math.abs(x) > Math.abs(cosines[best]) ? n : best), 0);
  const swings = ranges.filter((_, axis) => axis !== twisting).flat();
  const [least, most] = ranges[twisting];
  return {
    swing: Math.max(...swings.map(Math.abs)),
    twist: cosines[twisting] < 0 ? [-most || 0, -least || 0] : [least, most],
  };
}
