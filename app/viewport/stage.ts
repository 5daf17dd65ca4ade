import { PerspectiveCamera, Ray, Scene, Vector3, type WebGPURenderer } from "three/webgpu";
import { blendPositions } from "../../workers/model/blend-positions";
import { frameOf, type UpAxis } from "../../workers/model/mesh-sequence";
import type { Rig } from "../../workers/model/rig";
import type { DocumentState } from "../document/document";
import type { ViewState } from "../document/view-state";
import type { OrbitCamera } from "./camera/orbit-camera";
import { boneBox } from "./geometry/bone-box";
import { boxToFrame } from "./geometry/placement";
import { type Rgb, readTheme, type ThemeColours } from "./palette";
import { dominantBone } from "./picking/dominant-bone";
import { Picker } from "./picking/picker";
import { Background } from "./scene/background";
import { BoneHandles } from "./scene/bone-handles";
import { handlePose } from "./scene/bone-poses";
import { Subject } from "./scene/subject";
import { type View, viewsOf } from "./views";

/** What lies under a point of the canvas. */
export interface Hit {
  vertex: number | null;
  bone: number | null;
}

/** A step of work on the side that takes less than these milliseconds may be larger. */
const QUICK = 30;
/** Side of the view that shaders are warmed up in, in pixels. */
const WARM = 8;

/** Colours of the two ground axes, along the world's x and z. */
function groundAxes(up: UpAxis, [x, y, z]: ThemeColours["axes"]): [Rgb, Rgb] {
  if (up === "y") return [x, z];
  return up === "z" ? [x, y] : [y, z];
}

/**
 * The picture: takes the document and the view as they are, and draws them. Owns everything on the graphics processor;
 * a new one can be built from the same document at any time.
 */
export class Stage {
  readonly renderer: WebGPURenderer;
  private readonly orbit: OrbitCamera;
  private readonly camera = new PerspectiveCamera();
  private readonly scene = new Scene();
  private readonly background = new Background();
  private readonly handles = new BoneHandles();
  private readonly onReady: () => void;
  private subject: Subject | null = null;
  private picker: Picker | null = null;
  private theme: { name: ViewState["theme"]; colours: ThemeColours } | null = null;
  private posed: { rig: Rig; frame: number } | null = null;
  /** Of the canvas, in CSS pixels. */
  size = { width: 1, height: 1 };
  private view: ViewState | null = null;
  private hoveredBone: number | null = null;
  /** Nothing of the sequence has been drawn yet. */
  private cold = false;

  /** `onReady` is called when something that was made in the background can be drawn or used. */
  constructor(renderer: WebGPURenderer, orbit: OrbitCamera, onReady: () => void) {
    this.renderer = renderer;
    this.orbit = orbit;
    this.onReady = onReady;
    this.scene.add(this.background.mesh, this.handles.axes, this.handles.dots);
  }

  /** Draws a canvas of the given size in CSS pixels. */
  render(document: DocumentState, view: ViewState, width: number, height: number): void {
    this.size = { width, height };
    this.view = view;
    this.takeSequence(document);
    this.takeTheme(view.theme);
    const views = this.prepare(document, view);
    if (this.cold) this.warmUp(view);
    for (const part of views) {
      // Only the first view clears: WebGPU clears the whole canvas, whatever the scissor.
      this.renderer.autoClear = part === views[0];
      this.draw(part, view);
    }
    this.renderer.autoClear = true;
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
  }

  /** The parts of the canvas, as the layout divides it. */
  views(): View[] {
    const { width, height } = this.size;
    return viewsOf(this.view?.layout ?? "rig", Boolean(this.subject?.rig), width, height);
  }

  private takeSequence({ sequence }: DocumentState): void {
    if (sequence === (this.subject?.sequence ?? null)) return;
    this.subject?.dispose();
    this.picker?.dispose();
    this.subject = this.picker = this.theme = this.posed = null;
    this.cold = sequence !== null;
    if (!sequence) return;
    const subject = new Subject(sequence, this.renderer);
    this.subject = subject;
    this.picker = new Picker(sequence, this.onReady);
    this.scene.add(subject.root, subject.figures.source.ground.group, subject.figures.rig.ground.group);
    if (this.orbit.framed === sequence) return;
    this.orbit.framed = sequence;
    this.orbit.frame(boxToFrame(subject.placement, subject.restBox()), this.aspect());
  }

