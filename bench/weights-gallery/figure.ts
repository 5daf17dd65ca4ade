/** The parts of a figure in the gallery of weights. */
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { HeldWeight } from "../../workers/model/reports/weight-report";
import type { Rig } from "../../workers/model/rig/rig";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import type { Row } from "../gallery/figure";

/** Colours of the surface; a skeleton is drawn over plain clay, at rest. */
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
  /** A rig whose motion is one frame, the pose. */
  rig: Rig;
  /** 3V, as the engine poses it. */
  positions: Float32Array;
  colouring: Colouring;
  /** Constraints with markers. */
  held: HeldWeight[];
}

export interface WeightRow extends Pick<Row, "label" | "camera" | "focus"> {
  /** The rest pose; all shots of the row use it. */
  sequence: MeshSequence;
  /** End of the strain ramp in all pictures of the row, as a share of a length. */
  ramp?: number;
  shots: WeightShot[];
}

export interface WeightFigure {
  rows: WeightRow[];
  /** All columns but the first `words` are numbers. */
  table: { words: number; head: string[]; lines: string[][] };
}

/** Measures and makes a figure. */
export type MakeFigure = () => Promise<WeightFigure>;
