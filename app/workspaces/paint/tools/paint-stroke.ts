import type { PaintState } from "../../../document/view-state";
import type { BrushStroke, StrokeStart } from "../../../viewport/brush/brush-stroke";

/** The state at the start of a stroke in the Paint workspace. */
export interface PaintStart extends StrokeStart {
  /** Settings of the tools. Changes during the stroke do not affect it. */
  paint: PaintState;
  /** The selected bones of the rig, the one that panels show first, and their partners in a mirrored stroke. */
  bones: readonly number[];
  partners: readonly number[];
  /** The bone that panels show, which dabs of other brushes paint. */
  bone: number | null;
  /** The bone that mirrored dabs paint: the one on the other side, or the selected one if it has no partner. */
  partner: number | null;
}

/** Begins a stroke, or returns a sentence that says why it cannot. */
export type StartStroke = (start: PaintStart) => BrushStroke | string;
