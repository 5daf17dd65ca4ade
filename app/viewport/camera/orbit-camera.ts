import { Box3, MathUtils, type OrthographicCamera, PerspectiveCamera, Vector3 } from "three/webgpu";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";

/** Vertical, in degrees. */
export const FIELD_OF_VIEW = 26;
/** The first view of a file, beside its front: exactly from there, a body has no depth. */
const START = { yaw: MathUtils.degToRad(15), pitch: MathUtils.degToRad(8) };
const STEEPEST = Math.PI / 2 - 0.001;
const RADIANS_PER_PIXEL = 0.0065;
/** The framed points fill this fraction of the view. */
const FILL = 0.82;

/** Views that are wider frame as if they had this aspect ratio, so that panels over their ends cover nothing. */
const WIDEST = 2.2;

/** Steps of the bisection that centres the looser axis. After them, the mesh is off by less than a pixel. */
const HALVINGS = 24;

/** Two aspect ratios are equal if the logarithm of their ratio is below this. */
const SAME_SHAPE = 0.05;

/**
 * The least distance from which a perspective view sees all points between two of its sides, and the shift of the
 * target that puts the points in the middle.
 *
 * A point at `x` across and `z` towards the camera is inside if |x − shift| ≤ slope · (distance − z). Each side is a
 * bound on slope · distance ± shift, and the two tightest bounds meet where both sides touch.
 * @param slope of each side to the direction of view
 */
function fitBetween(
  points: readonly Vector3[],
  target: Vector3,
  axis: Vector3,
  toCamera: Vector3,
  slope: number,
) {
  let [high, low] = [-Infinity, -Infinity];
  for (const point of points) {
    const p = point.clone().sub(target);
    const [x, z] = [p.dot(axis), slope * p.dot(toCamera)];
    high = Math.max(high, z + x);
    low = Math.max(low, z - x);
  }
  return { shift: (high - low) / 2, distance: (high + low) / (2 * slope) };
}

/**
 * The shift of the target that puts points in the middle of a perspective view from a given distance, which is enough
 * to see them: the ends on both sides are as far from the middle of the picture.
 *
 * A wider slope needs less distance. The one that needs exactly this distance touches the ends.
 * @param slope at which the points fit into the distance; they fit at every larger one
 */
function middleFrom(
  distance: number,
  points: readonly Vector3[],
  target: Vector3,
  axis: Vector3,
  toCamera: Vector3,
  slope: number,
): number {
  let [least, most] = [0, slope];
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (least + most) / 2;
    if (fitBetween(points, target, axis, toCamera, middle).distance > distance) least = middle;
    else most = middle;
  }
  return fitBetween(points, target, axis, toCamera, most).shift;
}

/** A camera that orbits a point: yaw about the world's y axis, pitch, distance. Lengths are in the sequence's unit. */
export class OrbitCamera {
  readonly target = new Vector3();
  yaw = START.yaw;
  pitch = START.pitch;
  distance = 5;
  /** Whether the view is orthographic. Objects at the target have the same size as in the perspective view. */
  orthographic = false;
  /** The object that was framed when it was opened. Survives a lost GPU device. */
  framed: unknown = null;
  /** The aspect ratio of the framed view. A narrower view moves the camera away. */
  private framedAspect = 1;
  /** The points that were framed last; null once the artist has panned or zoomed. */
  private framing: readonly Vector3[] | null = null;
  private readonly listeners = new Set<() => void>();

  /** Calls back after every change. Returns a function that stops this. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The current pose of the camera, to return to later. */
  get pose(): CameraPose {
    const { target, yaw, pitch, distance, framedAspect: aspect, orthographic } = this;
    return { target: [target.x, target.y, target.z], yaw, pitch, distance, aspect, orthographic };
  }

