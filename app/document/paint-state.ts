import { type BrushSettings, FIRST_BRUSH, type WeightOperation } from "./brush-settings";

/** The active tool of the Paint workspace. */
export type PaintToolName =
  | "skeleton"
  | "weight"
  | "select"
  | "lasso"
  | "mask"
  | "constraint"
  | "influence"
  | "wire"
  | "attach"
  | "neumann"
  | "smooth"
  | "exclude";

/** Parameters of operations in the Paint workspace. */
export interface PaintNumbers {
  /** Limit keeps this many influences. */
  limit: number;
  /** Prune drops weights below this, 0 to 1. */
  prune: number;
  /** Select by bone selects weights above this, 0 to 1. */
  weight: number;
  /** Select by error selects errors above this, in the sequence's unit; null for a tenth of the ramp. */
  error: number | null;
  /** Select by influences selects vertices with more than this. */
  influences: number;
}

/** The settings of the Paint workspace's tools. The value is 0 to 2 for scaling, else 0 to 1. */
export interface PaintState extends BrushSettings {
  tool: PaintToolName;
  /** The operation for direct weights. */
  operation: WeightOperation;
  /** Shows and paints the rest pose instead of the current one. */
  rest: boolean;
  /** Whether the selected bone shows rings to rotate it. */
  turning: boolean;
  /** The selected solver vertex: the table keeps showing its weights. */
  vertex: number | null;
  /** Only the selected bone moves the mesh. */
  solo: boolean;
  /** The exemplar that is shown instead of the pose, or null. */
  exemplar: number | null;
  /** Heat weights shown beside the current ones, or nothing. */
  beside: "heat" | null;
  /** Whether Select and Lasso also pick vertices behind the surface. */
  through: boolean;
  /** What a click with Select picks. */
  takes: "vertex" | "face" | "loop" | "part";
  numbers: PaintNumbers;
  /** The colouring of the surface. */
  colours: "weights" | "energy" | "bones" | "clay" | "textures";
  /** The end of the strain ramp: 0.5 is 50 % of a length. Null fits it to the shown strain. */
  energyEnd: number | null;
}

export const FIRST_PAINT: PaintState = {
  ...FIRST_BRUSH,
  tool: "weight",
  operation: "add",
  rest: false,
  turning: false,
  vertex: null,
  solo: false,
  exemplar: null,
  beside: null,
  through: false,
  takes: "vertex",
  numbers: { limit: 4, prune: 0.01, weight: 0.5, error: null, influences: 4 },
  colours: "weights",
  energyEnd: null,
};

/** The exemplar on screen; null while the rest pose is shown in its place. */
export const exemplarOnScreen = ({ exemplar, rest }: Pick<PaintState, "exemplar" | "rest">): number | null =>
  rest ? null : exemplar;
