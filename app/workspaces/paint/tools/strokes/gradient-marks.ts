import { Vector3 } from "three/webgpu";
import { CASING, WHITE } from "../../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";

/** linear: falls along a line; radial: around a point. */
export type GradientKind = "linear" | "radial";

const SEGMENTS = 64;
const LINE = { casing: 3.5, white: 1.5 };
const DISC = { start: 5, end: 3, casing: 1.2 };

/** A gradient while it is dragged, in the coordinates of the mesh. */
export interface DraggedGradient {
  kind: GradientKind;
  from: Vector3;
  to: Vector3;
  /** Of the surface at the start, a unit vector. */
  normal: Vector3;
}

/**
 * The ring where a radial gradient ends: a closed circle around its start and through its end. It lies as flat on the
 * surface as it can. Empty if start and end are the same point.
 */
export function gradientRing({ from, to, normal }: Omit<DraggedGradient, "kind">): Vector3[] {
  const way = to.clone().sub(from);
  const radius = way.length();
  if (radius === 0) return [];
  const across = new Vector3().crossVectors(normal, way);
  // The drag followed the normal: take any direction at right angles to it.
  if (across.length() < 1e-6 * radius)
    across.crossVectors(Math.abs(way.x) < 0.6 * radius ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0), way);
  across.setLength(radius);
  return Array.from({ length: SEGMENTS + 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / SEGMENTS;
    return from.clone().addScaledVector(way, Math.cos(angle)).addScaledVector(across, Math.sin(angle));
  });
}

/**
 * Draws the start and the end of a gradient, and between them a line, or around the start a ring.
 * @param inView the place of a point in the view; null behind the camera.
 */
export function drawGradient(
  shapes: Shapes,
  gradient: DraggedGradient,
  inView: (point: Vector3) => ViewPoint | null,
): void {
  const [from, to] = [inView(gradient.from), inView(gradient.to)];
  if (!from || !to) return;
  const path = gradient.kind === "radial" ? gradientRing(gradient).map(inView) : [from, to];
  const points = path.filter((point) => point !== null);
  // A ring that is partly behind the camera has gaps, which a polyline would close.
  if (points.length === path.length) {
    shapes.polyline(points, LINE.casing, CASING, 0.7);
    shapes.polyline(points, LINE.white, WHITE);
  }
  for (const [at, radius] of [
    [from, DISC.start],
    [to, DISC.end],
  ] as const) {
    shapes.disc(at, radius + DISC.casing, CASING, 0.8);
    shapes.disc(at, radius, WHITE);
  }
}
