import type { MeshView } from "../scene/mesh-view";
import type { MeshName } from "../views";

/**
 * Whether a mesh is the rest pose itself, whatever its weights are: then the picking tree need not move while they
 * change under a brush or an optimisation.
 */
export function isAtRest({ shown, sequence }: Pick<MeshView, "shown" | "sequence">, mesh: MeshName): boolean {
  if (mesh !== "lbs" || !shown || shown.weights) return false;
  return shown.rig.rest === sequence.rest && areIdentities(shown.matrices);
}

/** Whether row-major 3x4 matrices, 12B, all leave points where they are. */
function areIdentities(matrices: Float32Array): boolean {
  for (let n = 0; n < matrices.length; n++) if (matrices[n] !== ((n % 12) % 5 === 0 ? 1 : 0)) return false;
  return true;
}
