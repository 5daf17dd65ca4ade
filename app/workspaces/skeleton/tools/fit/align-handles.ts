import { type Matrix4, Vector3 } from "three/webgpu";
import type { Rgb, ThemeColours } from "../../../../viewport/colours/palette";
import type { Ring } from "../../../../viewport/geometry/ring-maths";
import { drawRings, type RingName, type RingTurn, ringAt } from "../../../../viewport/gizmo/gizmo";
import { CASING, WHITE } from "../../../../viewport/overlay/bone-shapes";
import type { Shapes, ViewPoint } from "../../../../viewport/overlay/shapes";
import type { ViewCamera } from "../../../../viewport/picking/view-camera";
import type { CanvasPoint } from "../../../../viewport/pointer/tool";

/** Lengths in CSS pixels: radii of the rings, of the disc in the middle and of the knob, and length of the arrows. */
const RADIUS = 78;
const OUTER = 94;
const ARROW = 64;
const MIDDLE = 7;
const KNOB = 5;
const REACH = 9;
const TOUCH = 2;

const AXES = ["x", "y", "z"] as const;
type Axis = (typeof AXES)[number];

/** A part of the gizmo, named by the effect of a drag. */
export type AlignPart =
  | { does: "turn"; ring: RingName; angle: number }
  | { does: "shift"; axis: Axis }
  | { does: "move" }
  | { does: "scale" };

const isSame = (a: AlignPart | null, b: AlignPart): boolean =>
  a?.does === b.does && JSON.stringify({ ...a, angle: 0 }) === JSON.stringify({ ...b, angle: 0 });

/** The handles that place a skeleton by hand in one view: arrows, rings, a disc in the middle and a knob. */
export class AlignHandles {
  readonly rings: Record<RingName, Ring>;
  /** Unit directions of the sequence's axes in the world. */
  readonly axes: Record<Axis, Vector3>;
  readonly centre: Vector3;
  private readonly viewCamera: ViewCamera;

  /** @param world from the sequence's coordinates to the world. */
  constructor(centre: Vector3, world: Matrix4, viewCamera: ViewCamera) {
    this.centre = centre;
    this.viewCamera = viewCamera;
    const pixel = viewCamera.pixelAt(centre);
    const [x, y, z] = AXES.map((_, n) => new Vector3().setComponent(n, 1).transformDirection(world));
    this.axes = { x, y, z };
    const about = (axis: Vector3, radius = RADIUS): Ring => ({ centre, axis, radius: radius * pixel });
    const towards = viewCamera.camera.position.clone().sub(centre).normalize();
    this.rings = { x: about(x), y: about(y), z: about(z), view: about(towards, OUTER) };
  }

  private tip(axis: Axis): ViewPoint | null {
    const length = ARROW * this.viewCamera.pixelAt(this.centre);
    return this.viewCamera.inView(this.centre.clone().addScaledVector(this.axes[axis], length));
  }

  private get middle(): ViewPoint | null {
    return this.viewCamera.inView(this.centre);
  }

  /** The knob of the scale, outside the outer ring. */
  private knob([x, y]: ViewPoint): ViewPoint {
    const away = (OUTER + 14) * Math.SQRT1_2;
    return [x + away, y - away];
  }

  /** The part under a point of the canvas. */
  at({ x, y }: CanvasPoint, isTouch: boolean): AlignPart | null {
    const { middle, viewCamera } = this;
    if (!middle) return null;
    const reach = isTouch ? TOUCH * REACH : REACH;
    const { left, top } = viewCamera.box;
    const near = (p: ViewPoint | null) => p !== null && Math.hypot(p[0] + left - x, p[1] + top - y) <= reach;
    if (near(middle)) return { does: "move" };
    const axis = AXES.find((each) => near(this.tip(each)));
    if (axis) return { does: "shift", axis };
    if (near(this.knob(middle))) return { does: "scale" };
    const ring = ringAt(this.rings, viewCamera, x, y, reach - 2);
    return ring && { does: "turn", ring: ring.name, angle: ring.angle };
  }

  draw(shapes: Shapes, colours: ThemeColours, hot: AlignPart | null, turn: RingTurn | null): void {
    const { middle } = this;
    if (!middle) return;
    drawRings(shapes, this.rings, this.viewCamera, colours, hot?.does === "turn" ? hot.ring : null, turn);
    if (turn) return;
    AXES.forEach((axis, n) => {
      const tip = this.tip(axis);
      if (tip) drawArrow(shapes, middle, tip, colours.axes[n], isSame(hot, { does: "shift", axis }));
    });
    const knob = this.knob(middle);
    const edge = OUTER * Math.SQRT1_2;
    shapes.line([middle[0] + edge, middle[1] - edge], knob, 1.5, WHITE, 0.6);
    drawDisc(shapes, knob, KNOB, isSame(hot, { does: "scale" }) ? colours.accent : WHITE);
    drawDisc(shapes, middle, MIDDLE, isSame(hot, { does: "move" }) ? colours.accent : WHITE);
  }
}

function drawDisc(shapes: Shapes, at: ViewPoint, radius: number, colour: Rgb): void {
  shapes.disc(at, radius + 1.2, CASING, 0.8);
  shapes.disc(at, radius, colour);
}

function drawArrow(shapes: Shapes, from: ViewPoint, to: ViewPoint, colour: Rgb, isHot: boolean): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < MIDDLE) return;
  const [ux, uy] = [dx / length, dy / length];
  const half = isHot ? 6.5 : 5.5;
  const base: ViewPoint = [to[0] - 6 * ux, to[1] - 6 * uy];
  const end: ViewPoint = [to[0] + 6 * ux, to[1] + 6 * uy];
  shapes.line(from, base, isHot ? 4.6 : 3.4, CASING, 0.5);
  shapes.line(from, base, isHot ? 3 : 1.8, colour);
  const side = (sign: number): ViewPoint => [base[0] - sign * half * uy, base[1] + sign * half * ux];
  shapes.triangle(end, side(1), side(-1), colour);
}
