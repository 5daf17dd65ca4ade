/**
 * Skeleton files whose nodes rest in another pose than the one in which their meshes were bound. Programs save the pose
 * of the current frame, and animations begin in either, so both are aligned and compared.
 */
import { restDiagonal } from "../../../../model/mesh/mesh-sequence";
import type { AlignInput, AlignResult } from "../../../../model/reports/fit-report";
import { carriedMesh } from "./carried-mesh";
import { ownMeanSquare } from "./own-mesh";

/** The bind pose is taken if its squared error is below this share of the other's. */
const BETTER = 0.98;
/** Distances below this share of the diagonal are rounding. */
const ROUNDED = 1e-5;
/** The file's mesh lies on the animation's if its vertices are this near in the mean, as a share of the diagonal. */
const ON_MESH = 0.01;

const TAKEN =
  "The nodes of the file rest in another pose than the one in which its mesh was bound. The mesh fits the pose in which it was bound better, so the skeleton is in that pose.";
const LEFT =
  "The nodes of the file rest in another pose than the one in which its mesh was bound. That pose fits the mesh no better, so the skeleton is taken as its nodes stand.";

/**
 * The skeleton as its nodes stand, or in its bind pose if the mesh fits that one better.
 * @param standing as its nodes stand; null if that does not move like the animation.
 */
export function betterStance(
  file: StanceInput,
  standing: AlignResult | null,
  bound: AlignResult,
): AlignResult {
  const better = !standing || fitsBetter(file, standing, bound);
  const { source, alignment, skeleton } = better ? bound : standing;
  return {
    source,
    skeleton,
    alignment: { ...alignment, notes: [...alignment.notes, better ? TAKEN : LEFT] },
  };
}

type StanceInput = Pick<AlignInput, "sequence" | "skinned">;

function fitsBetter(file: StanceInput, standing: AlignResult, bound: AlignResult): boolean {
  const [a, b] = [standing, bound].map((result) => movingSquare(file, result));
  const rounded = (ROUNDED * restDiagonal(file.sequence)) ** 2;
  if (Math.min(a, b) < Number.POSITIVE_INFINITY) return b < BETTER * a - rounded;
  if (liesOnMesh(file, bound)) return true;
  return bound.alignment.inside.count > standing.alignment.inside.count;
}

/** The mean squared distance of the file's own mesh, or of vertices that follow one bone; Infinity without clip. */
function movingSquare({ sequence }: StanceInput, { skeleton, alignment }: AlignResult): number {
  const own = ownMeanSquare(sequence, skeleton, skeleton.rest ?? sequence.rest);
  if (own < Number.POSITIVE_INFINITY || alignment.rmsePercent === null) return own;
  return ((alignment.rmsePercent / 100) * restDiagonal(sequence)) ** 2;
}

/** Whether the mesh of the file, in its bind pose, lies where the animation's mesh rests. */
function liesOnMesh({ sequence, skinned }: StanceInput, { skeleton, alignment }: AlignResult): boolean {
  const mesh = skinned && carriedMesh(sequence, skinned, skeleton.bones, alignment, null, null);
  if (!mesh) return false;
  const square = mesh.rest.reduce((sum, x, at) => sum + (x - sequence.rest[at]) ** 2, 0);
  return square <= sequence.vertexCount * (ON_MESH * restDiagonal(sequence)) ** 2;
}
