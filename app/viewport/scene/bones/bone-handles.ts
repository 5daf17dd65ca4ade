import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type NodeMaterial,
  Vector3,
} from "three/webgpu";
import { type BoneTint, tintColour, tintOf } from "../../colours/bone-tints";
import { BONE_COLOURS, type Rgb } from "../../colours/palette";
import type { ViewCamera } from "../../picking/view-camera";
import { axisMaterial, dotMaterial, HOLLOW, handleLooks } from "./bone-handle-materials";
import type { BoneStates } from "./skeleton-view";

/** Length of the axes over the mesh's diagonal. */
const AXIS_LENGTH = 0.0175;
/** The largest distance between the pointer and a handle that it picks, in CSS pixels. */
const REACH = 8;
/** Distance of a bone's name below its handle, in CSS pixels. */
const NAME_BELOW = 16;

type ViewLens = ViewCamera["camera"];

/** The positions and the axes of the handles, in the world. */
export interface HandlePose {
  /** 3B. */
  centres: Float32Array;
  /** 9B: the three axes of each bone, unit length. */
  axes: Float32Array;
}

/** Instanced handles of bones: a dot with a dark casing and three short axes, drawn over everything, nearest last. */
export class BoneHandles {
  readonly dots: Mesh;
  readonly axes: Mesh;
  private readonly looks = handleLooks();
  private capacity = 0;
  private pose: HandlePose = { centres: new Float32Array(), axes: new Float32Array() };
  private chosen: ReadonlySet<number> = new Set();
  private hovered: number | null = null;
  private hidden: readonly number[] = [];
  /** Whether the bones turn, so that their axes say something. */
  turning = true;
  /** Colours of bones that differ from those of their indices. */
  tints: readonly BoneTint[] | null = null;

  constructor() {
    this.dots = new Mesh(new InstancedBufferGeometry(), dotMaterial(this.looks));
    this.axes = new Mesh(new InstancedBufferGeometry(), axisMaterial(this.looks));
    this.dots.renderOrder = 101;
    this.axes.renderOrder = 100;
    for (const mesh of [this.dots, this.axes]) mesh.frustumCulled = false;
  }

  set visible(shown: boolean) {
    this.dots.visible = shown && this.pose.centres.length > 0;
    this.axes.visible = this.dots.visible && this.turning;
  }

  setTheme(accent: Rgb): void {
    this.looks.accent.value.set(...accent);
  }

  /** Sets a pose; the number of bones may change. `colours` are those of the axes. */
  setPose(pose: HandlePose, diagonal: number): void {
    const count = pose.centres.length / 3;
    if (count > this.capacity) this.grow(Math.max(64, 2 ** Math.ceil(Math.log2(count))));
    this.pose = pose;
    this.looks.length.value = AXIS_LENGTH * diagonal;
  }

  /** Sets selection and hover. Hidden bones are neither drawn nor picked. */
  setStates({ selected, also, hovered, hidden }: BoneStates): void {
    this.chosen = new Set(selected === null ? also : [selected, ...also]);
    this.hovered = hovered;
    this.hidden = hidden;
  }

