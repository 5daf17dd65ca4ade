import type { UpAxis } from "../mesh/mesh-sequence";

export interface ClipInfo {
  name: string;
  seconds: number;
  /** Frames at the source's own rate. */
  frames: number;
}

/** A skeleton in a file that moves some of its meshes. */
export interface SkinInfo {
  name: string;
  joints: number;
  meshes: string[];
}

/** What a file offers, before it is read whole: enough for the open dialog and for `rig -- info`. */
export interface SourceInfo {
  /** What to call the sequence: the main file's name without its extension. */
  name: string;
  /** Names of the files it is made of. */
  files: string[];
  /** As the artist says it: "Alembic", "OBJ + PC2", "glTF", "numbered OBJ", "Sinew project". */
  format: string;
  /** Points of all meshes, before welding; 0 where unknown before reading. */
  points: number;
  polygons: number;
  meshes: string[];
  /** Skeletons that can be kept with their weights and clips (`OpenChoice.keepRig`); not given where there are none. */
  skins?: SkinInfo[];
  /** At least one. A source without named clips has one, named like the source. */
  clips: ClipInfo[];
  fps: number;
  /** True where motion is continuous (glTF) and the rate can be chosen. */
  rateIsFree: boolean;
  /** True where the files say no rate: the one that is asked for is taken as theirs, without resampling. */
  rateIsAssumed?: boolean;
  upAxis: UpAxis;
  metresPerUnit: number;
  /** Bytes of positions once read at `fps`, all clips: what memory has to hold. */
  sequenceBytes: number;
  /** Sentences about what will not survive: "2 meshes without animation are kept still." */
  notes: string[];
}
