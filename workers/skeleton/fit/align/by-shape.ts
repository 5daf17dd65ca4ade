/** Places a skeleton without a clip: inside the mesh, and near to its surface. */
import { movingSegments, placed } from "../../../geometry/placing";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Task } from "../../../model/task";
import { insideMesh } from "./inside";
import { endsOf, likelyTurns } from "./readings";
import { fitShape, shapeCost } from "./shape-fit";

/** A reading of the file fits if this share of its bones is inside. */
const FITS = 0.9;
/** A less likely turn must be better by this factor. */
const TURNED = 0.8;

/**
 * If no reading has enough bones inside, a reading is still preferred to a fitted placement, unless its cost is larger
 * by this factor or fewer of its bones are inside. Meshes with holes have no clear inside.
 */
const LIKELIER = 2.5;

/** The first reading with most bones inside the mesh, otherwise the turn whose shape fits best. */
export async function alignByShape(
  sequence: MeshSequence,
  source: SkeletonSource,
  readings: readonly Placement[],
  points: Float64Array,
  task: Task,
): Promise<Placement> {
  const ends = endsOf(source);
  const heads = movingSegments(source.skeleton).map(({ head }) => head);
  const insideOf = async (placement: Placement) => {
    const at = heads.map((head) => placed(placement, head));
    return (await insideMesh(sequence, at, task)).filter(Boolean).length;
  };
  let best: { placement: Placement; cost: number } | null = null;
  let nearest: { placement: Placement; cost: number } | null = null;
  for (const placement of readings) {
    const cost: number = shapeCost(ends, placement, points);
    if (!nearest || cost < TURNED * nearest.cost) nearest = { placement, cost };
    if (best && cost >= TURNED * best.cost) continue;
    if ((await insideOf(placement)) >= FITS * heads.length) best = { placement, cost };
  }
  if (best) return best.placement;
  const turns = likelyTurns(source, sequence);
  const fits = turns.map((turn) => fitShape(ends, turn, points));
  const fitted = fits.reduce((least, fit) => (fit.cost < TURNED * least.cost ? fit : least));
  const isNear = nearest !== null && nearest.cost < LIKELIER * fitted.cost;
  return isNear && (await insideOf(nearest!.placement)) >= (await insideOf(fitted))
    ? nearest!.placement
    : fitted;
}
