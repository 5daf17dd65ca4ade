import { Box3, MathUtils, type PerspectiveCamera, Vector3 } from "three/webgpu";
import type { CameraPose } from "../../document/view-state";

/** Degrees, vertical. */
export const FIELD_OF_VIEW = 26;
const START = { yaw: MathUtils.degToRad(35), pitch: MathUtils.degToRad(12) };
const STEEPEST = Math.PI / 2 - 0.001;
const RADIANS_PER_PIXEL = 0.0065;
/** What is framed fills this share of the view. */
const FILL = 0.82;

/** Logarithm of the ratio of two views' shapes that is no difference yet. */
const SAME_SHAPE = 0.05;

/** A camera that turns about a point: yaw about the world's y axis, pitch, distance. Lengths are the sequence's. */
export class OrbitCamera {
  readonly target = new Vector3();
  yaw = START.yaw;
  pitch = START.pitch;
  distance = 5;
  /** What it was framed for when that was opened: kept over a loss of the graphics processor. */
  framed: unknown = null;
  /** Shape of the view that was framed: a narrower one is seen from farther away. */
  private framedAspect = 1;
  /** What was framed last; null once the hand has moved or zoomed away from it. */
  private framing: readonly Vector3[] | null = null;
  private readonly listeners = new Set<() => void>();

  /** Calls back after every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Where it is, to come back to. */
  get pose(): CameraPose {
    const { target, yaw, pitch, distance, framedAspect: aspect } = this;
    return { target: [target.x, target.y, target.z], yaw, pitch, distance, aspect };
  }

  set pose({ target, yaw, pitch, distance, aspect }: CameraPose) {
    this.target.set(...target);
    this.framing = null;
    this.framedAspect = aspect;
    this.distance = distance;
    this.lookFrom(yaw, pitch);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** From the target to the camera, unit length. */
  direction(into = new Vector3()): Vector3 {
    const flat = Math.cos(this.pitch);
    return into.set(Math.sin(this.yaw) * flat, Math.sin(this.pitch), Math.cos(this.yaw) * flat);
  }

  /** The view's right and up, unit length. */
  private axes(): { right: Vector3; up: Vector3 } {
    const right = new Vector3(Math.cos(this.yaw), 0, -Math.sin(this.yaw));
    return { right, up: new Vector3().crossVectors(this.direction(), right) };
  }

  /** Turns by a drag in CSS pixels. */
  orbit(dx: number, dy: number): void {
    this.yaw -= dx * RADIANS_PER_PIXEL;
    this.pitch = MathUtils.clamp(this.pitch + dy * RADIANS_PER_PIXEL, -STEEPEST, STEEPEST);
    this.changed();
  }

  /** Moves with a drag in CSS pixels of a view of the given size: the target's plane stays under the pointer. */
  pan(dx: number, dy: number, width: number, height: number): void {
    this.framing = null;
    const scale = this.heightAtTarget(width / height) / height;
    const { right, up } = this.axes();
    this.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
    this.changed();
  }

  /** Scales the distance by `factor`; the point under the pointer (-1..1 in both axes, y up) stays under it. */
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

  /** Moves so that points of the world fill the view, keeping the angle. */
  frame(points: readonly Vector3[], aspect: number): void {
    if (points.length === 0) return;
    new Box3().setFromPoints([...points]).getCenter(this.target);
    this.framing = points;
    this.framedAspect = aspect;
    const toCamera = this.direction();
    const { right, up } = this.axes();
    const slope = Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2)) * FILL;
    let distance = 0;
    for (const point of points) {
      const p = point.clone().sub(this.target);
      const across = Math.max(Math.abs(p.dot(right)) / Math.min(aspect, 2.2), Math.abs(p.dot(up)));
      distance = Math.max(distance, across / slope + p.dot(toCamera));
    }
    this.distance = Math.max(distance, 1e-6);
    this.changed();
  }

  /** The same from the front and a little from the side: how every file is first seen. */
  frameFromFront(points: readonly Vector3[], aspect: number): void {
    this.yaw = START.yaw;
    this.pitch = START.pitch;
    this.frame(points, aspect);
  }

  /** Frames the same again for a view of another shape, unless the hand has moved or zoomed since. */
  keepFramed(aspect: number): void {
    if (!this.framing || Math.abs(Math.log(aspect / this.framedAspect)) < SAME_SHAPE) return;
    this.frame(this.framing, aspect);
  }

  /** How far from the target the camera is for a view of the given shape. */
  private away(aspect: number): number {
    return this.distance * MathUtils.clamp(this.framedAspect / aspect, 1, 4) ** 0.85;
  }

  /** Height of what a view shows in the plane of the target. */
  private heightAtTarget(aspect: number): number {
    return 2 * this.away(aspect) * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2));
  }

  /** Sets a camera up for a view; `reach` is the radius about the target that must not be cut off. */
  apply(camera: PerspectiveCamera, aspect: number, reach: number): void {
    camera.fov = FIELD_OF_VIEW;
    camera.aspect = aspect;
    const away = this.away(aspect);
    camera.near = Math.max(away / 200, away - reach);
    camera.far = away + 4 * reach;
    camera.position.copy(this.target).addScaledVector(this.direction(), away);
    camera.up.set(0, 1, 0);
    camera.lookAt(this.target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
