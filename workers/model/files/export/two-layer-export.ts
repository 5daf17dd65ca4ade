import type { SequenceMesh } from "../../mesh/streamed-sequence";
import type { Rig } from "../../rig/rig";

/** Two layers for your own engine. docs/reference/two-layer-export.md describes the files. */
export interface TwoLayerExportInput {
  /** Name of the files, without an extension. */
  name: string;
  sequence: SequenceMesh;
  rig: Rig;
}

/** name.2l.json and name.2l.bin. */
export interface TwoLayerExportResult {
  json: Uint8Array;
  bin: Uint8Array;
}