  /**
   * Draws both figures, the ghost and a handle once, unseen, so that nothing has to be compiled when a solve's first
   * rig arrives.
   */
  private warmUp(view: ViewState): void {
    const subject = this.subject;
    if (!subject) return;
    this.cold = false;
    // A processor that goes away ends this; the next stage begins anew.
    this.refine(subject).catch(() => {});
    if (!subject.rig) {
      subject.rigPass.target.render(this.renderer);
      this.handles.setPose({ centres: new Float32Array(3), axes: new Float32Array(9) }, 1);
    }
    for (const figure of ["source", "rig"] as const) {
      subject.updateShadows(this.renderer, figure, view.showGrid);
      this.draw(
        { figure, left: 0, width: WARM, height: WARM },
        { ...view, layout: "overlay", showBones: true },
      );
    }
  }

  /**
   * Finishes what can be drawn without, between pictures, in steps that the graphics processor is done with before the
   * next one, so that it never has a queue that the page would have to wait for. Then asks for a better picture.
   */
  private async refine(subject: Subject): Promise<void> {
    const { ambient } = subject;
    let count = 2;
    while (!ambient.isDone && this.subject === subject) {
      const began = performance.now();
      ambient.update(this.renderer, count);
      await ambient.settled(this.renderer);
      const cost = performance.now() - began;
      count = cost < QUICK ? 2 * count : 1;
      if (cost >= QUICK) await new Promise((resolve) => setTimeout(resolve, cost));
    }
    if (this.subject === subject) this.onReady();
  }

  private takeTheme(name: ViewState["theme"]): void {
    if (this.theme?.name === name) return;
    const colours = readTheme(document.documentElement);
    this.theme = { name, colours };
    this.background.setTheme(colours);
    this.handles.setTheme(colours.accent);
    this.subject?.setTheme(name === "light", groundAxes(this.subject.sequence.upAxis, colours.axes));
  }

  /** The page's colours are not those that were read last. */
  themeChanged(): void {
    this.theme = null;
  }

  /** Poses and colours what will be drawn. */
  private prepare({ rig, partial }: DocumentState, view: ViewState): View[] {
    const subject = this.subject;
    this.handles.visible = false;
    if (!subject) return this.views();
    subject.setRig(partial ?? rig);
    const views = this.views();
    const alone = views.length === 1 && views[0].figure === "source";
    const frame = Math.min(Math.max(0, Math.floor(view.frame)), subject.sequence.frameCount - 1);
    subject.pose(this.renderer, frame);
    subject.shade(view.shading, view.selectedBone, view.errorRange, alone);
    for (const { figure } of views) subject.updateShadows(this.renderer, figure, view.showGrid);
    this.poseHandles(subject, frame);
    return views;
  }

  private poseHandles(subject: Subject, frame: number): void {
    const { rig, placement } = subject;
    if (!rig || (this.posed?.rig === rig && this.posed.frame === frame)) return;
    const last = Math.min(frame, rig.motion.length / (12 * rig.bones.length) - 1);
    this.handles.setPose(handlePose(rig, last, placement.world), placement.diagonal);
    this.posed = { rig, frame };
  }

  private aim(part: View): void {
    const placement = this.subject?.placement;
    const reach = placement ? this.orbit.target.distanceTo(placement.centre) + 4 * placement.diagonal : 10;
    this.orbit.apply(this.camera, part.width / part.height, reach);
  }

  private draw(part: View, view: ViewState): void {
    const { left, width, height } = part;
    this.aim(part);
    this.background.setView(width, height);
    const showBones = part.figure === "rig" && view.showBones && this.subject !== null;
    this.handles.visible = showBones;
    if (showBones && this.theme) {
      this.handles.setStates(view.selectedBone, this.hoveredBone, view.hiddenBones);
      this.handles.prepare(this.camera, width, height, this.theme.colours.axes);
    }
    this.subject?.show(part.figure, view.layout === "overlay" && part.figure === "rig", view.showWireframe);
    this.renderer.setViewport(left, 0, width, height);
    this.renderer.setScissor(left, 0, width, height);
    this.renderer.setScissorTest(true);
    this.renderer.render(this.scene, this.camera);
  }

