/** A cage as bones: each of its vertices is one, which does not turn: v' = Σ w c (equation 31). */
import type { BindCageInput, CageShape } from "../../model/reduce/reduce-report";
import type { CageCoordinates } from "../../model/rig/cage";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";

/** Matrices without rotation that move each bone with its vertex of the cage, P·12N. */
export function cageMotion(poses: Float32Array): Float32Array {
  const motion = new Float32Array(4 * poses.length);
  for (let n = 0; n < poses.length; n++) motion[4 * n + 3] = poses[n];
  return motion;
}

/**
 * The rig of a cage in P poses, for reductions. A bone moves all its vertices to one point, the corner of the cage,
 * wherever they were at rest.
 * @param poses positions of the N corners of the cage in each pose, P·3N.
 */
export function cageRig(
  rest: Float32Array,
  cage: CageShape,
  weights: SparseWeights,
  poses: Float32Array,
): Rig {
  const N = cage.positions.length / 3;
  const digits = String(N).length;
  return {
    version: 1,
    bones: Array.from({ length: N }, (_, j) => ({
      name: `cage_${String(j + 1).padStart(digits, "0")}`,
      parent: -1,
      head: [...cage.positions.subarray(3 * j, 3 * j + 3)] as [number, number, number],
    })),
    boneKind: "affine",
    weights,
    motion: cageMotion(poses),
    rest,
  };
}

/**
 * The mesh that the weights give for the cage at rest, Σ w c. With few influences it differs a little from the mesh.
 */
function placesAtRest({ offsets, bones, values }: SparseWeights, positions: Float32Array): Float32Array {
  const rest = new Float32Array(3 * (offsets.length - 1));
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let c = 0; c < 3; c++) {
      let x = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) x += values[e] * positions[3 * bones[e] + c];
      rest[3 * i + c] = x;
    }
  }
  return rest;
}

/**
 * The rig of a cage for everything except reductions: bones that only translate, and a rest pose that the cage
 * reproduces. It puts each vertex at Σ w c too, because Σ w (v + c − c₀) = Σ w c if v = Σ w c₀.
 * @param poses positions of the N corners of the cage in each pose, P·3N.
 */
export function travellingCage(
  cage: CageShape,
  weights: SparseWeights,
  poses: Float32Array,
  coordinates: CageCoordinates,
): Rig {
  const rest = placesAtRest(weights, cage.positions);
  const motion = new Float32Array(4 * poses.length);
  for (let n = 0; n < poses.length; n += 3) {
    const at = 4 * n;
    motion[at] = motion[at + 5] = motion[at + 10] = 1;
    for (let c = 0; c < 3; c++)
      motion[at + 4 * c + 3] = poses[n + c] - cage.positions[(n % cage.positions.length) + c];
  }
  const { triangles } = cage;
  return {
    ...cageRig(rest, cage, weights, new Float32Array(0)),
    ...{ boneKind: "rigid", motion, cage: { triangles, coordinates } },
  };
}

/** The cage of such a rig, and the places of its vertices in the rig's frames, F·3N. */
export function cageOfRig({ bones, motion, cage }: Rig): { cage: CageShape; poses: Float32Array } {
  const N = bones.length;
  const positions = Float32Array.from(bones.flatMap(({ head }) => head));
  const poses = new Float32Array(motion.length / 4);
  for (let n = 0; n < poses.length; n += 3) {
    const matrix = motion.subarray(4 * n, 4 * n + 12);
    const head = positions.subarray(n % (3 * N), (n % (3 * N)) + 3);
    for (let c = 0; c < 3; c++) {
      const [x, y, z, t] = matrix.subarray(4 * c, 4 * c + 4);
      poses[n + c] = x * head[0] + y * head[1] + z * head[2] + t;
    }
  }
  return { cage: { positions, triangles: cage?.triangles ?? new Uint32Array(0) }, poses };
}

/** Whether weights came from a file, or how they were computed. */
export const coordinatesOf = ({
  weights,
  coordinates,
}: Pick<BindCageInput, "weights" | "coordinates">): CageCoordinates => (weights ? "file" : coordinates);
