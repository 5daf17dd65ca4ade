import { type Box3, Matrix4, Sphere, Vector3 } from "three/webgpu";
import type { Surface } from "../../../../workers/geometry/vertex-fans";
import type { BrushSettings } from "../../../document/brush-settings";
import { fansOf } from "../../geometry/fans-of";
import type { SurfacePoint } from "../../picking/picker";
import type { Picking } from "../../picking/picking";
import type { ViewCamera } from "../../picking/view-camera";
import { FALLOFFS } from "./falloff";
import { LongAxis, type Stretch, stretchedLength } from "./stretch";
import type { SurfaceReach } from "./surface-reach";

/** Vertices that a brush reaches, with their strengths. The lists are reused. */
export interface ReachedVertices {
  count: number;
  vertices: Uint32Array;
  shares: Float32Array;
}

/** The place of a brush: its centre on the canvas, and where that meets the surface. */
export interface Circle {
  x: number;
  y: number;
  hit: SurfacePoint | null;
  /** Null for a round brush. */
  stretch?: Stretch | null;
}

/** The view of the mesh under a brush: the camera in the sequence's coordinates, and the projection to the picture. */
interface Eye {
  position: Vector3;
  /** From the sequence's coordinates to the picture's, −1..1. */
  clip: Matrix4;
  viewCamera: ViewCamera;
  world: Matrix4;
}

/** Finds the vertices that a dab touches: along the surface, within the ball, or everything behind the circle. */
export class BrushReach {
  private readonly picking: Pick<Picking, "visit">;
  private readonly surface: SurfaceReach;
  private readonly mesh: Surface;
  private readonly seen: Uint32Array;
  private dab = 0;
  private readonly reached: ReachedVertices;
  /** The long axis of the current dab; null if it is round. */
  private long: LongAxis | null = null;

  constructor(picking: Pick<Picking, "visit">, surface: SurfaceReach, mesh: Surface) {
    this.picking = picking;
    this.surface = surface;
    this.mesh = mesh;
    this.seen = new Uint32Array(mesh.vertexCount);
    this.reached = {
      count: 0,
      vertices: new Uint32Array(mesh.vertexCount),
      shares: new Float32Array(mesh.vertexCount),
    };
  }

  /** Describes a view of the mesh. Call it once per stroke. */
  eye(viewCamera: ViewCamera, world: Matrix4): Eye {
    const { camera } = viewCamera;
    camera.updateMatrixWorld();
    const clip = new Matrix4()
      .multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
      .multiply(world);
    return {
      position: camera.position.clone().applyMatrix4(world.clone().invert()),
      clip,
      viewCamera,
      world,
    };
  }

  /** @param positions 3V, those of the picking tree. */
  touch(eye: Eye, circle: Circle, positions: Float32Array, brush: BrushSettings): ReachedVertices {
    const { reached } = this;
    reached.count = 0;
    if (brush.reach === "through") this.through(eye, circle, positions, brush);
    else if (circle.hit) {
      const { stretch } = circle;
      this.long = stretch ? new LongAxis(stretch, circle.hit.point, circle.hit.normal, eye) : null;
      const middle = circle.hit.point.clone().applyMatrix4(eye.world);
      const radius = brush.radius * eye.viewCamera.pixelAt(middle);
      if (brush.reach === "volume") this.ball(circle.hit.point, radius, positions, brush);
      else this.along(circle.hit, radius, positions, brush);
    }
    if (brush.frontOnly) this.keepFront(eye.position, positions);
    return reached;
  }

  private take(i: number, t: number, shape: (t: number) => number): void {
    const share = shape(t);
    if (share <= 0) return;
    const { reached } = this;
    reached.vertices[reached.count] = i;
    reached.shares[reached.count++] = share;
  }