  set pose({ target, yaw, pitch, distance, aspect, orthographic = false }: CameraPose) {
    this.target.set(...target);
    this.orthographic = orthographic;
    this.framing = null;
    this.framedAspect = aspect;
    this.distance = distance;
    this.lookFrom(yaw, pitch);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Unit vector from the target to the camera. */
  direction(into = new Vector3()): Vector3 {
    const flat = Math.cos(this.pitch);
    return into.set(Math.sin(this.yaw) * flat, Math.sin(this.pitch), Math.cos(this.yaw) * flat);
  }

  /** The view's right and up, unit length. */
  private axes(): { right: Vector3; up: Vector3 } {
    const right = new Vector3(Math.cos(this.yaw), 0, -Math.sin(this.yaw));
    return { right, up: new Vector3().crossVectors(this.direction(), right) };
  }

  /** Orbits by a drag in CSS pixels. */
  orbit(dx: number, dy: number): void {
    this.yaw -= dx * RADIANS_PER_PIXEL;
    this.pitch = MathUtils.clamp(this.pitch + dy * RADIANS_PER_PIXEL, -STEEPEST, STEEPEST);
    this.changed();
  }

  /** Pans with a drag in CSS pixels in a view of the given size. The target's plane follows the pointer. */
  pan(dx: number, dy: number, width: number, height: number): void {
    this.framing = null;
    const scale = this.heightAtTarget(width / height) / height;
    const { right, up } = this.axes();
    this.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    this.changed();
  }

  /** Scales the distance by `factor`. The point under the pointer (-1..1 in both axes, y up) stays there. */
  zoom(factor: number, x: number, y: number, aspect: number): void {
    this.framing = null;
    const half = this.heightAtTarget(aspect) / 2;
    const { right, up } = this.axes();
    const shift = 1 - factor;
    this.target.addScaledVector(right, x * half * aspect * shift).addScaledVector(up, y * half * shift);
    this.distance *= factor;
    this.changed();
  }

  /** Looks from a direction. */
  lookFrom(yaw: number, pitch: number): void {
    this.yaw = yaw;
    this.pitch = MathUtils.clamp(pitch, -STEEPEST, STEEPEST);
    this.changed();
  }

  /** Moves so that points of the world fill the view, at the same angle. */
  frame(points: readonly Vector3[], aspect: number): void {
    if (points.length === 0) return;
    new Box3().setFromPoints([...points]).getCenter(this.target);
    this.framing = points;
    this.framedAspect = aspect;
    const toCamera = this.direction();
    const { right, up } = this.axes();
    const slope = Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2)) * FILL;
    const sides = slope * Math.min(aspect, WIDEST);
    const across = fitBetween(points, this.target, right, toCamera, sides).distance;
    const along = fitBetween(points, this.target, up, toCamera, slope).distance;
    const distance = Math.max(across, along);
    const x = middleFrom(distance, points, this.target, right, toCamera, sides);
    const y = middleFrom(distance, points, this.target, up, toCamera, slope);
    this.target.addScaledVector(right, x).addScaledVector(up, y);
    this.distance = Math.max(distance, 1e-6);
    this.changed();
  }

  /**
   * Frames points from the front and slightly from the side: the first view of every file.
   * @param front the yaw from which the front of the object is seen, in radians.
   */
  frameFromFront(points: readonly Vector3[], aspect: number, front = 0): void {
    this.yaw = front + START.yaw;
    this.pitch = START.pitch;
    this.frame(points, aspect);
  }

  /** The pose that `frame` would choose for points. Does not move the camera. */
  framedPose(points: readonly Vector3[], aspect: number, from: CameraPose = this.pose): CameraPose {
    const copy = new OrbitCamera();
    copy.pose = from;
    copy.frame(points, aspect);
    return copy.pose;
  }

  /** Notes which points are framed, so that `keepFramed` can frame them again. */
  noteFraming(points: readonly Vector3[]): void {
    this.framing = points;
  }

  /** Frames the points again if the shape of the view has changed, unless the artist has panned or zoomed since. */
  keepFramed(aspect: number): void {
    if (!this.framing || Math.abs(Math.log(aspect / this.framedAspect)) < SAME_SHAPE) return;
    this.frame(this.framing, aspect);
  }

  /** The distance from the target in a view of the given shape. */
  private away(aspect: number): number {
    return this.distance * MathUtils.clamp(this.framedAspect / aspect, 1, 4) ** 0.85;
  }

  /** The height of the view in the plane of the target. */
  private heightAtTarget(aspect: number): number {
    return 2 * this.away(aspect) * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2));
  }

  /**
   * Sets up a camera for a view. Nothing within `reach` of the target is clipped. An orthographic camera is farther
   * away by `reach`, so that directions to it are almost parallel.
   */
  apply(camera: PerspectiveCamera | OrthographicCamera, aspect: number, reach: number): void {
    const isFlat = !(camera instanceof PerspectiveCamera);
    const away = this.away(aspect) + (isFlat ? reach : 0);
    if (isFlat) {
      const half = this.heightAtTarget(aspect) / 2;
      [camera.left, camera.right] = [-half * aspect, half * aspect];
      [camera.bottom, camera.top] = [-half, half];
    } else {
      camera.fov = FIELD_OF_VIEW;
      camera.aspect = aspect;
    }
    camera.near = Math.max(away / 200, away - reach);
    camera.far = away + 4 * reach;
    camera.position.copy(this.target).addScaledVector(this.direction(), away);
    camera.up.set(0, 1, 0);
    camera.lookAt(this.target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
