/** Possible readings of the numbers in a skeleton file: turns of axes, and units. */
import { liesInBox, movingSegments, placed, quarterTurn } from "../../../geometry/placing";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import { boundsOf, type MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";
import { axisTurns, matrixAngle } from "./placements";
import type { HeadsAndTails } from "./shape-fit";

export const endsOf = ({ skeleton }: SkeletonSource): HeadsAndTails =>
  movingSegments(skeleton).map(({ head, tail }) => [head, tail] as const);

/** Placements in the mesh's box with the file's own origin, the likeliest first. */
export function readingsOf(source: SkeletonSource, mesh: MeshSequence, ends: HeadsAndTails): Placement[] {
  const { shift, scale: unit } = plainReading(source, mesh);
  const scales = [...new Set([unit, 1, 0.01, 100, 0.001, 1000, 0.0254, 1 / 0.0254, 0.1, 10])];
  const turns = likelyTurns(source, mesh);
  const box = boundsOf(mesh.rest);
  return turns
    .flatMap((turn) => scales.map((scale): Placement => ({ scale, turn, shift })))
    .filter((placement) => liesIn(ends, placement, box));
}

/** The numbers of the file as they stand: the units and up axes that the two files state. */
export function plainReading(source: SkeletonSource, mesh: MeshSequence): Placement {
  const scale = source.metresPerUnit === null ? 1 : source.metresPerUnit / mesh.metresPerUnit;
  return { scale, turn: likelyTurns(source, mesh)[0], shift: mesh.origin.map((x) => 0 - x) as Point };
}

/** All turns between axes. The turns that map the files' up axes come first. */
export function likelyTurns({ upAxis }: SkeletonSource, mesh: MeshSequence): readonly number[][] {
  const turns = axisTurns();
  if (upAxis === null) return turns;
  const [from, to] = ["xyz".indexOf(upAxis), "xyz".indexOf(mesh.upAxis)];
  const keepsUp = (turn: readonly number[]) => turn[3 * to + from] === 1;
  const quarter = quarterTurn(from, to);
  return turns
    .map((turn, n) => ({ turn, n, rank: matrixAngle(turn, quarter) < 1e-6 ? 0 : keepsUp(turn) ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || a.n - b.n)
    .map(({ turn }) => turn);
}

/** Whether a placed skeleton lies in a box and is not much smaller than it. */
function liesIn(ends: HeadsAndTails, placement: Placement, box: readonly number[]): boolean {
  const places = ends.map((points) => points.map((p) => placed(placement, p)));
  return liesInBox(
    places.map(([head]) => head),
    boundsOf(places.flat(2)),
    box,
  );
}