  private aspect(): number {
    const [first] = this.views();
    return first.width / first.height;
  }

  /** Moves the camera so that the whole motion, or the pose where the motion is wide, fills the view. */
  frameAll(): void {
    if (!this.subject) return;
    this.orbit.frame(boxToFrame(this.subject.placement, this.subject.poseBox), this.aspect());
  }

  /** The same for what a bone moves in the shown frame; all where none is meant. */
  frameBone(bone: number | null): void {
    const rig = this.subject?.rig;
    if (this.subject && rig && bone !== null) {
      const positions = blendPositions(rig, this.subject.frame, new Float32Array(rig.rest.length));
      const box = boneBox(rig, bone, positions).applyMatrix4(this.subject.placement.world);
      if (!box.isEmpty()) {
        this.orbit.frame(box, this.aspect());
        return;
      }
    }
    this.frameAll();
  }

  /** The view that a point lies in. */
  viewAt(x: number): View {
    const views = this.views();
    return views.find((part) => x < part.left + part.width) ?? views[views.length - 1];
  }

  /** What lies under a point in CSS pixels: a bone's handle, else the nearest vertex of the surface. */
  hit(x: number, y: number): Hit {
    const subject = this.subject;
    if (!subject || !this.view) return { vertex: null, bone: null };
    const part = this.viewAt(x);
    this.aim(part);
    const [u, v] = [x - part.left, y];
    const rig = part.figure === "rig" ? subject.rig : null;
    if (rig && this.view.showBones) {
      const bone = this.handles.at(u, v, this.camera, part.width, part.height);
      if (bone !== null) return { vertex: null, bone };
    }
    return { vertex: this.vertexAt(part, u, v), bone: null };
  }

  private vertexAt(part: View, x: number, y: number): number | null {
    const subject = this.subject!;
    const { rig, frame, sequence } = subject;
    const from = this.camera.position.clone();
    const ndc = new Vector3((2 * x) / part.width - 1, 1 - (2 * y) / part.height, 0.5);
    const ray = new Ray(from, ndc.unproject(this.camera).sub(from).normalize());
    ray.applyMatrix4(subject.placement.world.clone().invert());
    const shown = part.figure === "rig" && rig;
    return (
      this.picker?.pick(ray, shown || sequence, frame, (positions) => {
        if (shown) blendPositions(shown, frame, positions);
        else positions.set(frameOf(sequence, frame));
      }) ?? null
    );
  }

  /** Where a vertex that was just picked is on the canvas, in CSS pixels. */
  project(vertex: number, x: number): { x: number; y: number } | null {
    if (!this.subject || !this.picker) return null;
    const part = this.viewAt(x);
    this.aim(part);
    const p = this.picker.position(vertex).applyMatrix4(this.subject.placement.world).project(this.camera);
    return { x: part.left + ((p.x + 1) / 2) * part.width, y: ((1 - p.y) / 2) * part.height };
  }

  /** The bone that moves a vertex most, in the rig that is shown. */
  boneOf(vertex: number): number | null {
    return this.subject?.rig ? dominantBone(this.subject.rig, vertex) : null;
  }

  /** Name of a bone of the rig that is shown. */
  nameOf(bone: number): string {
    return this.subject?.rig?.bones[bone]?.name ?? "";
  }

  /** Lights a handle up; true if that changes the picture. */
  hoverBone(bone: number | null): boolean {
    if (bone === this.hoveredBone) return false;
    this.hoveredBone = bone;
    return true;
  }

  /** Positions that the graphics processor has for the shown frame, 3V; empty without a sequence, or without a rig. */
  async read(figure: "source" | "rig"): Promise<Float32Array> {
    const subject = this.subject;
    if (!subject || (figure === "rig" && !subject.rig)) return new Float32Array();
    return subject.figures[figure].target.readPositions(this.renderer);
  }

  dispose(): void {
    this.subject?.dispose();
    this.picker?.dispose();
    this.handles.dispose();
    this.background.dispose();
    this.subject = this.picker = null;
  }
}
