import { type Matrix4, Quaternion, Vector3 } from "three/webgpu";
import type { Rgb, ThemeColours } from "../colours/palette";
import { matrixOf } from "../geometry/bone-boxes";
import { pointOn, type Ring } from "../geometry/ring-maths";
import type { Shapes, ViewPoint } from "../overlay/shapes";
import type { ViewCamera } from "../picking/view-camera";
import type { ShownPose } from "../scene/poses/shown-pose";
import { boneAxes } from "./bone-axes";

/** Radii in CSS pixels: of the rings about the bone's axes, and of the outer ring about the view direction. */
const RADIUS = 62;
const OUTER = 76;
const SEGMENTS = 72;
const WIDTH = 1.5;
const WIDTH_HOT = 2.6;
const BEHIND = 0.28;
/** The back half of a ring is only picked if the nearest front half is this much farther away, in pixels. */
const BEHIND_HANDICAP = 4;
const CASING: Rgb = [0.04, 0.043, 0.055];
const OUTER_COLOUR: Rgb = [0.78, 0.8, 0.84];

export const RING_NAMES = ["x", "y", "z", "view"] as const;
export type RingName = (typeof RING_NAMES)[number];

/** The rotation of a drag, in radians, to be drawn. */
export interface RingTurn {
  name: RingName;
  /** The ring at the start of the drag. */
  ring: Ring;
  from: number;
  by: number;
}

/** The rotation part of a 3x4, or the nearest rotation. */
function rotationIn(matrix: Matrix4): Quaternion {
  const rotation = new Quaternion();
  matrix.decompose(new Vector3(), rotation, new Vector3());
  return rotation;
}

/** The rotation of a bone's parent in the world; for a root, that of the sequence's own axes. */
export function parentRotation(shown: ShownPose, bone: number, world: Matrix4): Quaternion {
  const { parent } = shown.rig.bones[bone];
  return rotationIn(parent < 0 ? world : matrixOf(shown.matrices, parent).premultiply(world));
}

/** The rings of a bone in a view, always of the same size on screen. */
export function gizmoRings(
  shown: ShownPose,
  bone: number,
  world: Matrix4,
  viewCamera: ViewCamera,
): Record<RingName, Ring> {
  const matrix = matrixOf(shown.matrices, bone).premultiply(world);
  const centre = new Vector3(...shown.rig.bones[bone].head).applyMatrix4(matrix);
  const turn = rotationIn(matrix).multiply(boneAxes(shown.rig.bones, bone));
  const pixel = viewCamera.pixelAt(centre);
  const about = (axis: Vector3): Ring => ({
    centre,
    axis: axis.applyQuaternion(turn),
    radius: RADIUS * pixel,
  });
  return {
    x: about(new Vector3(1, 0, 0)),
    y: about(new Vector3(0, 1, 0)),
    z: about(new Vector3(0, 0, 1)),
    view: { centre, axis: viewCamera.camera.position.clone().sub(centre).normalize(), radius: OUTER * pixel },
  };
}

/** A segment of a ring in a view. */
interface Piece {
  from: ViewPoint;
  to: ViewPoint;
  angle: number;
  behind: boolean;
}

function piecesOf(ring: Ring, viewCamera: ViewCamera, flat: boolean): Piece[] {
  const towards = viewCamera.camera.position.clone().sub(ring.centre);
  const points = Array.from({ length: SEGMENTS + 1 }, (_, n) => pointOn(ring, (2 * Math.PI * n) / SEGMENTS));
  const seen = points.map((p) => viewCamera.inView(p));
  const pieces: Piece[] = [];
  for (let n = 0; n < SEGMENTS; n++) {
    const [from, to] = [seen[n], seen[n + 1]];
    if (!from || !to) continue;
    const behind = !flat && points[n].clone().sub(ring.centre).dot(towards) < 0;
    pieces.push({ from, to, behind, angle: (2 * Math.PI * (n + 0.5)) / SEGMENTS });
  }
  return pieces;
}

function distanceToPiece({ from, to }: Piece, x: number, y: number): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const t = ((x - from[0]) * dx + (y - from[1]) * dy) / Math.max(dx * dx + dy * dy, 1e-12);
  const along = Math.min(1, Math.max(0, t));
  return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy);
}

/** The ring under a point of the canvas, and its angle there; `reach` in CSS pixels. */
export function ringAt(
  rings: Record<RingName, Ring>,
  viewCamera: ViewCamera,
  x: number,
  y: number,
  reach: number,
): { name: RingName; angle: number } | null {
  let best: { name: RingName; angle: number } | null = null;
  let least = reach;
  for (const name of RING_NAMES) {
    for (const piece of piecesOf(rings[name], viewCamera, name === "view")) {
      const away =
        distanceToPiece(piece, x - viewCamera.box.left, y - viewCamera.box.top) +
        (piece.behind ? BEHIND_HANDICAP : 0);
      if (away < least) {
        least = away;
        best = { name, angle: piece.angle };
      }
    }
  }
  return best;
}

/** Draws the rings of a bone in a view. During a drag, draws only the dragged one and the rotation so far. */
export function drawRings(
  shapes: Shapes,
  rings: Record<RingName, Ring>,
  viewCamera: ViewCamera,
  { axes }: ThemeColours,
  hot: RingName | null,
  turn: RingTurn | null,
): void {
  const colours: Record<RingName, Rgb> = { x: axes[0], y: axes[1], z: axes[2], view: OUTER_COLOUR };
  if (turn) drawTurn(shapes, turn, viewCamera, colours[turn.name]);
  const names = turn ? [turn.name] : RING_NAMES;
  for (const behind of [true, false]) {
    for (const name of names) {
      const ring = turn?.name === name ? { ...rings[name], axis: turn.ring.axis } : rings[name];
      const pieces = piecesOf(ring, viewCamera, name === "view").filter((piece) => piece.behind === behind);
      const width = name === hot || turn ? WIDTH_HOT : WIDTH;
      const alpha = (behind ? BEHIND : 1) * (name === "view" && name !== hot && !turn ? 0.45 : 0.9);
      for (const { from, to } of pieces) {
        if (!behind) shapes.line(from, to, width + 1.6, CASING, 0.35 * alpha);
      }
      for (const { from, to } of pieces) shapes.line(from, to, width, colours[name], alpha);
    }
  }
}

/** Draws the sector from the start of a drag to the current angle. */
function drawTurn(shapes: Shapes, { ring, from, by }: RingTurn, viewCamera: ViewCamera, colour: Rgb): void {
  const centre = viewCamera.inView(ring.centre);
  if (!centre) return;
  const sweep = Math.sign(by) * Math.min(Math.abs(by), 2 * Math.PI);
  const steps = Math.max(1, Math.ceil(Math.abs(sweep) / 0.1));
  const at = (n: number) =>
    viewCamera.inView(pointOn({ ...ring, radius: ring.radius }, from + (sweep * n) / steps));
  for (let n = 0; n < steps; n++) {
    const [a, b] = [at(n), at(n + 1)];
    if (a && b) shapes.triangle(centre, a, b, colour, 0.22);
  }
  for (const end of [at(0), at(steps)]) if (end) shapes.line(centre, end, 1.2, colour, 0.9);
}