  private grow(capacity: number): void {
    this.capacity = capacity;
    const instanced = (size: number, per = 1) => {
      const made = new InstancedBufferAttribute(new Float32Array(size * capacity * per), size);
      made.setUsage(DynamicDrawUsage);
      return made;
    };
    const quad = (mesh: Mesh, corners: number[]) => {
      mesh.geometry.dispose();
      const geometry = new InstancedBufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
      geometry.setIndex([0, 1, 2, 0, 2, 3]);
      mesh.geometry = geometry;
      return geometry;
    };
    const dots = quad(this.dots, [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    dots.setAttribute("centre", instanced(3));
    dots.setAttribute("colour", instanced(3));
    dots.setAttribute("state", instanced(1));
    const axes = quad(this.axes, [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]);
    axes.setAttribute("centre", instanced(3, 3));
    axes.setAttribute("axis", instanced(3, 3));
    axes.setAttribute("colour", instanced(3, 3));
  }

  /** Writes the instances for a camera, farthest first. */
  prepare(camera: ViewLens, width: number, height: number, axisColours: Rgb[]): void {
    this.looks.viewport.value.set(width, height);
    const { centres, axes } = this.pose;
    const count = centres.length / 3;
    if (count === 0) return;
    const order = this.order(camera, count);
    const dots = attributesOf(this.dots);
    const lines = attributesOf(this.axes);
    order.forEach((j, n) => {
      const centre = centres.subarray(3 * j, 3 * j + 3);
      dots.centre.set(centre, 3 * n);
      dots.colour.set(tintColour(this.tints, j), 3 * n);
      const state = this.chosen.has(j) ? 2 : j === this.hovered ? 1 : 0;
      dots.state[n] = state + (tintOf(this.tints, j).colour >= BONE_COLOURS.length ? HOLLOW : 0);
      for (let axis = 0; axis < 3; axis++) {
        lines.centre.set(centre, 9 * n + 3 * axis);
        lines.colour.set(axisColours[axis], 9 * n + 3 * axis);
      }
      lines.axis.set(axes.subarray(9 * j, 9 * j + 9), 9 * n);
    });
    markWritten(this.dots, order.length);
    markWritten(this.axes, 3 * order.length);
  }

  private order(camera: ViewLens, count: number): number[] {
    const { centres } = this.pose;
    const forward = camera.getWorldDirection(new Vector3());
    const depth = (j: number) =>
      this.chosen.has(j)
        ? -Infinity
        : centres[3 * j] * forward.x + centres[3 * j + 1] * forward.y + centres[3 * j + 2] * forward.z;
    const shown = Array.from({ length: count }, (_, j) => j).filter((j) => !this.hidden.includes(j));
    return shown.sort((a, b) => depth(b) - depth(a));
  }

  /** The handles in a view, in CSS pixels from its corner. */
  places(
    camera: ViewLens,
    { width, height }: { width: number; height: number },
  ): { bone: number; at: [number, number] }[] {
    const p = new Vector3();
    return Array.from({ length: this.pose.centres.length / 3 }, (_, bone) => bone).flatMap((bone) => {
      p.fromArray(this.pose.centres, 3 * bone).project(camera);
      if (p.z > 1 || this.hidden.includes(bone)) return [];
      return {
        bone,
        at: [((p.x + 1) / 2) * width, ((1 - p.y) / 2) * height + NAME_BELOW] as [number, number],
      };
    });
  }

  /** The handle nearest to a point of the view in CSS pixels, within reach; or null. */
  at(x: number, y: number, camera: ViewLens, width: number, height: number): number | null {
    const { centres } = this.pose;
    const p = new Vector3();
    let best: number | null = null;
    let bestScore = Infinity;
    for (let j = 0; 3 * j < centres.length; j++) {
      p.fromArray(centres, 3 * j).project(camera);
      if (p.z > 1 || this.hidden.includes(j)) continue;
      const away = Math.hypot(((p.x + 1) / 2) * width - x, ((1 - p.y) / 2) * height - y);
      if (away <= REACH && away < bestScore) {
        best = j;
        bestScore = away;
      }
    }
    return best;
  }

  dispose(): void {
    for (const mesh of [this.dots, this.axes]) {
      mesh.geometry.dispose();
      (mesh.material as NodeMaterial).dispose();
    }
  }
}

function attributesOf(mesh: Mesh): Record<string, Float32Array> {
  return Object.fromEntries(
    Object.entries(mesh.geometry.attributes).map(([name, a]) => [
      name,
      (a as BufferAttribute).array as Float32Array,
    ]),
  );
}

function markWritten(mesh: Mesh, count: number): void {
  (mesh.geometry as InstancedBufferGeometry).instanceCount = count;
  for (const attribute of Object.values(mesh.geometry.attributes)) {
    if (attribute instanceof InstancedBufferAttribute) attribute.needsUpdate = true;
  }
}
