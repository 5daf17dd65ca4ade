/** Repairs the normals and tangents of a file. */

/** Scales normals to unit length, and replaces missing ones by normals of the surface. */
export function repairNormals(normals: Float32Array, solverIndex: Uint32Array, smooth: Float32Array): void {
  for (let d = 0; d < solverIndex.length; d++) {
    const length = Math.hypot(normals[3 * d], normals[3 * d + 1], normals[3 * d + 2]);
    for (let c = 0; c < 3; c++) {
      normals[3 * d + c] = length > 1e-12 ? normals[3 * d + c] / length : smooth[3 * solverIndex[d] + c];
    }
  }
}

/**
 * Tangents in the rest pose, with directions of length 1 and signs of ±1. Tangents that the source lacks stay zero.
 * @param toRest turns vectors with the surface, three numbers for each.
 */
export function repairTangents(
  tangents: Float32Array,
  toRest: (vectors: Float32Array) => Float32Array,
): Float32Array {
  const turned = toRest(
    Float32Array.from(
      { length: 0.75 * tangents.length },
      (_, i) => tangents[4 * Math.floor(i / 3) + (i % 3)],
    ),
  );
  for (let d = 0; 4 * d < tangents.length; d++) {
    const length = Math.hypot(turned[3 * d], turned[3 * d + 1], turned[3 * d + 2]);
    for (let c = 0; c < 3; c++) tangents[4 * d + c] = length > 1e-12 ? turned[3 * d + c] / length : 0;
    tangents[4 * d + 3] = length > 1e-12 ? (tangents[4 * d + 3] < 0 ? -1 : 1) : 0;
  }
  return tangents;
}
