import { Vector3 } from "three/webgpu";
import { spanOf } from "../geometry/ring-maths";
import type { ViewCamera } from "../picking/view-camera";
import type { CanvasPoint } from "../pointer/tool";
import css from "./brush-circle.module.css";
import { axisOn, type Stretch } from "./reach/stretch";

const SVG = "http://www.w3.org/2000/svg";
const SEGMENTS = 48;
/** The ratio of the radii of the inner and the outer circle. On the inner one, the brush has half its strength. */
const HALFWAY = 0.5;

/** A point on a surface in the world, and the radius of the brush there. */
export interface CirclePlace {
  point: Vector3;
  normal: Vector3;
  radius: number;
  /** Null for a round brush. */
  stretch?: Stretch | null;
}

/** The circle of a brush on the surface. It is an SVG over the picture, so it moves without a redraw. */
export class BrushCircle {
  private readonly svg = document.createElementNS(SVG, "svg");
  private readonly paths: SVGPathElement[];

  constructor(host: HTMLElement) {
    this.svg.setAttribute("class", css.cursor);
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.dataset.testid = "brush-ring";
    this.paths = [css.casing, "", css.inner].map((name) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name);
      this.svg.append(path);
      return path;
    });
    this.hide();
    host.append(this.svg);
  }

  hide(): void {
    this.svg.style.display = "none";
  }

  /** Shows the circle on the surface. */
  lie({ point, normal, radius, stretch }: CirclePlace, viewCamera: ViewCamera): void {
    const [a, b] = spanOf(normal);
    const axis = stretch ? axisOn(stretch, normal, viewCamera) : null;
    const circle = (share: number) => {
      const corners = Array.from({ length: SEGMENTS }, (_, n) => {
        const angle = (2 * Math.PI * n) / SEGMENTS;
        const offset = new Vector3()
          .addScaledVector(a, share * radius * Math.cos(angle))
          .addScaledVector(b, share * radius * Math.sin(angle));
        if (axis && stretch) offset.addScaledVector(axis, (stretch.by - 1) * offset.dot(axis));
        return viewCamera.onCanvas(offset.add(point)) ?? [0, 0];
      });
      return `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
    };
    this.show(circle(1), circle(HALFWAY));
  }

  /** Shows a flat circle on the screen, in CSS pixels. */
  float({ x, y }: CanvasPoint, radius: number, stretch: Stretch | null): void {
    const degrees = stretch ? (180 / Math.PI) * Math.atan2(stretch.y, stretch.x) : 0;
    const long = radius * (stretch?.by ?? 1);
    const [dx, dy] = [long * (stretch?.x ?? 1), long * (stretch?.y ?? 0)];
    const half = `a${long} ${radius} ${degrees} 0 1`;
    this.show(`M${x - dx} ${y - dy}${half} ${2 * dx} ${2 * dy}${half} ${-2 * dx} ${-2 * dy}`, "");
  }

  private show(outer: string, inner: string): void {
    [outer, outer, inner].forEach((d, n) => {
      this.paths[n].setAttribute("d", d);
    });
    this.svg.style.display = "";
  }

  remove(): void {
    this.svg.remove();
  }
}
