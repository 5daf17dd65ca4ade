/** What a figure of the gallery is made of. */
import type { PaneShading } from "../../app/document/view-state";
import type { GalleryModel } from "../../tools/samples/gallery/model";
import type { Vec3 } from "../../tools/samples/vector";
import type { DeformerKind, DeformSettings } from "../../workers/model/deform";

/** One picture: a deformer in a pose, or the model at rest, or its smooth rest pose (the mush). */
export interface Shot {
  label: string;
  kind: DeformerKind | "rest" | "mush";
  /** Name of the pose; nothing for what is at rest. */
  pose?: string;
  settings?: Partial<DeformSettings>;
  /** D_α by name of the bone; the others have 1. */
  slideOf?: Record<string, number>;
  /** p κ that the classics' weights are spread with; left out, the model's own. */
  spread?: number;
}

/** A rectangle, as shares of another's width and height. */
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
  /** What is shown of the smallest rectangle that holds the mesh in all pictures of the row: all, if left out. */
  focus?: Crop;
  /** Clay where it is left out. */
  shading?: PaneShading;
  /** As many as there are columns; null leaves a gap. */
  shots: (Shot | null)[];
}

export const MEASURES = ["volume", "longest", "inside", "flipped", "drawn", "bulge"] as const;
export type Measure = (typeof MEASURES)[number];
/** What was measured of a shot; null where it means nothing there. */
export type Measured = Record<Measure, number | null>;

export interface Figure {
  /** Of the picture's file, of the table in the page, and on the command line. */
  name: string;
  model: () => Promise<GalleryModel>;
  /** Over the columns; groups of columns are set apart by a gap before those in `breaks`. */
  breaks?: number[];
  rows: Row[];
  /** In the table, for each row. */
  measures: Measure[];
  /** Under each picture, of `measures`. */
  caption: Measure;
  /** Skin whose movement `drawn` and `bulge` tell. */
  region?: (p: Vec3) => boolean;
}
