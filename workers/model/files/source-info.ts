import type { UpAxis } from "../mesh/mesh-sequence";

export interface ClipInfo {
  name: string;
  seconds: number;
  /** Frames at the source's own rate. */
  frames: number;
}

/** A skeleton that moves some meshes of its file. */
export interface SkinInfo {
  name: string;
  joints: number;
  meshes: string[];
}

/** The content of a file before the whole file is read, for the open dialog and `rig -- info`. */
export interface SourceInfo {
  /** Name of the sequence: the main file's name without its extension. */
  name: string;
  /** Names of its files. */
  files: string[];
  /** The format in the artist's words: "Alembic", "OBJ + PC2", "glTF", "numbered OBJ", "Sinew project". */
  format: string;
  /** Points of all meshes, before welding; 0 if unknown before reading. */
  points: number;
  polygons: number;
  meshes: string[];
  /** Skeletons that can be kept with their weights and clips (`OpenChoice.keepRig`); absent if there are none. */
  skins?: SkinInfo[];
  /** At least one. A source without named clips has one, named like the source. */
  clips: ClipInfo[];
  fps: number;
  /** True if motion is continuous (glTF) and the rate can be chosen. */
  rateIsFree: boolean;
  /** True if the files have no rate. The chosen rate then applies without resampling. */
  rateIsAssumed?: boolean;
  upAxis: UpAxis;
  metresPerUnit: number;
  /** Bytes of positions in memory at `fps`, for all clips. */
  sequenceBytes: number;
  /** Sentences about parts that are lost: "2 meshes without animation are kept still." */
  notes: string[];
  /** Those of the notes that are about files which are not used. */
  leftOut?: string[];
  /** Those of the notes about parts that are not there: points without faces, frames without files. */
  missing?: string[];
}
