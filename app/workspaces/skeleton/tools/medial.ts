import { Ray, Vector3 } from "three/webgpu";
import { spanOf } from "../../../viewport/geometry/ring-maths";
import type { Crossing } from "../../../viewport/picking/picker";
import { exitOf, insideOf, nearestInside } from "./inside";

/** Returns all crossings of a ray with the mesh. */
export type Cast = (ray: Ray) => readonly Crossing[];

/** Number of directions tried over half a turn, and maximum number of rounds. */
const WAYS = 12;
const ROUNDS = 4;

/**
 * The middle of the volume along a ray: the middle of its first interval inside, or of the interval nearest to a
 * distance.
 */
export function middleAlong(cast: Cast, ray: Ray, near: number | null): Vector3 | null {
  const stretches = insideOf(cast(ray));
  const stretch = near === null ? (stretches[0] ?? null) : nearestInside(stretches, near);
  return stretch && ray.at((stretch[0] + stretch[1]) / 2, new Vector3());
}

/**
 * Distances from a point inside to the end of the volume, along a direction and against it; null if one side is open.
 */
function chord(cast: Cast, point: Vector3, direction: Vector3): [ahead: number, behind: number] | null {
  const ahead = exitOf(cast(new Ray(point, direction)));
  const behind = exitOf(cast(new Ray(point, direction.clone().negate())));
  return ahead === null || behind === null ? null : [ahead, behind];
}

/**
 * The middle of a limb near a point inside. Each round moves the point to the middle of the shortest chord
 * perpendicular to the line of sight, then to the middle of the chord along it, until it hardly moves. On a tube this
 * is the axis, for any start on the tube.
 * @param view unit direction of sight
 */
export function medialNear(cast: Cast, start: Vector3, view: Vector3): Vector3 {
  const [a, b] = spanOf(view);
  const point = start.clone();
  for (let round = 0; round < ROUNDS; round++) {
    let best: { way: Vector3; by: number } | null = null;
    let least = Infinity;
    for (let n = 0; n < WAYS; n++) {
      const angle = (Math.PI * n) / WAYS;
      const way = a.clone().multiplyScalar(Math.cos(angle)).addScaledVector(b, Math.sin(angle));
      const across = chord(cast, point, way);
      if (!across || across[0] + across[1] >= least) continue;
      least = across[0] + across[1];
      best = { way, by: (across[0] - across[1]) / 2 };
    }
    if (best) point.addScaledVector(best.way, best.by);
    const through = chord(cast, point, view);
    if (through) point.addScaledVector(view, (through[0] - through[1]) / 2);
    if (!best || Math.abs(best.by) < 1e-3 * least) break;
  }
  return point;
}
