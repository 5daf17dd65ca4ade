import type { StrengthName } from "../../workers/model/deform";
import type { Pose } from "../../workers/model/pose";
import type { Command } from "../document/history";
import type { IntentMap } from "../document/view-state";

/** What the hand does to the document in the viewport: shown at once while it drags, one step when it lets go. */
export interface ViewportEdits {
  /** The pose under a drag, or null when the drag was given up: the pose from before it comes back. */
  poseLive(pose: Pose | null): void;
  posed(pose: Pose, label: string): void;
  /** The menu of the selected bones is wanted, at a place of the window. */
  menu(at: { x: number; y: number }): void;
  /** A bone's handle was dropped on a vertex. */
  boneMoved(bone: number, vertex: number): void;
  /** The outcome of a stroke: the whole map, V numbers in 0..1. */
  painted(map: StrengthName, values: Float32Array): void;
  /** The same of a map for solves: numbers within its bounds, or regions. */
  paintedForSolve(map: IntentMap, values: Float32Array): void;
  /** The outcome of a stroke in the Paint workspace, as one step. */
  run(command: Command): void;
}
