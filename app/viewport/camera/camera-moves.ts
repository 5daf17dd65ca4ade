import { MathUtils, type Vector3 } from "three/webgpu";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";
import type { OrbitCamera } from "./orbit-camera";

/** How long a move takes, in milliseconds. */
const GLIDE_MS = 180;
/** The number of earlier views that are kept. */
const MOST_VIEWS = 100;
/** Moves of the wheel that follow each other within this time are one, in milliseconds. */
const ONE_GESTURE_MS = 600;

/** Directions from which the world is seen. The front is the world's +z. */
const DIRECTIONS = {
  front: [0, 0],
  back: [180, 0],
  right: [90, 0],
  left: [-90, 0],
  top: [0, 90],
  bottom: [0, -90],
} as const;
export type ViewDirection = keyof typeof DIRECTIONS;

/** What moves need of the page. Tests give their own. */
export interface MovesPage {
  /** Whether the artist asks for less motion. */
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

/** Moves of the camera by command: smooth, with a way back to earlier views. A drag of the artist ends them. */
export class CameraMoves {
  private readonly orbit: OrbitCamera;
  private readonly page: MovesPage;
  private past: CameraPose[] = [];
  private future: CameraPose[] = [];
  private request = 0;
  private turning = 0;
  private lastTurn = Number.NEGATIVE_INFINITY;
  /** Where a glide ends; null without one. */
  private goal: CameraPose | null = null;
  /** Ends a glide at its goal. */
  private arrive: (() => void) | null = null;

  constructor(orbit: OrbitCamera, page: MovesPage = PAGE) {
    this.orbit = orbit;
    this.page = page;
  }

  /** The pose that the camera has or is about to have. */
  private get pose(): CameraPose {
    return this.goal ?? this.orbit.pose;
  }

  /**
   * Notes the view that the artist leaves by hand. A move that is under way arrives at once.
   * @param together whether a call soon after another one belongs to the same gesture, as turns of the wheel do.
   */
  begin(together = false): void {
    const now = this.page.now();
    const isSame = together && now - this.lastTurn < ONE_GESTURE_MS;
    this.lastTurn = together ? now : Number.NEGATIVE_INFINITY;
    this.arrive?.();
    if (!isSame) this.note();
  }

  /** Notes the view that is left, so that `previous` returns to it. */
  private note(): void {
    this.past = [...this.past, this.pose].slice(-MOST_VIEWS);
    this.future = [];
  }

  /** Moves to a pose, as a step that `previous` takes back. */
  go(pose: CameraPose): void {
    this.note();
    this.glide(pose);
  }

  /** Looks from a yaw and a pitch, in radians. */
  lookFrom(yaw: number, pitch: number): void {
    this.go({ ...this.pose, yaw, pitch });
  }

  /** Looks from a side; from above and below the yaw is that of the front. */
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

  /** Frames points of the world at the same angle. */
  frame(points: readonly Vector3[], aspect: number): void {
    if (points.length === 0) return;
    this.note();
    this.glide(this.orbit.framedPose(points, aspect), () => this.orbit.noteFraming(points));
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

  /** Starts the turntable, in radians a second; 0 ends it. */
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

  /** Ends a move at the place where the camera is. */
  stop(): void {
    this.page.cancelFrame(this.request);
    this.request = 0;
    this.goal = this.arrive = null;
  }

  private glide(to: CameraPose, arrived: () => void = () => {}): void {
    const from = this.orbit.pose;
    // The shorter way around.
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

/** A pose between two. Distances change by an equal factor in equal times. */
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
