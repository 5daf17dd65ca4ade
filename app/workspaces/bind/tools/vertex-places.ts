import { Vector3 } from "three/webgpu";
import { vertexNormals } from "../../../../workers/geometry/vertex-normals";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import type { MeshView } from "../../../viewport/scene/mesh-view";

/** Positions and normals of single vertices of the rig on screen, without reading a whole pose back from the GPU. */
export class VertexPlaces {
  /** Held weakly: otherwise the normals of a closed mesh would keep all its frames in memory. */
  private readonly normals = new WeakMap<MeshSequence, Float32Array>();

  private normalsOf(sequence: MeshSequence): Float32Array {
    const known = this.normals.get(sequence);
    if (known) return known;
    const { rest, triangles, solverIndex } = sequence;
    const normals = vertexNormals(
      rest,
      triangles.map((d) => solverIndex[d]),
    );
    this.normals.set(sequence, normals);
    return normals;
  }

  /** Position of a vertex in the world, by linear blending; writes its normal to `facing`. */
  place({ sequence, placement, shown }: MeshView, vertex: number, facing: Vector3): Vector3 {
    const rest = new Vector3().fromArray(shown?.rig.rest ?? sequence.rest, 3 * vertex);
    const normal = new Vector3().fromArray(this.normalsOf(sequence), 3 * vertex);
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
