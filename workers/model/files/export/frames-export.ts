import type { DeformerKind, DeformSettings } from "../../deform";
import type { MeshSequence } from "../../mesh/mesh-sequence";
import type { DeformReport } from "../../reports/deform-report";
import type { Rig } from "../../rig/rig";
import type { FrameFormatId } from "./frame-formats";

/** Deformed frames to export as a file. */
export interface FramesExportInput {
  sequence: MeshSequence;
  rig: Rig;
  kind: DeformerKind;
  settings: DeformSettings;
  /** Indices into the sequence's clips; empty is all. */
  clips: number[];
  format: FrameFormatId;
  /**
   * Whether each frame has its normals, in formats that hold them; true by default. Normals double the size of most
   * files.
   */
  normals?: boolean;
}

/** The end of an export of frames. The bytes were sent before, piece by piece. */
export interface FramesExport {
  /** The final first bytes of the file, which replace the bytes sent first; empty if those stay. */
  start: Uint8Array;
  /** Bytes of the file. */
  bytes: number;
  report: DeformReport;
}
