import type { PaintState } from "../../../document/paint-state";
import type { BrushStroke, StrokeStart } from "../../../viewport/brush/brush-stroke";

/** The state at the start of a stroke in the Paint workspace. */
export interface PaintStart extends StrokeStart {
  /** Settings of the tools. Changes during the stroke do not affect it. */
  paint: PaintState;
  /** The selected bones of the rig. The one that panels show comes first. */
  bones: readonly number[];
  /** The partners of `bones` in a mirrored stroke; otherwise the same bones. */
  partners: readonly number[];
  /** The bone that panels show. Brushes that steer the optimisation paint this one alone. */
  bone: number | null;
  /** The bone that mirrored dabs paint: the one on the other side, or the selected one if it has no partner. */
  partner: number | null;
}

/** Begins a stroke, or returns a sentence that says why it cannot. */
export type StartStroke = (start: PaintStart) => BrushStroke | string;
