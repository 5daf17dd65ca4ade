import { type Box3, type Matrix4, Vector3 } from "three/webgpu";

/** The number of vertices, spread evenly over the mesh, that an outline is made from: enough to frame a picture. */
const SAMPLES = 4000;
const DIRECTION_COUNT = 96;

/** Directions spread evenly over the sphere (Fibonacci's lattice). */
const DIRECTIONS = Array.from({ length: DIRECTION_COUNT }, (_, n) => {
  const y = 1 - (2 * n + 1) / DIRECTION_COUNT;
  const turn = n * Math.PI * (3 - Math.sqrt(5));
  const radius = Math.sqrt(1 - y * y);
  return new Vector3(radius * Math.cos(turn), y, radius * Math.sin(turn));
});

/** The farthest points of a mesh in many directions. A view that frames these points frames the mesh from any side. */
export type Outline = readonly Vector3[];

/** @param positions 3V, at least one vertex. @param world from their coordinates to the world. */
export function outlineOf(positions: ArrayLike<number>, world: Matrix4): Outline {
  const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / SAMPLES));
  const farthest = DIRECTIONS.map(() => ({ at: 0, along: -Infinity }));
  const turned = DIRECTIONS.map((d) => d.clone().transformDirection(world.clone().invert()));
  for (let i = 0; i < positions.length; i += stride) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    for (let n = 0; n < DIRECTION_COUNT; n++) {
      const along = turned[n].x * x + turned[n].y * y + turned[n].z * z;
      const most = farthest[n];
      if (along > most.along) [most.at, most.along] = [i, along];
    }
  }
  return farthest.map(({ at }) =>
    new Vector3(positions[at], positions[at + 1], positions[at + 2]).applyMatrix4(world),
  );
}

/** The outline of both together. */
export function joinOutlines(a: Outline, b: Outline): Outline {
  return DIRECTIONS.map((d, n) => (a[n].dot(d) >= b[n].dot(d) ? a[n] : b[n]));
}

/** The eight corners of a box. */
export function cornersOf({ min, max }: Box3): Vector3[] {
  return Array.from(
    { length: 8 },
    (_, c) => new Vector3(c & 1 ? max.x : min.x, c & 2 ? max.y : min.y, c & 4 ? max.z : min.z),
  );
}
