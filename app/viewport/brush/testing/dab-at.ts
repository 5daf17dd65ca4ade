import type { Vector3 } from "three/webgpu";
import type { FalloffShape } from "../../../document/brush-settings";
import type { Dab } from "../brush-stroke";
import { FALLOFFS } from "../reach/falloff";
import type { SurfaceReach } from "../reach/surface-reach";

/** The vertices that a brush along the surface reaches around a place, with the corners of the triangle there. */
export function dabAt(
  reach: SurfaceReach,
  positions: Float32Array,
  corners: [number, number, number],
  point: Vector3,
  radius: number,
  { pressure = 1, falloff = "smooth" as FalloffShape } = {},
): Dab {
  const { count, vertices, distances } = reach.around(positions, corners, point, radius);
  const shares = Float32Array.from(distances.subarray(0, count), (d) => FALLOFFS[falloff](d / radius));
  return {
    count,
    vertices: vertices.slice(0, count),
    shares,
    pressure,
    hit: { point, normal: point.clone().set(0, 0, 1), corners },
  };
}
