import { Vector3 } from "three/webgpu";
import { vertexNormal } from "../../../../workers/geometry/vertex-normals";
import { fansOf } from "../../../viewport/geometry/fans-of";
import type { MeshView } from "../../../viewport/scene/mesh-view";

/** Positions and normals of single vertices of the rig on screen, without reading a whole pose back from the GPU. */
export class VertexPlaces {
  private readonly normal = new Float64Array(3);

  /** Position of a vertex in the world, by linear blending; writes its normal to `facing`. */
  place({ sequence, surface, placement, shown }: MeshView, vertex: number, facing: Vector3): Vector3 {
    const rest = new Vector3().fromArray(shown?.rig.rest ?? sequence.rest, 3 * vertex);
    // The normals of all vertices would take too long for the first picture of a large mesh.
    const normal = new Vector3().fromArray(vertexNormal(sequence.rest, fansOf(surface), vertex, this.normal));
    const at = rest.clone();
    facing.copy(normal);
    if (shown) {
      const { offsets, bones, values } = shown.rig.weights;
      at.set(0, 0, 0);
      facing.set(0, 0, 0);
      for (let e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
        const m = shown.matrices.subarray(12 * bones[e], 12 * bones[e] + 12);
        addMoved(at, m, rest, values[e], 1);
        addMoved(facing, m, normal, values[e], 0);
      }
    }
    facing.transformDirection(placement.world);
    return at.applyMatrix4(placement.world);
  }
}

/** out += share · M · [v; w], for a row-major 3x4 matrix M. */
function addMoved(out: Vector3, m: ArrayLike<number>, { x, y, z }: Vector3, share: number, w: number): void {
  out.x += share * (m[0] * x + m[1] * y + m[2] * z + m[3] * w);
  out.y += share * (m[4] * x + m[5] * y + m[6] * z + m[7] * w);
  out.z += share * (m[8] * x + m[9] * y + m[10] * z + m[11] * w);
}
