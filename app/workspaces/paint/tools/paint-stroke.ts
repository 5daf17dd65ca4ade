import type { PaintState } from "../../../document/view-state";
import type { BrushStroke, StrokeStart } from "../../../viewport/brush/brush-stroke";

/** What a stroke of the Paint workspace begins with. */
export interface PaintStart extends StrokeStart {
  /** The tools as they are. What changes in them during the stroke has no effect on the stroke. */
  paint: PaintState;
  /** The selected bone of the rig, which dabs are for. */
  bone: number | null;
  /** The bone that the images of dabs are for: the one on the other side; the selected one where it has no partner. */
  partner: number | null;
}

/** Begins a stroke; a sentence says why there is none. */
export type StartStroke = (start: PaintStart) => BrushStroke | string;
