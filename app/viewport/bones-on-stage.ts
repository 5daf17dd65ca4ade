import type { Vector3 } from "three/webgpu";
import { cageOf } from "../../workers/model/rig/cage";
import type { Rig } from "../../workers/model/rig/rig";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import { freeJoints, placesOfCosts } from "../document/skeleton/skeleton-facts";
import type { Ring } from "./geometry/ring-maths";
import { gizmoRings, type RingName } from "./gizmo/gizmo";
import { dominantBone } from "./picking/dominant-bone";
import type { ViewCamera } from "./picking/view-camera";
import type { Bones } from "./scene/bones/bones";
import type { MeshView } from "./scene/mesh-view";
import type { PoseOnScreen } from "./scene/poses/pose-on-screen";
import type { ShownPose } from "./scene/poses/shown-pose";
import type { Shown } from "./shown";

/** The parts of the picture that the bones depend on. */
interface BoneScenery {
  readonly shown: Shown | null;
  readonly meshView: MeshView | null;
  readonly posing: PoseOnScreen;
}

/** The bones of the shown rig, for drawing and for tools that pick and rotate them. */
export class BonesOnStage {
  private readonly scenery: BoneScenery;
  private readonly handles: Bones;

  constructor(scenery: BoneScenery, handles: Bones) {
    this.scenery = scenery;
    this.handles = handles;
  }

  /** The pose on screen; null without a rig. */
  get shownPose(): ShownPose | null {
    return this.scenery.posing.shown;
  }

  get rig(): Rig | null {
    return this.scenery.meshView?.rig ?? null;
  }

  /** The skeleton of the document on screen. */
  get skeleton(): Skeleton | null {
    return this.scenery.shown?.document.skeleton ?? null;
  }

  /** B: 1 for joints that the motion leaves free; null if the workspace does not mark them. */
  get freeJoints(): Uint8Array | null {
    const { shown } = this.scenery;
    return shown?.view.workspace === "skeleton" ? freeJoints(shown.document) : null;
  }

  /** B: the costs of joints, 0 to 1 on the error ramp; null if the workspace does not show them. */
  get jointCosts(): Float32Array | null {
    const { shown } = this.scenery;
    if (shown?.view.workspace !== "skeleton" || !shown.view.showJointCosts) return null;
    return placesOfCosts(shown.document);
  }

  /** The position of a bone's handle in the world, in the pose on screen; null without such a bone. */
  headOf(bone: number): Vector3 | null {
    const { meshView, posing } = this.scenery;
    return meshView && posing.headOf(bone, meshView);
  }

  /** The bone that the artist may rotate, or null. */
  turnable(): number | null {
    const view = this.scenery.shown?.view;
    if (!view) return null;
    const { workspace, paint, posing } = view;
    const turning =
      workspace === "deform" ||
      (workspace === "paint" && paint.turning) ||
      (workspace === "skeleton" && posing.tool === "rotate");
    if (!turning || view.paintMap || view.playing) return null;
    // The corners of a cage do not turn.
    if (this.shownPose && cageOf(this.shownPose.rig)) return null;
    const bone = view.selectedBone;
    return bone !== null && bone < (this.shownPose?.rig.bones.length ?? 0) ? bone : null;
  }

  /** The rings that rotate the selected bone, in a view; null if there is nothing to rotate. */
  rings(viewCamera: ViewCamera): Record<RingName, Ring> | null {
    const { meshView } = this.scenery;
    const bone = this.turnable();
    if (bone === null || !this.shownPose || !meshView) return null;
    return gizmoRings(this.shownPose, bone, meshView.placement.world, viewCamera);
  }

  /**
   * The bone whose handle is under a point; null while something is painted, because then the pointer works on the
   * surface.
   */
  at(x: number, y: number, viewCamera: ViewCamera): number | null {
    const view = this.scenery.shown?.view;
    if (!view || view.workspace === "paint") return null;
    if ((view.workspace === "deform" ? view.paintMap : view.intentMap) !== null) return null;
    return this.handleUnder(x, y, viewCamera);
  }

  /** The bone whose handle is under a point, with any tool. */
  handleUnder(x: number, y: number, viewCamera: ViewCamera): number | null {
    const { shown } = this.scenery;
    return shown && this.handles.at(x, y, viewCamera, shown.view.hiddenBones);
  }

  /** The bone that moves a vertex most. */
  moving(vertex: number): number | null {
    return this.rig && dominantBone(this.rig, vertex);
  }

  nameOf(bone: number): string {
    return this.rig?.bones[bone]?.name ?? "";
  }
}
