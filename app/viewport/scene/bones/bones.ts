import type { Object3D } from "three/webgpu";
import { cageOf } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Skeleton as Segments } from "../../../../workers/model/skeleton/skeleton";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import { type BoneTint, boneTints } from "../../colours/bone-tints";
import type { ThemeColours } from "../../colours/palette";
import type { ScenePlacement } from "../../geometry/placement";
import type { Shapes, ViewPoint } from "../../overlay/shapes";
import type { ViewCamera } from "../../picking/view-camera";
import type { ShownPose } from "../poses/shown-pose";
import { BoneHandles } from "./bone-handles";
import { type BonePart, guessedParts, segmentParts } from "./bone-parts";
import { handlePose } from "./bone-poses";
import { type BoneMarks, type BoneStates, NO_MARKS, SkeletonView } from "./skeleton-view";

/** The bones over the mesh: a skeleton if they have parents or were bound to one, else one handle each. */
export class Bones {
  readonly objects: Object3D[];
  private readonly handles = new BoneHandles();
  private readonly skeleton = new SkeletonView();
  private shown: ShownPose | null = null;
  private rig: Rig | null = null;
  private segments: Segments | null = null;
  /** Null if bones have no length. */
  private parts: BonePart[] | null = null;
  private tints: readonly BoneTint[] | null = null;

  constructor() {
    this.objects = [this.handles.axes, this.handles.dots];
    this.hide();
  }

  setTheme({ accent }: ThemeColours): void {
    this.handles.setTheme(accent);
  }

  /** Sets a pose; `segments` is the skeleton that the mesh was bound to, null without one. */
  setPose(shown: ShownPose | null, segments: Segments | null, placement: ScenePlacement): void {
    const { world, diagonal } = placement;
    if (shown === this.shown && segments === this.segments) return;
    const isOther = shown?.rig !== this.rig || segments !== this.segments;
    const same = shown?.matrices === this.shown?.matrices && !isOther;
    this.shown = shown;
    if (!shown || same) return;
    const { rig, matrices } = shown;
    if (isOther) this.takeBones(rig, segments, diagonal);
    if (this.parts) this.skeleton.setPose(rig, this.parts, matrices, placement);
    else this.handles.setPose(handlePose(rig.bones, matrices, world), diagonal);
  }

  private takeBones(rig: Rig, segments: Segments | null, diagonal: number): void {
    this.rig = rig;
    this.segments = segments;
    this.tints = boneTints(rig, segments);
    this.handles.tints = this.tints;
    this.handles.turning = cageOf(rig) === null;
    const bound = segments && segmentParts(rig, segments, diagonal);
    this.parts = bound ?? (areConnected(rig.bones) ? guessedParts(rig, diagonal) : null);
  }

  /** Prepares an empty handle, so that its shader is compiled before the first rig. */
  rehearse({ camera }: ViewCamera, { axes }: ThemeColours): void {
    this.handles.setPose({ centres: new Float32Array(3), axes: new Float32Array(9) }, 1);
    this.handles.prepare(camera, 1, 1, axes);
    this.handles.visible = true;
  }

  hide(): void {
    this.handles.visible = false;
  }

  /** Prepares the bones for a view. `onto` receives the flat ones. `plain`: the surface's own colours carry data. */
  draw(
    onto: Shapes,
    viewCamera: ViewCamera,
    states: BoneStates,
    theme: ThemeColours,
    plain: boolean,
    marks: BoneMarks = NO_MARKS,
  ): void {
    this.handles.visible = this.parts === null;
    if (this.parts) {
      this.skeleton.draw(onto, viewCamera, states, { accent: theme.accent, plain, tints: this.tints }, marks);
      return;
    }
    const { width, height } = viewCamera.box;
    this.handles.setStates(states);
    this.handles.prepare(viewCamera.camera, width, height, theme.axes);
  }

  /** The places of bone names in a view: the middle of each bone, or its handle; the nearest first. */
  places(viewCamera: ViewCamera, hidden: readonly number[]): { bone: number; at: ViewPoint }[] {
    return this.parts
      ? this.skeleton.places(viewCamera, hidden)
      : this.handles.places(viewCamera.camera, viewCamera.box);
  }

  /** The bone at a point of the canvas, or null. */
  at(x: number, y: number, viewCamera: ViewCamera, hidden: readonly number[]): number | null {
    if (!this.shown) return null;
    const { left, top, width, height } = viewCamera.box;
    if (this.parts) return this.skeleton.at(x - left, y - top, viewCamera, hidden);
    return this.handles.at(x - left, y - top, viewCamera.camera, width, height);
  }

  dispose(): void {
    this.handles.dispose();
  }
}
