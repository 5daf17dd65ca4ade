import { Plane, Vector3 } from "three/webgpu";
import type { Point } from "../../../../workers/model/skeleton/skeleton";
import { toPoint } from "../../../viewport/geometry/placement";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import { medialNear, middleAlong } from "./medial";

/** The middle of a limb is taken where it is no farther from the pointer than this, in CSS pixels. */
const MAGNET = 24;

/** A place for a joint. */
export interface JointPlace {
  /** In the world. */
  world: Vector3;
  /** In the sequence's coordinates. */
  point: Point;
  /** Inside of the mesh, and not on a plane beside it. */
  inside: boolean;
}

/** How a place is looked for. */
export interface PlaceWish {
  /** Go to the middle of the limb across the view too. */
  snap: boolean;
  /** Of several volumes behind each other the one nearest to this point; null takes the first. */
  near: Vector3 | null;
  /** Where there is no volume, the point lies on the plane through this one that faces the view. */
  beside: Vector3;
}

/** Where a ray meets the plane through a point that faces the camera. */
export function onPlane(viewCamera: ViewCamera, x: number, y: number, through: Vector3): Vector3 {
  const forward = viewCamera.camera.getWorldDirection(new Vector3());
  const plane = new Plane().setFromNormalAndCoplanarPoint(forward, through);
  const ray = viewCamera.ray(x, y);
  return ray.intersectPlane(plane, new Vector3()) ?? through.clone();
}

/** Where a joint goes that is put at a point of the canvas; null until the mesh can be looked into. */
export function jointPlace(
  stage: Stage,
  viewCamera: ViewCamera,
  x: number,
  y: number,
  wish: PlaceWish,
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
