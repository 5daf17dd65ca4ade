import type { Say } from "../../../viewport/pointer/tool";
import type { Stage } from "../../../viewport/stage";
import type { ViewportEdits } from "../../../viewport/viewport-edits";
import type { DrawingSides } from "../skeleton-drawing";

/** What drags need from the tool. */
export interface SkeletonHand {
  stage: Stage;
  edits: ViewportEdits;
  say: Say;
  redraw(): void;
  sides(): DrawingSides;
  /** Whether joints snap to the middle of the volume, given the held keys. */
  snaps(event: { ctrlKey: boolean; metaKey: boolean }): boolean;
}
