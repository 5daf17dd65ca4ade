/**
 * Writes a skeleton as a .tgf, the graph of joints and bones that libigl reads. Bones come first, in the skeleton's
 * order, so that they match the columns of a .dmat of weights. docs/reference/skeleton-files.md describes the file.
 */

import { fileSpace } from "../../../export/file-space";
import {
  type SkeletonExportResult,
  type TgfExportOptions,
  unitScale,
} from "../../../model/files/export/skeleton-export";
import type { SequenceMesh } from "../../../model/mesh/streamed-sequence";
import type { Skeleton } from "../../../model/skeleton/skeleton";
import { placeInFile } from "./turned-axes";

const isSame = (a: readonly number[], b: readonly number[]) => a.every((x, c) => x === b[c]);

/** @param skeleton in the coordinates of `sequence`. */
export function writeTgf(
  sequence: SequenceMesh,
  { segments }: Skeleton,
  options: TgfExportOptions,
): SkeletonExportResult {
  const space = fileSpace(sequence, options.upAxis, unitScale(options.unit, sequence));
  const rows: string[] = [];
  const joint = (place: readonly number[]) =>
    rows.push(`${rows.length + 1} ${placeInFile(space, place).join(" ")}`);
  const tails: number[] = [];
  const bones: string[] = [];
  const links: string[] = [];
  for (const { parent, head, tail, end } of segments) {
    const above = parent < 0 ? null : { end: segments[parent].tail, joint: tails[parent] };
    const from = above && isSame(above.end, head) ? above.joint : joint(head);
    if (above && from !== above.joint) links.push(`${above.joint} ${from} 1 0 0`);
    if (end) {
      // The end of its parent's bone is its place already.
      tails.push(from);
      continue;
    }
    const to = joint(tail);
    tails.push(to);
    bones.push(`${from} ${to} 1 0 0`);
  }
  const text = [...rows, "#", ...bones, ...links, "#", ""].join("\n");
  const notes = ["A .tgf has no names: the bones are numbered in their order."];
  if (links.length > 0) {
    notes.push(
      `${links.length} more bones lead from the end of a bone to a child that begins elsewhere; they move nothing.`,
    );
  }
  return { bytes: new TextEncoder().encode(text), notes };
}
