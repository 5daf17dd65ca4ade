import { cotangentLaplacian } from "../../../mesh/laplacian";
import { tetLaplacian } from "../../../mesh/tet-laplacian";
import type { Bindable } from "../../../model/weights/bindable";
import type { RingWeights } from "./ring-weights";

/** A ring keeps its own shares if its cotangents sum to less than this share of their sizes. */
const LEAST_SUM = 1e-3;

/**
 * The share of each neighbour in the Laplacian of a vertex by cotangents (Thiery & Eisemann 2018, equation 13), in a
 * solid by the cotangents of its tetrahedra. The shares of a ring sum to 1, and may be negative. The artist's links
 * keep their share of the ring, because they lie opposite no angle. So do all neighbours if the cotangents nearly
 * cancel.
 */
export function laplacianShares(mesh: Bindable, ring: RingWeights): Float64Array {
  const { offsets, neighbours } = ring;
  const vertexCount = offsets.length - 1;
  const laplacian = mesh.tets
    ? tetLaplacian(mesh.positions, mesh.tets)
    : cotangentLaplacian(mesh.positions, mesh.triangles);
  const shares = ring.shares.slice();
  const cotangents = new Map<number, number>();
  for (let i = 0; i < vertexCount; i++) {
    cotangents.clear();
    for (let e = laplacian.offsets[i]; e < laplacian.offsets[i + 1]; e++) {
      if (laplacian.indices[e] !== i) cotangents.set(laplacian.indices[e], -laplacian.values[e]);
    }
    let [sum, size, edges] = [0, 0, 0];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const cotangent = cotangents.get(neighbours[e]);
      if (cotangent === undefined) continue;
      sum += cotangent;
      size += Math.abs(cotangent);
      edges += ring.shares[e];
    }
    if (!(sum > LEAST_SUM * size)) continue;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const cotangent = cotangents.get(neighbours[e]);
      if (cotangent !== undefined) shares[e] = (edges * cotangent) / sum;
    }
  }
  return shares;
}
