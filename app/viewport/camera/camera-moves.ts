import { MathUtils, type Vector3 } from "three/webgpu";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";
import type { OrbitCamera } from "./orbit-camera";

/** The duration of a move, in milliseconds. */
const GLIDE_MS = 180;
/** `previous` can go back this many views. */
const MOST_VIEWS = 100;
/** Turns of the wheel within this time of each other are one gesture, in milliseconds. */
const ONE_GESTURE_MS = 600;

/** Directions from which the camera looks, as yaw and pitch in degrees. The front is the world's +z. */
const DIRECTIONS = {
  front: [0, 0],
  back: [180, 0],
  right: [90, 0],
  left: [-90, 0],
  top: [0, 90],
  bottom: [0, -90],
} as const;
export type ViewDirection = keyof typeof DIRECTIONS;

/** The functions of the page that moves use. Tests replace them. */
export interface MovesPage {
  /** Whether the artist prefers reduced motion. */
  isStill(): boolean;
  now(): number;
  nextFrame(call: () => void): number;
  cancelFrame(request: number): void;
}

const PAGE: MovesPage = {
  isStill: () => window.matchMedia("(prefers-reduced-motion: reduce)").matches,
  now: () => performance.now(),
  nextFrame: (call) => requestAnimationFrame(call),
  cancelFrame: (request) => cancelAnimationFrame(request),
};

/** Moves the camera by command, smoothly, and can return to earlier views. A drag of the artist ends a move. */
export class CameraMoves {
  private readonly orbit: OrbitCamera;
  private readonly page: MovesPage;
  private past: CameraPose[] = [];
  private future: CameraPose[] = [];
  private request = 0;
  private turning = 0;
  private lastTurn = Number.NEGATIVE_INFINITY;
  /** The pose at the end of the current move; null without one. */
  private goal: CameraPose | null = null;
  /** Ends the current move at its goal. */
  private arrive: (() => void) | null = null;

  constructor(orbit: OrbitCamera, page: MovesPage = PAGE) {
    this.orbit = orbit;
    this.page = page;
  }

  /** The camera's pose at the end of the current move. */
  private get pose(): CameraPose {
    return this.goal ?? this.orbit.pose;
  }

  /**
   * Call it before a gesture of the artist: it stores the view, so that `previous` can return to it. A current move
   * ends at its goal at once.
   * @param together whether calls in quick succession are one gesture, as turns of the wheel are.
   */
  begin(together = false): void {
    const now = this.page.now();
    const isSame = together && now - this.lastTurn < ONE_GESTURE_MS;
    this.lastTurn = together ? now : Number.NEGATIVE_INFINITY;
    this.arrive?.();
    if (!isSame) this.note();
  }

  /** Stores the current view, so that `previous` can return to it. */
  private note(): void {
    this.past = [...this.past, this.pose].slice(-MOST_VIEWS);
    this.future = [];
  }

  /** Moves to a pose. `previous` returns from it. */
  go(pose: CameraPose): void {
    this.note();
    this.glide(pose);
  }

  /** Looks from a yaw and a pitch, in radians. */
  lookFrom(yaw: number, pitch: number): void {
    this.go({ ...this.pose, yaw, pitch });
  }

  /** Looks from a side. From above and below, the front is at the bottom of the picture. */
  look(direction: ViewDirection): void {
    const [yaw, pitch] = DIRECTIONS[direction].map(MathUtils.degToRad);
    this.lookFrom(yaw, pitch);
  }

  /** Looks from the other side. */
  opposite(): void {
    const { yaw, pitch } = this.pose;
    const isSteep = Math.abs(pitch) > 1.5;
    this.lookFrom(isSteep ? yaw : yaw + Math.PI, -pitch);
  }

  /** Turns by angles in radians. */
  turn(yaw: number, pitch: number): void {
    const { yaw: from, pitch: up } = this.pose;
    this.lookFrom(from + yaw, MathUtils.clamp(up + pitch, -Math.PI / 2, Math.PI / 2));
  }

  /** Scales the distance. */
  zoom(factor: number): void {
    this.go({ ...this.pose, distance: factor * this.pose.distance });
  }

  /** Frames points of the world at the same angle: during a move, at the angle where it would have ended. */
  frame(points: readonly Vector3[], aspect: number): void {
    if (points.length === 0) return;
    this.note();
    this.glide(this.orbit.framedPose(points, aspect, this.pose), () => this.orbit.noteFraming(points));
  }

  setOrthographic(orthographic: boolean): void {
    this.begin();
    this.orbit.pose = { ...this.orbit.pose, orthographic };
  }

  get hasPrevious(): boolean {
    return this.past.length > 0;
  }

  get hasNext(): boolean {
    return this.future.length > 0;
  }

  previous(): void {
    const pose = this.past.pop();
    if (!pose) return;
    this.future.push(this.pose);
    this.glide(pose);
  }

  next(): void {
    const pose = this.future.pop();
    if (!pose) return;
    this.past.push(this.pose);
    this.glide(pose);
  }

  /** Starts the turntable at a speed in radians per second; 0 stops it. */
  turntable(speed: number): void {
    this.page.cancelFrame(this.turning);
    this.turning = 0;
    if (speed === 0) return;
    let last = this.page.now();
    const step = () => {
      const now = this.page.now();
      this.orbit.lookFrom(this.orbit.yaw + (speed * (now - last)) / 1000, this.orbit.pitch);
      last = now;
      this.turning = this.page.nextFrame(step);
    };
    this.turning = this.page.nextFrame(step);
  }

  /** Stops a move where the camera is now. */
  stop(): void {
    this.page.cancelFrame(this.request);
    this.request = 0;
    this.goal = this.arrive = null;
  }

  private glide(to: CameraPose, arrived: () => void = () => {}): void {
    const from = this.orbit.pose;
    // Turns the shorter way.
    const turn = MathUtils.euclideanModulo(to.yaw - from.yaw + Math.PI, 2 * Math.PI) - Math.PI;
    const start = this.page.now();
    this.stop();
    this.goal = to;
    const arrive = () => {
      this.stop();
      this.orbit.pose = to;
      arrived();
    };
    this.arrive = arrive;
    const step = () => {
      const t = this.page.isStill() ? 1 : Math.min(1, (this.page.now() - start) / GLIDE_MS);
      if (t === 1) return arrive();
      this.orbit.pose = between(from, { ...to, yaw: from.yaw + turn }, MathUtils.smoothstep(t, 0, 1));
      this.request = this.page.nextFrame(step);
    };
    step();
  }
}

/** Interpolates between two poses. Distances change by the same factor in the same time. */
function between(from: CameraPose, to: CameraPose, t: number): CameraPose {
  const mix = (a: number, b: number) => a + t * (b - a);
  return {
    ...to,
    target: from.target.map((x, axis) => mix(x, to.target[axis])) as CameraPose["target"],
    yaw: mix(from.yaw, to.yaw),
    pitch: mix(from.pitch, to.pitch),
    distance: from.distance * (to.distance / from.distance) ** t,
  };
}
