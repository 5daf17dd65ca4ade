/** The parts of a figure in the gallery. */
import type { PaneShading } from "../../app/document/view-state";
import type { GalleryModel } from "../../tools/samples/gallery/model";
import type { Vec3 } from "../../tools/samples/vector";
import type { DeformerKind, DeformSettings } from "../../workers/model/deform";

/** One picture: a deformer in a pose, or the model at rest, or its smooth rest pose (the mush). */
export interface Shot {
  label: string;
  kind: DeformerKind | "rest" | "mush";
  /** Name of the pose; undefined for the rest pose. */
  pose?: string;
  settings?: Partial<DeformSettings>;
  /** D_α by bone name; all other bones have 1. */
  slideOf?: Record<string, number>;
  /** p κ that spreads the weights of the classic deformers; by default the weights are the model's own. */
  spread?: number;
}

/** A rectangle as shares of another's width and height. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Row {
  label: string;
  /** Degrees: yaw from +z towards +x, pitch above the horizon. */
  camera: { yaw: number; pitch: number };
  /**
   * The visible part of the smallest rectangle that contains the mesh in all pictures of the row; by default all of it.
   */
  focus?: Crop;
  /** Default: clay. */
  shading?: PaneShading;
  /** One per column; null leaves a gap. */
  shots: (Shot | null)[];
}

export const MEASURES = ["volume", "longest", "inside", "flipped", "drawn", "bulge"] as const;
export type Measure = (typeof MEASURES)[number];
/** The measures of a shot; null if a measure does not apply to it. */
export type Measured = Record<Measure, number | null>;

export interface Figure {
  /** Name of the picture's file, of the table in the page, and on the command line. */
  name: string;
  model: () => Promise<GalleryModel>;
  /** Columns with a gap before them, which separates groups of columns. */
  breaks?: number[];
  rows: Row[];
  /** Columns of the table; each row has its own line. */
  measures: Measure[];
  /** The one of `measures` that each picture's caption shows. */
  caption: Measure;
  /** The skin region for the measures `drawn` and `bulge`. */
  region?: (p: Vec3) => boolean;
}
