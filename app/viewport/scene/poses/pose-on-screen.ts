import { Vector3 } from "three/webgpu";
import type { BindingState } from "../../../document/binding/binding-state";
import type { DocumentState } from "../../../document/document";
import type { ViewState } from "../../../document/view-state";
import { REST_FRAME } from "../../deform/models/rest-frame";
import { matrixOf } from "../../geometry/bone-boxes";
import type { MeshView } from "../mesh-view";
import { exemplarPose } from "./exemplar-pose";
import { paintedPose, soloPose } from "./painted-pose";
import { type ShownPose, shownPose } from "./shown-pose";

/** The drawn pose: from the clip, made by hand, or an exemplar. The same object while nothing of it changes. */
export class PoseOnScreen {
  /** Null without a rig. */
  shown: ShownPose | null = null;
  /** The pose with all bones moving, if `shown` moves only one. */
  private whole: ShownPose | null = null;

  clear(): void {
    this.shown = this.whole = null;
  }

  /** Computes the pose from the document and the view, and poses the mesh view. */
  take(
    meshView: MeshView,
    { livePose, pose }: DocumentState,
    view: ViewState,
    binding: BindingState,
  ): ShownPose | null {
    const { rig } = meshView;
    const frame = Math.min(Math.max(0, Math.floor(view.frame)), meshView.sequence.frameCount - 1);
    const isPaint = view.workspace === "paint";
    const poses = isPaint || view.workspace === "deform" || view.workspace === "skeleton";
    const byHand = poses ? (livePose ?? pose) : null;
    const made = isPaint && rig ? paintedPose(rig, view.paint, byHand) : byHand;
    // The rest pose also hides an exemplar, which returns after it.
    const exemplar =
      isPaint && rig && !view.paint.rest && exemplarPose(this.whole, rig, view.paint, binding, frame);
    this.whole = exemplar || (rig && shownPose(this.whole, rig, made, frame, view.showCorrected));
    this.shown = isPaint ? soloPose(this.whole, view) : this.whole;
    // The skeleton belongs to the rest pose, not to the current frame.
    meshView.setPose(this.shown, isPaint && view.paint.tool === "skeleton" ? REST_FRAME : frame);
    return this.shown;
  }

  /** The position of a bone's handle in the world; null without such a bone. */
  headOf(bone: number, { placement }: MeshView): Vector3 | null {
    const head = this.shown?.rig.bones[bone]?.head;
    if (!this.shown || !head) return null;
    const posed = matrixOf(this.shown.matrices, bone).premultiply(placement.world);
    return new Vector3(...head).applyMatrix4(posed);
  }
}
