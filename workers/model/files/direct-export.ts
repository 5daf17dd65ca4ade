import type { DeformerKind, DeformSettings, DeformSource, DirectData } from "../deform";
import type { UpAxis } from "../mesh/mesh-sequence";

/** Direct Delta Mush for programs of one's own. docs/reference/direct-export.md describes the files. */
export interface DirectExportInput {
  /** What the files are called, without an extension. */
  name: string;
  /** One of the direct variants. */
  kind: DeformerKind;
  source: DeformSource;
  /** Prepared from `source` and `settings`. */
  data: DirectData;
  settings: DeformSettings;
  /** As of the sequence: what is added to positions again, and what they are measured in. */
  origin: [number, number, number];
  upAxis: UpAxis;
  metresPerUnit: number;
}

/** name.ddm.json and name.ddm.bin. */
export interface DirectExportResult {
  json: Uint8Array;
  bin: Uint8Array;
}
