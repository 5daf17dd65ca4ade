import type { DrawingSides } from "../../document/skeleton/skeleton-drawing";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";

export type Place = { x: number; y: number };
export type Say = (text: string | null, at: Place) => void;

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
