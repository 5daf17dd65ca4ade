import type { Stage } from "../../../viewport/stage";
import type { Say } from "../../../viewport/tool";
import type { ViewportEdits } from "../../../viewport/viewport-edits";
import type { DrawingSides } from "../skeleton-drawing";

/** What the hand of a drag needs of the tool. */
export interface SkeletonHand {
  stage: Stage;
  edits: ViewportEdits;
  say: Say;
  redraw(): void;
  sides(): DrawingSides;
  /** Whether joints go to the middle of the volume, given what is held. */
  snaps(event: { ctrlKey: boolean; metaKey: boolean }): boolean;
}
