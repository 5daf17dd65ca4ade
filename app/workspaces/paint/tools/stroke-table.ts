import type { PaintToolName } from "../../../document/paint-state";
import type { StartStroke } from "./paint-stroke";
import { startAttachStroke, startNeumannStroke } from "./strokes/attach-strokes";
import {
  startConstraintStroke,
  startExcludeStroke,
  startInfluenceStroke,
  startSmoothStroke,
} from "./strokes/constraint-strokes";
import { startMaskStroke } from "./strokes/mask-stroke";
import { startWeightStroke } from "./strokes/weight-stroke";
import { startWireStroke } from "./strokes/wire-stroke";

/** The painting tools, and the functions that begin their strokes. */
export const STROKES: Partial<Record<PaintToolName, StartStroke>> = {
  weight: startWeightStroke,
  mask: startMaskStroke,
  constraint: startConstraintStroke,
  influence: startInfluenceStroke,
  wire: startWireStroke,
  attach: startAttachStroke,
  neumann: startNeumannStroke,
  smooth: startSmoothStroke,
  exclude: startExcludeStroke,
};
