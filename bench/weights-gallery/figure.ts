/** What a figure of the gallery of weights is made of. */
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { HeldWeight } from "../../workers/model/reports/weight-report";
import type { Rig } from "../../workers/model/rig/rig";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import type { Row } from "../gallery/figure";

/** What the surface is coloured by; a skeleton is drawn over plain clay, at rest. */
export type Colouring =
  | { by: "strain"; squared: Float32Array }
  | { by: "weights"; bone: number }
  | { by: "bones" }
  | { by: "skeleton" };

/** One picture: a mesh in a pose of its rig, in the Paint workspace. */
export interface WeightShot {
  label: string;
  caption: string;
  skeleton: Skeleton;
  /** Its motion is one frame, the pose. */
  rig: Rig;
  /** 3V, as the engine poses it. */
  positions: Float32Array;
  colouring: Colouring;
  /** Constraints that are marked. */
  held: HeldWeight[];
}

export interface WeightRow extends Pick<Row, "label" | "camera" | "focus"> {
  /** Rests; all shots of the row are of it. */
  sequence: MeshSequence;
  /** Where the ramp of strain ends in all pictures of the row, a part of a length. */
  ramp?: number;
  shots: WeightShot[];
}

export interface WeightFigure {
  rows: WeightRow[];
  /** All columns but the first `words` are numbers. */
  table: { words: number; head: string[]; lines: string[][] };
}

/** Makes a figure, measured. */
export type MakeFigure = () => Promise<WeightFigure>;
