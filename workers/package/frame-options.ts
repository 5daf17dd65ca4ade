import type { DeformerKind, DeformSettings } from "../model/deform";

/** How a rig is posed in a format without bones. */
export interface FrameOptions {
  /** Default: linear blend skinning. */
  deformer?: DeformerKind;
  settings?: Partial<DeformSettings>;
  /** Indices of clips of the sequence; default all. */
  clips?: readonly number[];
  /** Whether each frame of an Alembic has its normals; default true. */
  normals?: boolean;
}
