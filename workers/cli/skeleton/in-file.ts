/** Places of a report as they are in the file: reading subtracts the origin of a mesh that lies far from 0. */
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { placeWords, type SkeletonReport } from "../../model/reports/skeleton-report";

type Origin = Pick<MeshSequence, "origin">;

export const positionInFile = (
  [x, y, z]: readonly number[],
  { origin }: Origin,
): [number, number, number] => [x + origin[0], y + origin[1], z + origin[2]];

export function reportInFile(report: SkeletonReport, sequence: Origin): SkeletonReport {
  const placed = <T extends { position: readonly number[] }>(each: T) => ({
    ...each,
    position: positionInFile(each.position, sequence),
  });
  const { joints, still = [] } = report;
  const words = (note: string) =>
    still.reduce(
      (text, { position }) =>
        text.replace(placeWords(position), placeWords(positionInFile(position, sequence))),
      note,
    );
  return {
    ...report,
    joints: joints.map(placed),
    ...(report.still && { still: still.map(placed) }),
    notes: report.notes.map(words),
  };
}
