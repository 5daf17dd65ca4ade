import type { Say } from "../../../viewport/pointer/tool";
import type { Stage } from "../../../viewport/stage";
import type { ViewportEdits } from "../../../viewport/viewport-edits";
import type { DrawingSides } from "../skeleton-drawing";

/** The parts of the tool that drags use. */
export interface SkeletonHand {
  stage: Stage;
  edits: ViewportEdits;
  say: Say;
  redraw(): void;
  sides(): DrawingSides;
  /** Whether joints snap to the middle of the volume, given the held keys. */
  snaps(event: { ctrlKey: boolean; metaKey: boolean }): boolean;
}
