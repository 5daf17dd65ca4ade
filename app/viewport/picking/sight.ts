import type { Box3, Ray, Vector3, WebGPURenderer } from "three/webgpu";
import type { Rings } from "../../document/weights/takers";
import type { OrbitCamera } from "../camera/orbit-camera";
import type { Subject } from "../scene/subject";
import { type FigureName, isRival, type Part, partAt } from "../views";
import { Lens } from "./lens";
import { type Crossing, Picker, REST, type SurfacePoint } from "./picker";
import { isAtRest } from "./resting";

/** What lies under a point of the canvas. */
export interface Hit {
  vertex: number | null;
  bone: number | null;
  /** It was looked for in the pose from before: the one on screen is on its way. */
  late: boolean;
}

/** The picture that is looked into. */
export interface Scenery {
  readonly renderer: WebGPURenderer;
  readonly orbit: OrbitCamera;
  /** Whether the rig on screen is one that is being solved for. */
  readonly isSolving: boolean;
  /** The parts of the canvas. */
  parts(): Part[];
  /** The bone whose handle is under a point, or null, also where the surface is what is meant. */
  boneAt(x: number, y: number, lens: Lens): number | null;
}

/** Finds what is under points of the canvas, in the poses that are drawn there. */
export class Sight {
  private readonly scenery: Scenery;
  private readonly onReady: () => void;
  private subject: Subject | null = null;
  private picker: Picker | null = null;
  /** Positions that the graphics processor gave back, by figure, and which of its poses they are of. */
  private readonly known = new Map<FigureName, { version: number; positions: Float32Array }>();

  /** `onReady` is called when picking can begin. */
  constructor(scenery: Scenery, onReady: () => void) {
    this.scenery = scenery;
    this.onReady = onReady;
  }

  /** Looks at another subject. */
  take(subject: Subject | null): void {
    this.picker?.dispose();
    this.known.clear();
    this.subject = subject;
    this.picker = subject && new Picker(subject.sequence, subject.surface.triangles, this.onReady);
  }

  /** The view that a point lies in. */
  viewAt(x: number, y: number): Part {
    return partAt(this.scenery.parts(), x, y);
  }

  /** The camera of a view, to keep. */
  lensOf(part: Part): Lens {
    return new Lens().aim(this.scenery.orbit, part, this.subject?.placement ?? null);
  }

  /**
   * What lies under a point in CSS pixels: a bone's handle, else the nearest vertex of the surface.
   * @param when `soon` for what only looks: it does not wait until the picking tree has moved.
   */
  hit(x: number, y: number, when: "now" | "soon" = "now"): Hit {
    if (!this.subject) return { vertex: null, bone: null, late: false };
    const part = this.viewAt(x, y);
    const lens = this.lensOf(part);
    const bone = part.look.bones ? this.scenery.boneAt(x, y, lens) : null;
    if (bone !== null) return { vertex: null, bone, late: false };
    const ray = this.localRay(this.subject, lens, x, y);
    const late = this.takeForPicking(part.figure, when);
    return { vertex: this.picker?.pick(ray) ?? null, bone: null, late };
  }

  /** The vertex of the surface that is nearest to a point of a part, and where it is, in the sequence's coordinates. */
  vertexAt(part: Part, lens: Lens, x: number, y: number): { vertex: number; position: Vector3 } | null {
    if (!this.subject || !this.picker) return null;
    this.takeForPicking(part.figure);
    const vertex = this.picker.pick(this.localRay(this.subject, lens, x, y));
    return vertex === null ? null : { vertex, position: this.picker.position(vertex) };
  }

  /** Every place where a ray of the world goes through the rest pose; null until rays can be cast. */
  crossRest(ray: Ray): Crossing[] | null {
    const { subject, picker } = this;
    if (!subject || !picker) return null;
    picker.take(REST, (positions) => positions.set(subject.sequence.rest));
    return picker.crossings(ray.clone().applyMatrix4(subject.placement.world.clone().invert()));
  }

  /** A ray through a point of the canvas in the sequence's coordinates. */
  private localRay({ placement }: Subject, lens: Lens, x: number, y: number): Ray {
    return lens.ray(x, y).applyMatrix4(placement.world.clone().invert());
  }

  /**
   * Moves the picking tree to a figure: to what the graphics processor made of it where that was read back. While a
   * rig is solved for, what it will look like is near enough: the tree need not move with each of its changes.
   * Returns whether it still is on its way.
   */
  private takeForPicking(shown: FigureName, when: "now" | "soon" = "now"): boolean {
    const { subject, picker } = this;
    if (!subject || !picker) return false;
    const figure = this.scenery.isSolving ? "source" : shown;
    if (isAtRest(subject, figure))
      return this.move(REST, (positions) => positions.set(subject.sequence.rest), when);
    const known = this.known.get(figure);
    const { version } = subject.figure(figure);
    const exact = known?.version === version;
    const write = (positions: Float32Array) => {
      if (exact) positions.set(known.positions);
      else subject.approximate(figure, positions);
    };
    return this.move(`${figure} ${version} ${exact}`, write, when);
  }

  private move(pose: string, write: (positions: Float32Array) => void, when: "now" | "soon"): boolean {
    const { picker } = this;
    if (when === "soon") return picker?.takeSoon(pose, write) ?? false;
    picker?.take(pose, write);
    return false;
  }

  /** Takes a figure's pose for what only looks, without holding up the page: a moment later, where it has changed. */
  look(figure: FigureName): void {
    this.takeForPicking(figure, "soon");
  }

  /** Takes a figure's pose for a stroke: it stays that pose, whatever the stroke does to the figure. */
  beginStroke(figure: FigureName): Float32Array | null {
    this.takeForPicking(figure);
    return this.picker?.positions ?? null;
  }

  /** The neighbours of each vertex; null until rays can be cast. */
  get rings(): Rings | null {
    return this.picker?.rings ?? null;
  }

  /** Where the surface that was taken last is under a point of the canvas, in the sequence's coordinates. */
  surfaceAt(lens: Lens, x: number, y: number): SurfacePoint | null {
    return this.subject ? (this.picker?.hit(this.localRay(this.subject, lens, x, y)) ?? null) : null;
  }

  /** Visits vertices of the pose that was taken last, in boxes that may hold some that are wanted. */
  visit(mayHold: (box: Box3) => boolean, take: (vertex: number) => void): void {
    this.picker?.visit(mayHold, take);
  }

  /** Where a vertex that was just picked is on the canvas, in CSS pixels. */
  project(vertex: number, x: number, y: number): { x: number; y: number } | null {
    if (!this.subject || !this.picker) return null;
    const world = this.picker.position(vertex).applyMatrix4(this.subject.placement.world);
    const at = this.lensOf(this.viewAt(x, y)).onCanvas(world);
    return at && { x: at[0], y: at[1] };
  }

  /** Positions that the graphics processor has for the shown pose, 3V; empty without a sequence, or without a rig. */
  async read(figure: FigureName): Promise<Float32Array> {
    const { subject } = this;
    const { renderer } = this.scenery;
    if (!subject || (figure !== "source" && !isRival(figure) && !subject.rig)) return new Float32Array();
    subject.update(renderer, figure);
    const { target, version } = subject.figure(figure);
    const known = this.known.get(figure);
    if (known?.version === version) return known.positions;
    const positions = await target.readPositions(renderer);
    if (subject === this.subject) this.known.set(figure, { version, positions });
    return positions;
  }

  /** Counts the poses of a figure that have been drawn. */
  versionOf(figure: FigureName): number {
    return this.subject?.figure(figure).version ?? 0;
  }
}
