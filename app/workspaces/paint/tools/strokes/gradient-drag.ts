import { type Matrix4, Vector3 } from "three/webgpu";
import { brushOperation } from "../../../../document/brush-operations";
import type { FalloffShape } from "../../../../document/brush-settings";
import type { WeightBrush } from "../../../../document/weights/painting/weight-brush";
import { FALLOFFS } from "../../../../viewport/brush/reach/falloff";
import type { Grab } from "../../../../viewport/camera/grab";
import type { Shapes } from "../../../../viewport/overlay/shapes";
import type { CanvasPoint } from "../../../../viewport/pointer/tool";
import type { DrawnView } from "../../../../viewport/views/views";
import type { PaintStart } from "../paint-stroke";
import { drawGradient, type GradientKind } from "./gradient-marks";
import { type PaintedBones, paintedBones } from "./painted-bones";
import { liveBrush } from "./weight-stroke";

type Place = readonly [x: number, y: number, z: number];

/**
 * The strength of a gradient at each vertex, V.
 * @param kind linear: from 1 in the plane through the start to 0 in the plane through the end; radial: around the start
 * @param positions 3V, in the coordinates of the start and the end.
 */
export function gradientShares(
  kind: GradientKind,
  [ax, ay, az]: Place,
  [bx, by, bz]: Place,
  positions: ArrayLike<number>,
  falloff: FalloffShape,
): Float32Array {
  const shape = FALLOFFS[falloff];
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const square = dx * dx + dy * dy + dz * dz;
  const shares = new Float32Array(positions.length / 3);
  if (square === 0) return shares;
  for (let i = 0; i < shares.length; i++) {
    const [x, y, z] = [positions[3 * i] - ax, positions[3 * i + 1] - ay, positions[3 * i + 2] - az];
    const t =
      kind === "radial"
        ? Math.sqrt((x * x + y * y + z * z) / square)
        : Math.max(0, (x * dx + y * dy + z * dz) / square);
    shares[i] = shape(t);
  }
  return shares;
}

/** Paints the weights of the selected bones with a gradient that follows the pointer. */
export function dragGradient(start: PaintStart, kind: GradientKind): Grab | string {
  const { stage, paint, keys, hit, part, viewCamera, positions, redraw } = start;
  const of = paintedBones(start);
  if (typeof of === "string") return of;
  const { meshView } = stage;
  if (!hit || !meshView) return "Begin the gradient on the mesh.";
  const { brush, end, cancel } = liveBrush(start, of, brushOperation(paint, keys));
  const { world } = meshView.placement;
  const from = hit.point.clone();
  let to: Vector3 | null = null;
  const draw = (shapes: Shapes, { mesh }: DrawnView) => {
    if (mesh !== part.mesh) return;
    const inView = (p: Vector3) => viewCamera.inView(p.clone().applyMatrix4(world));
    drawGradient(shapes, { kind, from, to: to ?? from, normal: hit.normal }, inView);
  };
  stage.overlays.marks.add(draw);
  let request = 0;
  /** Updates as many vertices as one frame allows, and the rest in later frames. */
  const show = () => {
    request = 0;
    if (brush.show(performance.now() + 12)) request = requestAnimationFrame(show);
    redraw();
  };
  const finish = () => {
    cancelAnimationFrame(request);
    stage.overlays.marks.delete(draw);
    redraw();
  };
  return {
    move: (samples) => {
      to = pointAt(start, from, world, samples[samples.length - 1]);
      const shares = gradientShares(kind, from.toArray(), to.toArray(), positions, paint.falloff);
      paintShares(brush, of, start, shares);
      request ||= requestAnimationFrame(show);
    },
    end: () => {
      finish();
      if (to) end(null, "Gradient of");
      else cancel();
    },
    cancel: () => {
      finish();
      cancel();
    },
  };
}

/**
 * The point of the surface under the pointer. Beside the mesh, the point at the depth of the start.
 * @param from the start of the gradient, in the coordinates of the mesh.
 */
function pointAt(start: PaintStart, from: Vector3, world: Matrix4, at: CanvasPoint): Vector3 {
  const { stage, viewCamera } = start;
  const under = stage.picking.surfaceAt(viewCamera, at.x, at.y);
  if (under) return under.point.clone();
  const ray = viewCamera.ray(at.x, at.y);
  const forward = viewCamera.camera.getWorldDirection(new Vector3());
  const deep = from.clone().applyMatrix4(world).sub(ray.origin).dot(forward) / ray.direction.dot(forward);
  return ray.at(deep, new Vector3()).applyMatrix4(world.clone().invert());
}

/** Paints a gradient, and its mirror image if strokes are mirrored. */
function paintShares(brush: WeightBrush, of: PaintedBones, start: PaintStart, own: Float32Array): void {
  const { mask, mirror } = start;
  const [first, second] = of.firsts;
  const image = mirror && own.map((_, i) => (mirror.nearest[i] < 0 ? 0 : own[mirror.nearest[i]]));
  const isOne = first === second;
  const shares = image && isOne ? own.map((share, i) => Math.max(share, image[i])) : own;
  brush.setShares(first, withinMask(shares, mask));
  if (image && !isOne) brush.setShares(second, withinMask(image, mask));
}

function withinMask(shares: Float32Array, mask: Float32Array | null): Float32Array {
  if (mask) for (let i = 0; i < shares.length; i++) shares[i] *= mask[i];
  return shares;
}
