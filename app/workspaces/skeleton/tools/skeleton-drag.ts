import { Vector3 } from "three/webgpu";
import type { Point, Skeleton } from "../../../../workers/model/skeleton/skeleton";
import type { SegmentEnd } from "../../../../workers/model/skeleton/skeleton-joints";
import type { SkeletonEdit } from "../../../../workers/model/skeleton/skeleton-order";
import { pickNow, runEdit } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { SegmentPick } from "../../../document/view-state";
import type { Grab } from "../../../viewport/camera/grab";
import { toPoint, toWorld } from "../../../viewport/geometry/placement";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../viewport/pointer/tool";
import { dragJoint, dragSegment } from "../skeleton-drawing";
import { jointPlace, onPlane } from "./joint-place";
import type { SkeletonHand } from "./skeleton-hand";

/** A press that moves no farther is a click, in CSS pixels. */
const CLICK_REACH = 4;

type Keys = { ctrlKey: boolean; metaKey: boolean };

/** A drag that edits a skeleton. */
interface DragOf {
  label: string;
  /** The selection at the end; by default the selection from before. */
  pick?: SegmentPick;
  /** The skeleton with the pointer at `place`; null if that is not possible. */
  at(place: CanvasPoint, keys: Keys): SkeletonEdit | null;
  /** Called if the press ends without a drag. */
  clicked(): void;
}

/** A drag that previews the skeleton, and commits one step at its end. */
export function skeletonDrag(
  stores: Stores,
  { edits, redraw }: SkeletonHand,
  start: CanvasPoint,
  drag: DragOf,
): Grab {
  let moved = false;
  let edit: SkeletonEdit | null = null;
  return {
    move: (samples, event) => {
      const now = samples[samples.length - 1];
      moved ||= Math.hypot(now.x - start.x, now.y - start.y) > CLICK_REACH;
      if (!moved) return;
      edit = drag.at(now, event) ?? edit;
      if (edit) edits.skeletonLive(edit.skeleton);
      redraw();
    },
    end: () => {
      if (!moved) drag.clicked();
      else if (edit) runEdit(stores, (command) => edits.run(command), drag.label, "move", edit, drag.pick);
    },
    cancel: () => edits.skeletonLive(null),
  };
}

/**
 * Drags a joint with all ends that meet there: through the middle of the volume while joints snap, otherwise parallel
 * to the picture.
 * @param single pulls only this end away from the joint
 */
export function jointDrag(
  stores: Stores,
  hand: SkeletonHand,
  viewCamera: ViewCamera,
  start: CanvasPoint,
  skeleton: Skeleton,
  joint: SegmentEnd,
  single: boolean,
  clicked: () => void,
): Grab {
  const { stage, sides, snaps } = hand;
  const segment = skeleton.segments[joint.segment];
  const from = toWorld(segment[joint.end], stage.meshView);
  // Keeps the initial offset between the pointer and the joint's centre.
  const [x, y] = viewCamera.onCanvas(from) ?? [start.x, start.y];
  const aside = { x: x - start.x, y: y - start.y };
  const place = (to: CanvasPoint, keys: Keys): Point => {
    const [px, py] = [to.x + aside.x, to.y + aside.y];
    const found = snaps(keys)
      ? jointPlace(stage, viewCamera, px, py, { snap: true, near: from, beside: from })
      : null;
    return found?.point ?? toPoint(onPlane(viewCamera, px, py, from), stage.meshView);
  };
  return skeletonDrag(stores, hand, start, {
    label: `Move the ${joint.end} of ${segment.name}`,
    // While a chain is drawn, it stays selected. Otherwise the drag selects the segment, so that the next click beside
    // the skeleton does not draw.
    ...(!pickNow(stores)?.end && { pick: { segment: joint.segment, end: null } }),
    at: (to, keys) => dragJoint(skeleton, joint, place(to, keys), sides(), single),
    clicked,
  });
}

/** Drags a segment parallel to the picture. */
export function segmentDrag(
  stores: Stores,
  hand: SkeletonHand,
  viewCamera: ViewCamera,
  start: CanvasPoint,
  skeleton: Skeleton,
  at: number,
  clicked: () => void,
): Grab {
  const { stage, sides } = hand;
  const { head, tail, name } = skeleton.segments[at];
  const middle = toWorld(head, stage.meshView).lerp(toWorld(tail, stage.meshView), 0.5);
  const origin = onPlane(viewCamera, start.x, start.y, middle);
  return skeletonDrag(stores, hand, start, {
    label: `Move ${name}`,
    pick: { segment: at, end: null },
    at: (to) => {
      const by = onPlane(viewCamera, to.x, to.y, middle).sub(origin);
      const [a, b] = [toPoint(by, stage.meshView), toPoint(new Vector3(), stage.meshView)];
      return dragSegment(skeleton, at, [a[0] - b[0], a[1] - b[1], a[2] - b[2]], sides());
    },
    clicked,
  });
}
