import { Vector3 } from "three/webgpu";
import type { ViewPoint } from "../overlay/shapes";
import type { Picking } from "../picking/picking";
import type { ViewCamera } from "../picking/view-camera";
import type { MeshView } from "../scene/mesh-view";
import type { DrawnView } from "../views/views";
import { isInside } from "./lasso";

/** A vertex is hidden if the surface is nearer to the camera by more than this share of the vertex's distance. */
const NEARER = 1e-3;

/**
 * The vertices within a closed polygon of a view, ascending.
 * @param through whether to also pick vertices behind the surface.
 */
export function caughtVertices(
  picking: Pick<Picking, "beginStroke" | "cameraOf" | "surfaceAt">,
  { placement }: MeshView,
  part: DrawnView,
  polygon: readonly ViewPoint[],
  through: boolean,
): Uint32Array {
  const positions = picking.beginStroke(part.mesh);
  if (!positions || polygon.length < 3) return new Uint32Array(0);
  const viewCamera = picking.cameraOf(part);
  const place = new Vector3();
  const caught: number[] = [];
  for (let i = 0; 3 * i < positions.length; i++) {
    place.fromArray(positions, 3 * i).applyMatrix4(placement.world);
    const at = viewCamera.inView(place);
    if (!at || !isInside(at, polygon)) continue;
    if (
      through ||
      isSeen(picking, viewCamera, placement.world, i, place, [at[0] + part.left, at[1] + part.top])
    )
      caught.push(i);
  }
  return Uint32Array.from(caught);
}

/** Whether a vertex at a point of the canvas is not behind the surface. */
function isSeen(
  picking: Pick<Picking, "surfaceAt">,
  viewCamera: ViewCamera,
  world: MeshView["placement"]["world"],
  i: number,
  place: Vector3,
  [x, y]: ViewPoint,
): boolean {
  const hit = picking.surfaceAt(viewCamera, x, y);
  if (!hit || hit.corners.includes(i)) return true;
  const from = viewCamera.ray(x, y).origin;
  return hit.point.applyMatrix4(world).distanceTo(from) >= (1 - NEARER) * place.distanceTo(from);
}
