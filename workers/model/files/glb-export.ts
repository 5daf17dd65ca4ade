import type { MeshSequence, UpAxis } from "../mesh/mesh-sequence";
import type { Rig } from "../rig/rig";
import { maxInfluences } from "../rig/sparse-weights";

export interface GlbExportOptions {
  /** Largest number of influences a vertex keeps in the file; 0 is all. */
  influences: number;
  /** Indices into the sequence's clips; empty is all. */
  clips: number[];
  /** Which axis is up in the file: "y" is what glTF says, whatever the sequence's own is. */
  upAxis: UpAxis;
  /** Whether a rig's correction goes along, as morph targets; where not given, it does. */
  correction?: boolean;
}

/** What is written where nothing else is asked for: all clips, and four influences, which every engine takes. */
export const glbExportDefaults = (sequence: MeshSequence, rig: Rig): GlbExportOptions => ({
  influences: Math.min(4, Math.max(1, maxInfluences(rig.weights))),
  clips: [...sequence.clips.keys()],
  upAxis: "y",
});

/** A difference of E_RMS that is worth a word. */
const WORTH_SAYING = 1e-3;

/** Whether the file's error is another than the rig's. */
export const isExportLossy = ({ eRmsNow, eRmsInFile }: Pick<GlbExportResult, "eRmsNow" | "eRmsInFile">) =>
  Math.abs(eRmsInFile - eRmsNow) > WORTH_SAYING;

/** A GLB and what writing it cost. */
export interface GlbExportResult {
  bytes: Uint8Array;
  /** E_RMS of the rig as it is, and as the file has it. */
  eRmsNow: number;
  eRmsInFile: number;
  /** Largest distance between the two, in the sequence's unit. */
  largestAdded: number;
  /** Vertices that lose influences. */
  verticesReduced: number;
  bytesByKind: { weights: number; animation: number; mesh: number; correction?: number; other: number };
  /** Sentences of the Khronos validator; empty when it is clean. */
  validatorMessages: string[];
}
