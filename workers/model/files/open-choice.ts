import type { UpAxis } from "../mesh/mesh-sequence";

/** How the artist opens a source. */
export interface OpenChoice {
  /** Indices into the source's clips; empty means all. */
  clips: number[];
  /** Null means the source's own. */
  fps: number | null;
  upAxis: UpAxis | null;
  metresPerUnit: number | null;
  /** Frame of the sequence that is the rest pose, or null for the source's own. */
  restFrame: number | null;
  /** Keep the skeleton, weights and clips of a source that has skins; default false. */
  keepRig?: boolean;
}
