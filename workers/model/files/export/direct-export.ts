import type { DeformerKind, DeformSettings, DeformSource, DirectData } from "../../deform";
import type { UpAxis } from "../../mesh/mesh-sequence";

/** Direct Delta Mush for your own engine. docs/reference/direct-export.md describes the files. */
export interface DirectExportInput {
  /** Name of the files, without an extension. */
  name: string;
  /** One of the direct variants. */
  kind: DeformerKind;
  source: DeformSource;
  /** Prepared from `source` and `settings`. */
  data: DirectData;
  settings: DeformSettings;
  /** From the sequence: the offset that is added to positions again, and their axis and unit. */
  origin: [number, number, number];
  upAxis: UpAxis;
  metresPerUnit: number;
}

/** name.ddm.json and name.ddm.bin. */
export interface DirectExportResult {
  json: Uint8Array;
  bin: Uint8Array;
}
