import { type Ray, Vector3 } from "three/webgpu";

/** A circle in space: its centre, its unit axis of rotation, and its radius. */
export interface Ring {
  centre: Vector3;
  axis: Vector3;
  radius: number;
}

/**
 * A ring is edge-on if the sine of the angle between ray and plane is below this. The ray would meet the plane too far
 * away.
 */
const EDGE_ON = 0.12;

/** Two unit vectors that span the plane across an axis; first × second is the axis. */
export function spanOf(axis: Vector3): [Vector3, Vector3] {
  const helper = Math.abs(axis.x) < 0.6 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const first = helper.cross(axis).normalize();
  return [first, new Vector3().crossVectors(axis, first)];
}

/** The point at an angle of a ring; angles grow in a right-handed rotation about the axis. */
export function pointOn({ centre, axis, radius }: Ring, angle: number): Vector3 {
  const [a, b] = spanOf(axis);
  return centre
    .clone()
    .addScaledVector(a, radius * Math.cos(angle))
    .addScaledVector(b, radius * Math.sin(angle));
}

/** The angle at which a ray meets a ring's plane, in -π..π; null if the ring is edge-on; then use `slideOnRing`. */
export function angleOnRing({ centre, axis }: Ring, ray: Ray): number | null {
  const steep = ray.direction.dot(axis);
  if (Math.abs(steep) < EDGE_ON) return null;
  const t = centre.clone().sub(ray.origin).dot(axis) / steep;
  if (t <= 0) return null;
  const from = ray.at(t, new Vector3()).sub(centre);
  const [a, b] = spanOf(axis);
  return Math.atan2(from.dot(b), from.dot(a));
}

/** Wraps an angle to -π..π. */
export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * The rotation for a drag from one ray to another on a ring seen edge-on: the distance along the tangent of the grabbed
 * point, over the radius.
 */
export function slideOnRing(ring: Ring, grabbed: number, from: Ray, to: Ray): number {
  const out = pointOn(ring, grabbed).sub(ring.centre).normalize();
  const tangent = new Vector3().crossVectors(ring.axis, out);
  // Compare both rays at the depth of the centre.
  const reach = ring.centre.distanceTo(from.origin);
  const at = (ray: Ray) => ray.at(reach, new Vector3()).dot(tangent);
  return (at(to) - at(from)) / ring.radius;
}
