import type { Pose } from "../../workers/model/rig/pose";
import type { Rig } from "../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../workers/model/skeleton/hierarchy-edit";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../workers/model/weights/weight-edits";
import type { IconName } from "../common/icon-names";
import type { Command } from "../document/history/history";

/** Edits of the document in the viewport: previewed during a drag, and one step at its end. */
export interface ViewportEdits {
  /** The pose during a drag; null if the drag was cancelled, which restores the former pose. */
  poseLive(pose: Pose | null): void;
  posed(pose: Pose, label: string): void;
  /** The skeleton during a drag; null if it was cancelled, which restores the former one. */
  skeletonLive(skeleton: Skeleton | null): void;
  /**
   * An edit of the rig's tree during a drag, solved and shown without a step; null if the drag was cancelled.
   * @param of the rig whose bones the edit names, from the start of the drag.
   */
  treeLive(edit: HierarchyEdit | null, of?: Rig | null): void;
  /** The result of such a drag, which becomes one step when it is solved. */
  treeEdited(edit: HierarchyEdit, of?: Rig | null): void;
  /** Opens the context menu of the selected bones, at a place of the window. */
  menu(at: { x: number; y: number }): void;
  /** A bone's handle was dropped on a vertex. */
  boneMoved(bone: number, vertex: number): void;
  /** The edits for weights during a stroke; null if it was cancelled. `send`: the engine uses them at once. */
  weightsLive(edits: WeightEdits | null, send: boolean): void;
  /** The result of such a stroke, as one step with the resulting weights. */
  weightsWanted(label: string, icon: IconName, edits: WeightEdits): void;
  /** The result of a stroke, as one step. */
  run(command: Command): void;
}
