import { attribute, smoothstep, uniform, varying, vec2, vec4 } from "three/tsl";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  NodeMaterial,
  Sphere,
  Vector2,
} from "three/webgpu";
import type { Rgb } from "../colours/palette";

/** A point of a view in CSS pixels, from its top left. */
export type ViewPoint = readonly [x: number, y: number];

/** Numbers per vertex: its position; colour and alpha; offset from the shape's centre, outer and inner radius. */
const STRIDES = { position: 3, colour: 4, shape: 4 } as const;
type Part = keyof typeof STRIDES;
const PARTS = Object.keys(STRIDES) as Part[];
/** An inner radius without a hole. */
const SOLID = -8;
/** Two triangles over the corners of a quad: bit 0 of a corner selects its side, bit 1 its end. */
const QUAD = [0, 1, 2, 2, 1, 3];

/**
 * Flat shapes over the picture, in pixels of a view, in the order in which they are added: lines, discs, rings and
 * triangles with soft edges, all in one draw call. Begin with `clear`, end with `flush`.
 */
export class Shapes {
  readonly mesh: Mesh;
  private readonly viewport = uniform(new Vector2(1, 1));
  private arrays: Record<Part, Float32Array>;
  private count = 0;

  /** The depth of the shapes that are added next, linear in the view's pixels. Only used if the mesh can cover them. */
  private depth = { at: 0, x: 0, y: 0 };

  /** @param isCovered whether the mesh covers shapes that are behind it. */
  constructor(isCovered = false) {
    const material = new NodeMaterial();
    material.transparent = true;
    material.depthTest = isCovered;
    material.depthWrite = false;
    material.side = DoubleSide;
    material.forceSinglePass = true;
    const place = attribute<"vec3">("position", "vec3");
    const at = place.xy.div(this.viewport);
    material.vertexNode = vec4(at.mul(vec2(2, -2)).add(vec2(-1, 1)), isCovered ? place.z : 0, 1);
    const colour = varying(attribute<"vec4">("colour", "vec4"));
    const shape = varying(attribute<"vec4">("shape", "vec4"));
    const away = shape.xy.length();
    const cover = smoothstep(shape.z.add(0.5), shape.z.sub(0.5), away).mul(
      smoothstep(shape.w.sub(0.5), shape.w.add(0.5), away),
    );
    material.fragmentNode = vec4(colour.xyz, colour.w.mul(cover));
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = isCovered ? 105 : 110;
    this.arrays = this.grow(1024);
  }

  private grow(capacity: number): Record<Part, Float32Array> {
    const before = this.arrays;
    const geometry = new BufferGeometry();
    const made = {} as Record<Part, Float32Array>;
    for (const part of PARTS) {
      made[part] = new Float32Array(STRIDES[part] * capacity);
      if (before) made[part].set(before[part]);
      const attribute = new BufferAttribute(made[part], STRIDES[part]);
      geometry.setAttribute(part, attribute.setUsage(DynamicDrawUsage));
    }
    // Set here, or three would measure all vertices to sort this one mesh.
    geometry.boundingSphere = new Sphere();
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
    this.arrays = made;
    return made;
  }

  /** Removes all shapes; the view is `width` by `height`. */
  clear(width: number, height: number): void {
    this.viewport.value.set(width, height);
    this.count = 0;
  }

  /**
   * Adds a vertex at (x, y) of a shape whose centre is (−u, −v) away. Takes plain numbers, because a frame has
   * thousands of vertices.
   */
  private vertex(
    x: number,
    y: number,
    rgb: Rgb,
    alpha: number,
    u: number,
    v: number,
    outer: number,
    inner: number,
  ): void {
    const n = this.count++;
    if (STRIDES.position * n >= this.arrays.position.length) this.grow(2 * n);
    const { position, colour, shape: shapes } = this.arrays;
    position[3 * n] = x;
    position[3 * n + 1] = y;
    position[3 * n + 2] = this.depth.at + this.depth.x * x + this.depth.y * y;
    colour[4 * n] = rgb[0];
    colour[4 * n + 1] = rgb[1];
    colour[4 * n + 2] = rgb[2];
    colour[4 * n + 3] = alpha;
    shapes[4 * n] = u;
    shapes[4 * n + 1] = v;
    shapes[4 * n + 2] = outer;
    shapes[4 * n + 3] = inner;
  }

  /** Gives the next shapes the depths of two points in clip space, and interpolates along their line. */
  between(from: ViewPoint, fromDepth: number, to: ViewPoint, toDepth: number): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const square = dx * dx + dy * dy;
    const slope = square > 1 ? (toDepth - fromDepth) / square : 0;
    const [x, y] = [slope * dx, slope * dy];
    this.depth = { at: fromDepth - x * from[0] - y * from[1], x, y };
  }

  line(from: ViewPoint, to: ViewPoint, width: number, colour: Rgb, alpha = 1): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1e-3) return;
    const half = width / 2;
    const reach = half + 1;
    const [nx, ny] = [(-dy / length) * reach, (dx / length) * reach];
    for (const c of QUAD) {
      const side = c & 1 ? -1 : 1;
      const end = c & 2 ? to : from;
      this.vertex(end[0] + side * nx, end[1] + side * ny, colour, alpha, side * reach, 0, half, SOLID);
    }
  }

  polyline(points: readonly ViewPoint[], width: number, colour: Rgb, alpha = 1): void {
    for (let i = 1; i < points.length; i++) this.line(points[i - 1], points[i], width, colour, alpha);
  }

  triangle(a: ViewPoint, b: ViewPoint, c: ViewPoint, colour: Rgb, alpha = 1): void {
    for (const [x, y] of [a, b, c]) this.vertex(x, y, colour, alpha, 0, 0, 1, SOLID);
  }

  disc(centre: ViewPoint, radius: number, colour: Rgb, alpha = 1): void {
    this.round(centre, radius, SOLID, colour, alpha);
  }

  ring(centre: ViewPoint, radius: number, width: number, colour: Rgb, alpha = 1): void {
    this.round(centre, radius + width / 2, radius - width / 2, colour, alpha);
  }

  private round([x, y]: ViewPoint, outer: number, inner: number, colour: Rgb, alpha: number): void {
    const r = outer + 1;
    for (const c of QUAD) {
      const u = c & 1 ? r : -r;
      const v = c & 2 ? r : -r;
      this.vertex(x + u, y + v, colour, alpha, u, v, outer, inner);
    }
  }

  /** Uploads the added shapes for the next picture. */
  flush(): void {
    const { geometry } = this.mesh;
    geometry.setDrawRange(0, this.count);
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    for (const part of PARTS) {
      const attribute = geometry.getAttribute(part) as BufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, STRIDES[part] * this.count);
      attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as NodeMaterial).dispose();
  }
}
