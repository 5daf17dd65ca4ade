import type { DeformerKind, DeformSettings } from "../deform";
import type { MeshSequence } from "../mesh/mesh-sequence";
import type { DeformReport } from "../reports/deform-report";
import type { Rig } from "../rig/rig";
import type { FrameFormatId } from "./frame-formats";

/** Deformed frames that go out as a file. */
export interface FramesExportInput {
  sequence: MeshSequence;
  rig: Rig;
  kind: DeformerKind;
  settings: DeformSettings;
  /** Indices into the sequence's clips; empty is all. */
  clips: number[];
  format: FrameFormatId;
  /** Whether each frame has its normals, in formats that hold them; true by default. It doubles most files. */
  normals?: boolean;
}

/** How a file of frames ended. Its bytes came before, piece by piece. */
export interface FramesExport {
  /** The first bytes of the file, which replace those that came first; empty if those are right. */
  start: Uint8Array;
  /** Bytes of the file. */
  bytes: number;
  report: DeformReport;
}
