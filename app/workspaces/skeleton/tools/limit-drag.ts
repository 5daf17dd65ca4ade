import { MathUtils, type Ray, Vector3 } from "three/webgpu";
import type { BoneLimits } from "../../../../workers/model/skeleton/skeleton";
import { setLimits } from "../../../../workers/model/skeleton/skeleton-edit";
import { formatFigure, formatPlain } from "../../../common/format";
import { skeletonNow } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { Grab } from "../../../viewport/camera/grab";
import { angleOnRing, wrapped } from "../../../viewport/geometry/ring-maths";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../viewport/pointer/tool";
import {
  acrossView,
  handlesOf,
  type LimitHandle,
  type PlacedLimits,
  twistRing,
  zeroTwist,
} from "./limit-shapes";
import { skeletonDrag } from "./skeleton-drag";
import type { SkeletonHand } from "./skeleton-hand";

/** Maximum distance from the pointer to the handle that it hits, in CSS pixels. */
const REACH = 9;
const DEGREE = Math.PI / 180;

/** The handle of a limit at a place, or null. `wide` scales the reach: 1, or more for touch. */
export function limitAt(
  placed: PlacedLimits,
  viewCamera: ViewCamera,
  at: CanvasPoint,
  wide = 1,
): LimitHandle | null {
  let best: LimitHandle | null = null;
  let least = REACH * wide;
  for (const { name, at: world } of handlesOf(placed, viewCamera)) {
    const seen = viewCamera.onCanvas(world);
    const away = seen ? Math.hypot(seen[0] - at.x, seen[1] - at.y) : Infinity;
    if (away < least) [least, best] = [away, name];
  }
  return best;
}

/**
 * Angle between the axis and the ray's intersection with the plane through the axis that best faces the view, 0 to π.
 * Null if the ray runs nearly along the plane.
 */
function swingAt(placed: PlacedLimits, viewCamera: ViewCamera, ray: Ray): number | null {
  const { head, axis } = placed;
  const across = acrossView(placed, viewCamera);
  const normal = new Vector3().crossVectors(axis, across);
  const steep = ray.direction.dot(normal);
  if (Math.abs(steep) < 0.05) return null;
  const out = ray.at(head.clone().sub(ray.origin).dot(normal) / steep, new Vector3()).sub(head);
  return Math.abs(Math.atan2(out.dot(across), out.dot(axis)));
}

/** The point of the axis nearest to a ray, as a ratio of the length. */
function stretchAt({ head, axis, length }: PlacedLimits, ray: Ray): number {
  const away = ray.origin.clone().sub(head);
  const b = axis.dot(ray.direction);
  const along = (axis.dot(away) - b * ray.direction.dot(away)) / Math.max(1 - b * b, 1e-6);
  return along / length;
}

/** The limits after moving a handle to a ray; null if the ray gives no value. */
function limitsAt(
  placed: PlacedLimits,
  viewCamera: ViewCamera,
  handle: LimitHandle,
  ray: Ray,
): Partial<BoneLimits> | null {
  const { twist, stretch } = placed.limits;
  const whole = (angle: number) => Math.round(angle / DEGREE) * DEGREE;
  if (handle === "swing") {
    const swing = swingAt(placed, viewCamera, ray);
    return swing === null ? null : { swing: whole(swing) };
  }
  if (handle === "least twist" || handle === "most twist") {
    const angle = angleOnRing(twistRing(placed, viewCamera), ray);
    if (angle === null) return null;
    const turn = whole(wrapped(angle - zeroTwist(placed, viewCamera)));
    return {
      twist:
        handle === "least twist"
          ? [Math.min(turn, twist[1]), twist[1]]
          : [twist[0], Math.max(turn, twist[0])],
    };
  }
  const part = Number(Math.max(0.1, stretchAt(placed, ray)).toFixed(2));
  return {
    stretch:
      handle === "least stretch"
        ? [Math.min(part, 1, stretch[1]), stretch[1]]
        : [stretch[0], Math.max(part, 1, stretch[0])],
  };
}

const inDegrees = (angle: number) => `${formatPlain(Math.round(MathUtils.radToDeg(angle)))}°`;

/** The text shown while a handle is dragged: "Swing 45°". */
function wordsOf(handle: LimitHandle, { swing, twist, stretch }: BoneLimits): string {
  const least = handle.startsWith("least") ? 0 : 1;
  if (handle === "swing") return `Swing ${inDegrees(swing)}`;
  if (handle.endsWith("twist")) return `Twist ${inDegrees(twist[0])} to ${inDegrees(twist[1])}`;
  return `${least === 0 ? "Shortest" : "Longest"} ${formatFigure(100 * stretch[least])} %`;
}

/** Drags a handle of a segment's limits. */
export function limitDrag(
  stores: Stores,
  hand: SkeletonHand,
  viewCamera: ViewCamera,
  placed: PlacedLimits,
  segment: number,
  start: CanvasPoint,
  handle: LimitHandle,
): Grab {
  const skeleton = skeletonNow(stores);
  const { name } = skeleton.segments[segment];
  return skeletonDrag(stores, hand, start, {
    label: `Limit the ${handle.split(" ").pop()} of ${name}`,
    pick: { segment, end: null },
    at: (to) => {
      const limits = limitsAt(placed, viewCamera, handle, viewCamera.ray(to.x, to.y));
      const edit = limits && setLimits(skeleton, segment, limits);
      if (edit) hand.say(wordsOf(handle, edit.skeleton.segments[segment].limits), to);
      return edit;
    },
    clicked: () => {},
  });
}
