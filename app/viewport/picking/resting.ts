import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { ShownPose } from "../scene/poses/shown-pose";
import type { MeshName } from "../views/views";

/** A mesh in the pose on screen. */
interface Posed {
  shown: ShownPose | null;
  sequence: SequenceMesh;
}

/**
 * Whether a mesh shows the rest pose itself with any weights. The picking tree then stays valid while a brush or an
 * optimisation changes them.
 */
export function isAtRest({ shown, sequence }: Posed, mesh: MeshName): boolean {
  if (mesh !== "lbs" || !shown || shown.weights) return false;
  return shown.rig.rest === sequence.rest && areIdentities(shown.matrices);
}

/** Whether row-major 3x4 matrices, 12B, are all identities. */
function areIdentities(matrices: Float32Array): boolean {
  for (let n = 0; n < matrices.length; n++) if (matrices[n] !== ((n % 12) % 5 === 0 ? 1 : 0)) return false;
  return true;
}
