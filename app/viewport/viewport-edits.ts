import type { Pose } from "../../workers/model/rig/pose";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../workers/model/weights/weight-edits";
import type { IconName } from "../common/icon-names";
import type { Command } from "../document/history";

/** What the hand does to the document in the viewport: shown at once while it drags, one step when it lets go. */
export interface ViewportEdits {
  /** The pose under a drag, or null when the drag was given up: the pose from before it comes back. */
  poseLive(pose: Pose | null): void;
  posed(pose: Pose, label: string): void;
  /** The skeleton under a drag, or null when it was given up: the one from before it comes back. */
  skeletonLive(skeleton: Skeleton | null): void;
  /** The menu of the selected bones is wanted, at a place of the window. */
  menu(at: { x: number; y: number }): void;
  /** A bone's handle was dropped on a vertex. */
  boneMoved(bone: number, vertex: number): void;
  /** What is wanted of weights during a stroke, null where that was given up. `send`: the engine follows at once. */
  weightsLive(edits: WeightEdits | null, send: boolean): void;
  /** The same as the outcome of a stroke: one step, with the weights that it leads to. */
  weightsWanted(label: string, icon: IconName, edits: WeightEdits): void;
  /** The outcome of a stroke, as one step. */
  run(command: Command): void;
}
