import { Vector3 } from "three/webgpu";
import type { SegmentKind, Skeleton } from "../../../../workers/model/skeleton/skeleton";
import type { SegmentEnd } from "../../../../workers/model/skeleton/skeleton-joints";
import type { ScenePlacement } from "../../../viewport/geometry/placement";
import { awayFromBone, type FlatBone, halfWidth } from "../../../viewport/overlay/bone-shapes";
import type { ViewPoint } from "../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../viewport/picking/view-camera";

/** A segment in world coordinates. */
export interface PlacedSegment {
  segment: number;
  parent: number;
  kind: SegmentKind;
  head: Vector3;
  tail: Vector3;
}

/** A segment projected into a view. */
export interface FlatSegment extends FlatBone {
  segment: number;
  kind: SegmentKind;
  /** The end of its parent, if its own head is not there. */
  link: ViewPoint | null;
  depth: number;
}

/** A head farther than this from its parent's tail, as a share of the mesh's diagonal, gets a line to it. */
const APART = 1e-5;
/** A joint behind another one is only hit if it is this much nearer to the pointer, in pixels. */
const CLEARLY = 2;

/** The segments of a skeleton as views show them. */
export class SegmentsView {
  private skeleton: Skeleton | null = null;
  private placement: ScenePlacement | null = null;
  placed: PlacedSegment[] = [];

  /** Sets the skeleton, in the sequence's coordinates. Does nothing if it is the same as before. */
  take(skeleton: Skeleton | null, placement: ScenePlacement): void {
    if (skeleton === this.skeleton && placement === this.placement) return;
    this.skeleton = skeleton;
    this.placement = placement;
    this.placed = (skeleton?.segments ?? []).map(({ parent, kind, head, tail }, segment) => ({
      segment,
      parent,
      kind,
      head: new Vector3(...head).applyMatrix4(placement.world),
      tail: new Vector3(...tail).applyMatrix4(placement.world),
    }));
  }

  /** The segments in front of the camera, farthest first. */
  flat(viewCamera: ViewCamera): FlatSegment[] {
    const flat: FlatSegment[] = [];
    for (const { segment, parent, kind, head, tail } of this.placed) {
      const [a, b] = [viewCamera.inView(head), viewCamera.inView(tail)];
      if (!a || !b) continue;
      const above = parent < 0 ? null : this.placed[parent].tail;
      const isApart = above && above.distanceTo(head) > APART * (this.placement?.diagonal ?? 1);
      flat.push({
        segment,
        kind,
        head: a,
        tail: b,
        link: isApart ? viewCamera.inView(above) : null,
        half: halfWidth(Math.hypot(b[0] - a[0], b[1] - a[1])),
        depth: viewCamera.camera.position.distanceTo(head),
      });
    }
    return flat.sort((p, q) => q.depth - p.depth);
  }

  /** The joint at a point of the canvas; where segments meet, the tail of the parent. */
  jointAt(x: number, y: number, viewCamera: ViewCamera, reach: number): SegmentEnd | null {
    let best: SegmentEnd | null = null;
    let [least, nearest] = [reach, Infinity];
    for (const end of ["tail", "head"] as const) {
      for (const placed of this.placed) {
        const at = viewCamera.onCanvas(placed[end]);
        if (!at) continue;
        const away = Math.hypot(at[0] - x, at[1] - y);
        const depth = viewCamera.camera.position.distanceTo(placed[end]);
        const isFront = away < least + CLEARLY && away < reach && depth < nearest * (1 - 1e-9);
        if (away < least - CLEARLY || isFront) {
          [least, nearest] = [away, depth];
          best = { segment: placed.segment, end };
        }
      }
    }
    return best;
  }

  /** The segment whose body is at a point of the canvas, or within reach of it. */
  segmentAt(x: number, y: number, viewCamera: ViewCamera, reach: number): number | null {
    let best: number | null = null;
    let least = reach;
    for (const flat of this.flat(viewCamera)) {
      const away = awayFromBone(flat, x - viewCamera.box.left, y - viewCamera.box.top);
      if (away < least) [least, best] = [away, flat.segment];
    }
    return best;
  }
}
