import { Ray, Vector3 } from "three/webgpu";
import { spanOf } from "../../../viewport/geometry/ring-maths";
import type { Crossing } from "../../../viewport/picking/picker";
import { exitOf, insideOf, nearestInside } from "./inside";

/** All crossings of a ray with the mesh. */
export type Cast = (ray: Ray) => readonly Crossing[];

/** Ways across that are tried, over half a turn, and times that the middle is taken. */
const WAYS = 12;
const ROUNDS = 4;

/** Middle of the volume along a ray: in its first stretch inside, or in the one nearest to a distance. */
export function middleAlong(cast: Cast, ray: Ray, near: number | null): Vector3 | null {
  const stretches = insideOf(cast(ray));
  const stretch = near === null ? (stretches[0] ?? null) : nearestInside(stretches, near);
  return stretch && ray.at((stretch[0] + stretch[1]) / 2, new Vector3());
}

/** Ends of the volume on both sides of a point inside, along a direction and against it; null where one is open. */
function chord(cast: Cast, point: Vector3, direction: Vector3): [ahead: number, behind: number] | null {
  const ahead = exitOf(cast(new Ray(point, direction)));
  const behind = exitOf(cast(new Ray(point, direction.clone().negate())));
  return ahead === null || behind === null ? null : [ahead, behind];
}

/**
 * The middle of a limb near a point inside: the point goes to the middle of the shortest way across the volume at right
 * angles to the line of sight, and of the way along it, until it rests. On a tube that is its axis, wherever on the tube
 * one began.
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
