import type { Object3D } from "three/webgpu";
import type { Placement } from "../geometry/placement";
import type { Shapes } from "../overlay/shapes";
import type { ThemeColours } from "../palette";
import type { Lens } from "../picking/lens";
import { BoneHandles } from "./bone-handles";
import { handlePose } from "./bone-poses";
import type { ShownPose } from "./shown-pose";
import { type BoneStates, isTree, Skeleton } from "./skeleton";

/** The bones over the mesh: a skeleton where they have parents, else a handle each. */
export class Bones {
  readonly objects: Object3D[];
  private readonly handles = new BoneHandles();
  private readonly skeleton = new Skeleton();
  private shown: ShownPose | null = null;

  constructor() {
    this.objects = [this.handles.axes, this.handles.dots];
    this.hide();
  }

  private get tree(): boolean {
    return this.shown !== null && isTree(this.shown.rig.bones);
  }

  setTheme({ accent }: ThemeColours): void {
    this.handles.setTheme(accent);
  }

  setPose(shown: ShownPose | null, { world, diagonal }: Placement): void {
    if (shown === this.shown) return;
    const same = shown?.matrices === this.shown?.matrices && shown?.rig === this.shown?.rig;
    this.shown = shown;
    if (!shown || same) return;
    const { rig, matrices } = shown;
    if (this.tree) this.skeleton.setPose(rig, matrices, world, diagonal);
    else this.handles.setPose(handlePose(rig.bones, matrices, world), diagonal);
  }

  /** Readies a handle of nothing, so that its shader is there when the first rig is. */
  rehearse({ camera }: Lens, { axes }: ThemeColours): void {
    this.handles.setPose({ centres: new Float32Array(3), axes: new Float32Array(9) }, 1);
    this.handles.prepare(camera, 1, 1, axes);
    this.handles.visible = true;
  }

  hide(): void {
    this.handles.visible = false;
  }

  /** Readies them for a view: `shapes` takes what is flat. `plain`: the surface has colours that are to be read. */
  draw(shapes: Shapes, lens: Lens, states: BoneStates, theme: ThemeColours, plain: boolean): void {
    this.handles.visible = !this.tree;
    if (this.tree) {
      this.skeleton.draw(shapes, lens, states, theme.accent, plain);
      return;
    }
    const { width, height } = lens.box;
    this.handles.setStates(states);
    this.handles.prepare(lens.camera, width, height, theme.axes);
  }

  /** The bone at a point of the canvas, or null. */
  at(x: number, y: number, lens: Lens, hidden: readonly number[]): number | null {
    if (!this.shown) return null;
    const { left, top, width, height } = lens.box;
    if (this.tree) return this.skeleton.at(x - left, y - top, lens, hidden);
    return this.handles.at(x - left, y - top, lens.camera, width, height);
  }

  dispose(): void {
    this.handles.dispose();
  }
}
