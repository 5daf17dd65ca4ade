/**
 * A cage: a closed mesh of few vertices that surrounds another mesh and moves it. Its vertices are the bones of the
 * rig. They have no parents and do not turn, so the rig poses a vertex at v' = Σ w c (Le & Deng, SIGGRAPH 2014 course,
 * equation 31).
 */
/** How the weights of a cage were found: as coordinates that we compute, or read from a file. */
export const CAGE_COORDINATES = ["harmonic", "mean-value", "file"] as const;
export type CageCoordinates = (typeof CAGE_COORDINATES)[number];

export interface RigCage {
  /** 3T: bones. The faces point outward. */
  triangles: Uint32Array;
  coordinates: CageCoordinates;
}

/**
 * The most vertices of a cage. With more, the weights are too large: each vertex of the mesh has one for each vertex of
 * the cage.
 */
export const MOST_CAGE_VERTICES = 1000;

/**
 * The least influences of a cage that are useful. Four influences keep half of the weight, and turn normals by 38
 * degrees.
 */
export const LEAST_CAGE_INFLUENCES = 8;

/**
 * The cage of a rig; null if its bones are no longer the cage's vertices, because bones were merged, deleted or got
 * parents.
 */
export function cageOf({
  bones,
  cage,
}: {
  bones: readonly { parent: number }[];
  cage?: RigCage;
}): RigCage | null {
  if (!cage || bones.some(({ parent }) => parent >= 0)) return null;
  const count = cage.triangles.reduce((most, j) => Math.max(most, j + 1), 0);
  return count === bones.length ? cage : null;
}

/** The edges of a cage as pairs, each once. */
export function edgesOfCage({ triangles }: Pick<RigCage, "triangles">): [number, number][] {
  const edges: [number, number][] = [];
  for (let n = 0; n < triangles.length; n++) {
    const [a, b] = [triangles[n], triangles[n - (n % 3) + ((n + 1) % 3)]];
    // The other triangle of the edge goes from b to a.
    if (a < b) edges.push([a, b]);
  }
  return edges;
}
