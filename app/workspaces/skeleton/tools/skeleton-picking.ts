import { Vector3 } from "three/webgpu";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import { EMPTY_SKELETON } from "../../../../workers/model/skeleton/skeleton-edit";
import { shownSkeleton } from "../../../document/document";
import { pickIn } from "../../../document/skeleton/skeleton-commands";
import type { SegmentPick } from "../../../document/view-state";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../viewport/pointer/tool";
import type { Stage } from "../../../viewport/stage";
import { limitAt } from "./limit-drag";
import type { LimitHandle, PlacedLimits } from "./limit-shapes";
import { SegmentsView } from "./segments-view";

/**
 * Maximum distance from the pointer to a joint, and to a bone's outline, for a hit, in CSS pixels. Touch scales the
 * reach of joints.
 */
export const JOINT_REACH = 9;
const BONE_REACH = 3;

/** Finds the parts of the skeleton at a point of the canvas. */
export class SkeletonPicking {
  readonly segments = new SegmentsView();
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  cameraAt({ x, y }: CanvasPoint): ViewCamera {
    const { picking } = this.stage;
    return picking.cameraOf(picking.viewAt(x, y));
  }

  /** The skeleton on screen and its selection; also updates `segments`. */
  shown(): { skeleton: Skeleton; picked: SegmentPick | null } {
    const skeleton = shownSkeleton(this.stage.stores.document.getState()) ?? EMPTY_SKELETON;
    const { meshView } = this.stage;
    if (meshView) this.segments.take(skeleton, meshView.placement);
    return { skeleton, picked: pickIn(skeleton, this.stage.stores.view.getState().segment) };
  }

  /**
   * The part of the skeleton at a place; joints come before bones. `wide` scales the joints' reach: 1, or more for
   * touch.
   */
  under(at: CanvasPoint, wide = 1): SegmentPick | null {
    this.shown();
    const viewCamera = this.cameraAt(at);
    const joint = this.segments.jointAt(at.x, at.y, viewCamera, wide * JOINT_REACH);
    if (joint) return joint;
    const segment = this.segments.segmentAt(at.x, at.y, viewCamera, BONE_REACH);
    return segment === null ? null : { segment, end: null };
  }

  /** The limits on screen, which are those of the segment that is selected as a whole. */
  limits(): PlacedLimits | null {
    const { skeleton, picked } = this.shown();
    if (!picked || picked.end !== null) return null;
    const segment = skeleton.segments[picked.segment];
    const { head, tail } = this.segments.placed[picked.segment];
    const length = head.distanceTo(tail);
    if (segment.kind === "virtual" || !(length > 0)) return null;
    const { limits } = segment;
    const world = this.stage.meshView?.placement.world;
    const hinge = limits.hinge && world ? new Vector3(...limits.hinge.axis).transformDirection(world) : null;
    return { head, axis: tail.clone().sub(head).divideScalar(length), length, limits, hinge };
  }

  /** The handle of those limits at a place. */
  limitUnder(at: CanvasPoint, wide = 1): LimitHandle | null {
    const limits = this.limits();
    return limits && limitAt(limits, this.cameraAt(at), at, wide);
  }
}
