import {
  COMPRESSIONS,
  type Compression,
  PRECISIONS,
  type Precision,
} from "../../model/files/export/compression";
import { EXPORT_FORMATS } from "../../model/files/export/export-formats";
import type { ExportOptions } from "../../model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";

/** How far left-out keys may move a vertex, as shares of the diagonal. */
const TOLERANCES = [2e-5, 1e-4, 5e-4, 2e-3, 5e-3, 1e-2];
const INFLUENCES = [12, 8, 6, 5, 4, 3, 2, 1];
/** The share of bones that each step keeps. */
const FEWER = 0.8;

export interface Packing {
  compression: Compression;
  precision: Precision;
}

/** The ways to make a file smaller. Each axis goes from the requested option to the smallest file. */
export interface SizeAxes {
  /** Numbers of bones. */
  bones: number[];
  influences: number[];
  /** Tolerances of keys, in the sequence's unit. */
  keys: number[];
  packings: Packing[];
}

function packingsFrom({
  compression = "none",
  precision = "fine",
  format = "glb",
}: ExportOptions): Packing[] {
  const held: readonly Compression[] = EXPORT_FORMATS[format].holds.compression;
  const packings: Packing[] = [{ compression, precision }];
  for (const packed of COMPRESSIONS.slice(COMPRESSIONS.indexOf(compression) + 1)) {
    if (held.includes(packed)) packings.push({ compression: packed, precision });
  }
  const [last] = packings.slice(-1);
  if (last.compression === "none") return packings;
  for (const coarser of PRECISIONS.slice(PRECISIONS.indexOf(precision) + 1)) {
    packings.push({ compression: last.compression, precision: coarser });
  }
  return packings;
}

export function sizeAxes(sequence: MeshSequence, rig: Rig, options: ExportOptions): SizeAxes {
  const bones = [rig.bones.length];
  while (bones[bones.length - 1] > 1) bones.push(Math.max(1, Math.floor(FEWER * bones[bones.length - 1])));
  const longest = maxInfluences(rig.weights);
  const first = Math.max(1, options.influences > 0 ? Math.min(options.influences, longest) : longest);
  const { keyTolerance = 0 } = options;
  const diagonal = restDiagonal(sequence);
  const wider = TOLERANCES.map((share) => share * diagonal).filter((own) => own > 1.01 * keyTolerance);
  return {
    bones,
    influences: [first, ...INFLUENCES.filter((count) => count < first)],
    keys: [keyTolerance, ...(sequence.frameCount > 1 ? wider : [])],
    packings: packingsFrom(options),
  };
}
