import { Plane, Vector3 } from "three/webgpu";
import type { Point } from "../../../../workers/model/skeleton/skeleton";
import { toPoint } from "../../../viewport/geometry/placement";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import { medialNear, middleAlong } from "./medial";

/** A joint snaps to the middle of a limb if that is no farther from the pointer than this, in CSS pixels. */
const MAGNET = 24;

/** A position for a joint. */
export interface JointPlace {
  /** In world coordinates. */
  world: Vector3;
  /** In the sequence's coordinates. */
  point: Point;
  /** Whether it is inside the mesh, and not on a plane beside it. */
  inside: boolean;
}

/** How to choose a position. */
export interface PlaceOptions {
  /** Also snap to the middle of the limb across the view. */
  snap: boolean;
  /** If several volumes are behind each other, choose the one nearest to this point; null chooses the first. */
  near: Vector3 | null;
  /** Without a volume, the joint goes onto the plane through this point that faces the view. */
  beside: Vector3;
}

/** The intersection of the pointer's ray with the plane through a point that faces the camera. */
export function onPlane(viewCamera: ViewCamera, x: number, y: number, through: Vector3): Vector3 {
  const forward = viewCamera.camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(forward, through);
  const ray = viewCamera.ray(x, y);
  return ray.intersectPlane(plane, new Vector3()) ?? through.clone();
}

/** Position for a joint at a point of the canvas; null until the mesh is ready for ray casts. */
export function jointPlace(
  stage: Stage,
  viewCamera: ViewCamera,
  x: number,
  y: number,
  wish: PlaceOptions,
): JointPlace | null {
  const { meshView, picking } = stage;
  const ray = viewCamera.ray(x, y);
  if (!meshView || !picking.crossRest(ray)) return null;
  const cast = (of: typeof ray) => picking.crossRest(of) ?? [];
  const near = wish.near?.clone().sub(ray.origin).dot(ray.direction) ?? null;
  const middle = middleAlong(cast, ray, near);
  let world = middle ?? onPlane(viewCamera, x, y, wish.beside);
  if (middle && wish.snap) {
    const medial = medialNear(cast, middle, ray.direction);
    const seen = viewCamera.onCanvas(medial);
    if (seen && Math.hypot(seen[0] - x, seen[1] - y) < MAGNET) world = medial;
  }
  return { world, point: toPoint(world, stage.meshView), inside: middle !== null };
}