  private along(
    { corners, point }: SurfacePoint,
    radius: number,
    positions: Float32Array,
    brush: BrushSettings,
  ): void {
    const shape = FALLOFFS[brush.falloff];
    const { long } = this;
    const far = radius * (long?.by ?? 1);
    const { count, vertices, distances } = this.surface.around(positions, corners, point, far);
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      const away = long ? long.distance(positions, i) : distances[n];
      if (away < radius) this.take(i, away / radius, shape);
    }
  }

  private ball(centre: Vector3, radius: number, positions: Float32Array, brush: BrushSettings): void {
    const shape = FALLOFFS[brush.falloff];
    const { long } = this;
    const sphere = new Sphere(centre, radius * (long?.by ?? 1));
    const dab = ++this.dab;
    this.picking.visit(
      (box) => box.intersectsSphere(sphere),
      (i) => {
        if (this.seen[i] === dab) return;
        this.seen[i] = dab;
        const dx = positions[3 * i] - centre.x;
        const dy = positions[3 * i + 1] - centre.y;
        const dz = positions[3 * i + 2] - centre.z;
        const away = long ? long.distance(positions, i) : Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (away < radius) this.take(i, away / radius, shape);
      },
    );
  }

  private through(
    { clip, viewCamera }: Eye,
    { x, y, stretch }: Circle,
    positions: Float32Array,
    brush: BrushSettings,
  ): void {
    const shape = FALLOFFS[brush.falloff];
    const { left, top, width, height } = viewCamera.box;
    const e = clip.elements;
    const [cx, cy] = [x - left, y - top];
    const across = (pixels: number): number => (2 * pixels) / width - 1;
    const up = (pixels: number): number => 1 - (2 * pixels) / height;
    const { radius } = brush;
    const far = radius * (stretch?.by ?? 1);
    const planes = squareOf(clip, [across(cx - far), across(cx + far)], [up(cy + far), up(cy - far)]);
    const dab = ++this.dab;
    this.picking.visit(
      (box) => boxMeets(box, planes),
      (i) => {
        if (this.seen[i] === dab) return;
        this.seen[i] = dab;
        const px = positions[3 * i];
        const py = positions[3 * i + 1];
        const pz = positions[3 * i + 2];
        const w = e[3] * px + e[7] * py + e[11] * pz + e[15];
        if (w <= 0) return;
        const dx = (((e[0] * px + e[4] * py + e[8] * pz + e[12]) / w + 1) / 2) * width - cx;
        const dy = ((1 - (e[1] * px + e[5] * py + e[9] * pz + e[13]) / w) / 2) * height - cy;
        const away = stretch ? stretchedLength(stretch, dx, dy) : Math.sqrt(dx * dx + dy * dy);
        if (away < radius) this.take(i, away / radius, shape);
      },
    );
  }

  /** Drops vertices whose normals point away from the camera. */
  private keepFront(camera: Vector3, positions: Float32Array): void {
    const { offsets, pairs } = fansOf(this.mesh);
    const { reached } = this;
    const [at, a, b, normal] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    let kept = 0;
    for (let n = 0; n < reached.count; n++) {
      const i = reached.vertices[n];
      at.fromArray(positions, 3 * i);
      normal.set(0, 0, 0);
      for (let f = offsets[i]; f < offsets[i + 1]; f++) {
        a.fromArray(positions, 3 * pairs[2 * f]).sub(at);
        b.fromArray(positions, 3 * pairs[2 * f + 1]).sub(at);
        normal.add(a.cross(b));
      }
      if (at.sub(camera).dot(normal) >= 0) continue;
      reached.vertices[kept] = i;
      reached.shares[kept++] = reached.shares[n];
    }
    reached.count = kept;
  }
}

/**
 * The planes that bound a square of the picture around a circle, as 16 numbers: four of a, b, c, d, with a x + b y + c
 * z + d ≥ 0 inside, in the sequence's coordinates.
 */
function squareOf({ elements: e }: Matrix4, [left, right]: Range, [bottom, top]: Range): Float64Array {
  const planes = new Float64Array(16);
  [
    [0, left, 1],
    [0, right, -1],
    [1, bottom, 1],
    [1, top, -1],
  ].forEach(([row, at, sign], n) => {
    for (let c = 0; c < 4; c++) planes[4 * n + c] = sign * (e[4 * c + row] - at * e[4 * c + 3]);
  });
  return planes;
}

/** A range from, to across the picture, in −1..1. */
type Range = readonly [number, number];

/** Whether a box reaches into all half-spaces. This also accepts some boxes that are just outside the planes. */
function boxMeets({ min, max }: Box3, planes: Float64Array): boolean {
  for (let n = 0; n < 16; n += 4) {
    const [a, b, c] = [planes[n], planes[n + 1], planes[n + 2]];
    const x = a > 0 ? max.x : min.x;
    const y = b > 0 ? max.y : min.y;
    const z = c > 0 ? max.z : min.z;
    if (a * x + b * y + c * z + planes[n + 3] < 0) return false;
  }
  return true;
}
