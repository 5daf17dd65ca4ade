import { Vector3 } from "three/webgpu";
import type { BindingState } from "../../document/binding/binding-state";
import type { DocumentState } from "../../document/document";
import type { ViewState } from "../../document/view-state";
import { REST_FRAME } from "../deform/rest-frame";
import { matrixOf } from "../geometry/bone-boxes";
import { exemplarPose } from "./exemplar-pose";
import type { MeshView } from "./mesh-view";
import { paintedPose, soloPose } from "./painted-pose";
import { type ShownPose, shownPose } from "./shown-pose";

/** The pose that is drawn: of the clip, of the hand, or an exemplar. The same object while nothing of it changes. */
export class PoseOnScreen {
  /** Null without a rig. */
  shown: ShownPose | null = null;
  /** The same with all bones moving, where `shown` has one alone. */
  private whole: ShownPose | null = null;

  clear(): void {
    this.shown = this.whole = null;
  }

  /** Takes the pose as document and view are, and poses the meshView. */
  take(
    meshView: MeshView,
    { livePose, pose }: DocumentState,
    view: ViewState,
    binding: BindingState,
  ): ShownPose | null {
    const { rig } = meshView;
    const frame = Math.min(Math.max(0, Math.floor(view.frame)), meshView.sequence.frameCount - 1);
    const isPaint = view.workspace === "paint";
    const byHand = isPaint || view.workspace === "deform" ? (livePose ?? pose) : null;
    const made = isPaint && rig ? paintedPose(rig, view.paint, byHand) : byHand;
    // The rest pose is shown in place of an exemplar too, which comes back after it.
    const exemplar =
      isPaint && rig && !view.paint.rest && exemplarPose(this.whole, rig, view.paint, binding, frame);
    this.whole = exemplar || (rig && shownPose(this.whole, rig, made, frame, view.showCorrected));
    this.shown = isPaint ? soloPose(this.whole, view) : this.whole;
    // A skeleton is that of the rest pose, whatever frame plays.
    meshView.setPose(this.shown, isPaint && view.paint.tool === "skeleton" ? REST_FRAME : frame);
    return this.shown;
  }

  /** Where a bone's handle is in the world; null without such a bone. */
  headOf(bone: number, { placement }: MeshView): Vector3 | null {
    const head = this.shown?.rig.bones[bone]?.head;
    if (!this.shown || !head) return null;
    const posed = matrixOf(this.shown.matrices, bone).premultiply(placement.world);
    return new Vector3(...head).applyMatrix4(posed);
  }
}
