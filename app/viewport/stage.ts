import { Scene, type Vector3, type WebGPURenderer } from "three/webgpu";
import type { DeformerKind } from "../../workers/model/deform";
import type { UpAxis } from "../../workers/model/mesh-sequence";
import type { Rig } from "../../workers/model/rig";
import { type DocumentState, shownRig } from "../document/document";
import { useView, type ViewState } from "../document/view-state";
import { boneTints, tintColour } from "./bone-tints";
import type { OrbitCamera } from "./camera/orbit-camera";
import type { LiveWeights } from "./deform/live-weights";
import { outlineToFrame } from "./geometry/placement";
import type { Ring } from "./geometry/ring-maths";
import { drawRings, type RingName, type RingTurn, ringsOf } from "./gizmo/gizmo";
import { type BoneDrag, drawBoneDrag } from "./overlay/bone-drag";
import { Shapes } from "./overlay/shapes";
import { type Rgb, readTheme, type ThemeColours } from "./palette";
import { paneState } from "./pane-state";
import { dominantBone } from "./picking/dominant-bone";
import { Lens } from "./picking/lens";
import { Sight } from "./picking/sight";
import { refineLight } from "./scene/ambient-occlusion";
import { Background } from "./scene/background";
import { Bones } from "./scene/bones";
import { Colouring, mapBeside, mapOfPaint } from "./scene/colouring";
import { boneCorners, wholeOutline } from "./scene/framing";
import { PassDataOnScreen } from "./scene/pass-data-on-screen";
import { PoseOnScreen } from "./scene/pose-on-screen";
import type { ShownPose } from "./scene/shown-pose";
import { Subject } from "./scene/subject";
import type { Shown } from "./shown";
import { arrange, type FigureName, type Part, RIVALS, type Rival } from "./views";

/** Side of the view that shaders are warmed up in, in pixels. */
const WARM = 8;
const NO_RIVALS: Record<Rival, Rig | null> = { "rig-a": null, "rig-b": null };

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
  readonly orbit: OrbitCamera;
  private readonly scene = new Scene();
  private readonly background = new Background();
  private readonly bones = new Bones();
  private readonly shapes = new Shapes();
  private readonly posing = new PoseOnScreen();
  readonly colouring = new Colouring();
  private readonly onReady: () => void;
  private readonly lens = new Lens();
  readonly sight: Sight;
  private subjectNow: Subject | null = null;
  private theme: { name: ViewState["theme"]; colours: ThemeColours } | null = null;
  private readonly passData = new PassDataOnScreen();
  /** Of the canvas, in CSS pixels. */
  size = { width: 1, height: 1 };
  private shown: Shown | null = null;
  private hoveredBone: number | null = null;
  /** Nothing of the sequence has been drawn yet. */
  private cold = false;
  /** Weights under a stroke, instead of the rig's. */
  liveWeights: LiveWeights | null = null;
  /** What tools of the Paint workspace draw over a view, in its pixels. */
  readonly marks = new Set<(shapes: Shapes, part: Part, lens: Lens) => void>();
  /** A handle that is being dragged. */
  boneDrag: BoneDrag | null = null;
  gizmo: { hot: RingName | null; turn: RingTurn | null } = { hot: null, turn: null };
  /** `onReady` is called when something that was made in the background can be drawn or used. */
  constructor(renderer: WebGPURenderer, orbit: OrbitCamera, onReady: () => void) {
    this.renderer = renderer;
    this.orbit = orbit;
    this.onReady = onReady;
    this.sight = new Sight(this, onReady);
    this.scene.add(this.background.mesh, ...this.bones.objects, this.shapes.mesh);
  }

  get isSolving(): boolean {
    return Boolean(this.shown?.document.partial);
  }

  get subject(): Subject | null {
    return this.subjectNow;
  }

  /** Draws a canvas of the given size in CSS pixels. */
  render(shown: Shown, width: number, height: number): void {
    this.size = { width, height };
    this.shown = shown;
    this.takeSequence(shown.document);
    this.takeTheme(shown.view.theme);
    const parts = this.prepare(shown);
    this.orbit.keepFramed(this.aspect());
    if (this.cold) this.warmUp(shown.view);
    for (const part of parts) {
      // Only the first view clears: WebGPU clears the whole canvas, whatever the scissor.
      this.renderer.autoClear = part === parts[0];
      this.draw(part, shown.view);
    }
    this.renderer.autoClear = true;
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
  }

  /** The parts of the canvas, as the workspace and the layout divide it. */
  parts(): Part[] {
    const { width, height } = this.size;
    const view = this.shown?.view ?? useView.getState();
    const drawable = {
      hasRig: Boolean(this.subject?.rig),
      made: Boolean(this.shownPose?.pose),
      map: (this.shown && mapOfPaint(this.shown)?.kind) ?? null,
      strainBeside: this.shown !== null && mapBeside(this.shown) !== null,
      able: (kind: DeformerKind) => this.able(kind),
      rivals: RIVALS.filter((name) => this.subject?.able(name)),
    };
    return arrange(view, drawable, width, height);
  }

  private able(kind: DeformerKind): boolean {
    const prepared = this.shown?.prepared;
    const rig = this.subject?.rig ?? null;
    if (!prepared) return false;
    return paneState(kind, prepared, rig) !== "preparing" && Boolean(this.subject?.able(kind));
  }

  private takeSequence({ sequence }: DocumentState): void {
    const before = this.subject?.sequence ?? null;
    if (sequence === before) return;
    this.subject?.dispose();
    this.subjectNow = this.theme = this.liveWeights = null;
    this.passData.clear();
    this.posing.clear();
    this.colouring.clear();
    this.cold = sequence !== null;
    this.sight.take(null);
    if (!sequence) return;
    const subject = new Subject(sequence, this.renderer);
    this.subjectNow = subject;
    this.sight.take(subject);
    this.scene.add(subject.root, subject.grounds);
    if (this.orbit.framed === sequence) return;
    this.orbit.framed = sequence;
    const outline = outlineToFrame(subject.placement, sequence.rest);
    const { openingCamera } = useView.getState();
    if (openingCamera?.of.deref() === sequence.frames) this.orbit.pose = openingCamera.pose;
    // Another rest pose or axis of the same file is looked at from where the artist stands.
    else if (before?.frames === sequence.frames) this.orbit.frame(outline, this.aspect());
    else this.orbit.frameFromFront(outline, this.aspect());
  }

  /**
   * Draws both figures, the ghost and a handle once, unseen, so that nothing has to be compiled when a solve's first
   * rig arrives.
   */
  private warmUp(view: ViewState): void {
    const { subject, theme } = this;
    if (!subject || !theme) return;
    this.cold = false;
    // A processor that goes away ends this; the next stage begins anew.
    refineLight(this.renderer, subject.ambient, () => this.subject === subject)
      .then((done) => done && this.onReady())
      .catch(() => {});
    if (!subject.rig) {
      subject.figure("lbs").target.render(this.renderer);
      this.bones.rehearse(this.lens, theme.colours);
    }
    this.shapes.clear(WARM, WARM);
    this.shapes.disc([0, 0], 1, theme.colours.accent);
    this.shapes.flush();
    for (const figure of ["source", "lbs"] as const) {
      const reference = figure === "lbs" ? "source" : "lbs";
      const look = { shading: "clay", reference, ghost: figure === "lbs", bones: false } as const;
      subject.update(this.renderer, figure);
      subject.figure(figure).updateShadows(this.renderer, subject.poseBox);
      this.draw({ figure, left: 0, top: 0, width: WARM, height: WARM, look }, view, true);
    }
    this.bones.hide();
  }

  private takeTheme(name: ViewState["theme"]): void {
    if (this.theme?.name === name) return;
    const colours = readTheme(document.documentElement);
    this.theme = { name, colours };
    this.background.setTheme(colours);
    this.bones.setTheme(colours);
    this.subject?.setTheme(name === "light", groundAxes(this.subject.sequence.upAxis, colours.axes));
  }

  /** The page's colours are not those that were read last. */
  themeChanged(): void {
    this.theme = null;
  }

  /** Poses and colours what will be drawn. */
  private prepare(shown: Shown): Part[] {
    const { document, view, rigs, binding } = shown;
    const subject = this.subject;
    this.bones.hide();
    this.shapes.clear(1, 1);
    this.shapes.flush();
    if (!subject) return this.parts();
    const under = view.workspace === "paint" ? shownRig(document) : (document.partial ?? document.rig);
    subject.setRig(under);
    subject.setData(this.passData.take(subject.rig, shown, this.colouring.strengths));
    subject.liveWeights = this.liveWeights;
    const pose = this.posing.take(subject, document, view, binding);
    this.bones.setPose(pose, document.skeleton, subject.placement);
    if (view.workspace === "paint") subject.setBeside(view.paint.beside ? binding.heat : null);
    else {
      const rivals = view.workspace === "compare" ? { "rig-a": rigs.a, "rig-b": rigs.b } : NO_RIVALS;
      subject.setRivals(rivals, subject.frame, view.showCorrected);
    }
    const parts = this.parts();
    this.colouring.take(subject, shown, parts);
    const needed = new Set<FigureName>();
    for (const { figure, look } of parts) {
      subject.prepare(this.renderer, figure, look, view.selectedBone);
      needed.add(figure).add(look.reference);
    }
    subject.keepOnly(needed);
    return parts;
  }

  private draw(part: Part, view: ViewState, rehearsal = false): void {
    const { left, top, width, height, figure, look } = part;
    const lens = this.lens.aim(this.orbit, part, this.subject?.placement ?? null);
    this.background.setView(width, height);
    if (!rehearsal) this.drawOverlays(part, view, lens);
    this.subject?.show(figure, look, { wireframe: view.showWireframe, grid: view.showGrid });
    this.renderer.setViewport(left, top, width, height);
    this.renderer.setScissor(left, top, width, height);
    this.renderer.setScissorTest(true);
    this.renderer.render(this.scene, lens.camera);
  }

  private drawOverlays(part: Part, view: ViewState, lens: Lens): void {
    const { width, height, look } = part;
    const { shapes, bones } = this;
    shapes.clear(width, height);
    bones.hide();
    const colours = this.theme?.colours;
    if (colours && look.bones && this.shownPose) {
      const states = {
        selected: view.selectedBone,
        also: view.alsoSelected,
        hovered: this.hoveredBone,
        hidden: view.hiddenBones,
      };
      bones.draw(shapes, lens, states, colours, look.shading !== "clay" && look.shading !== "bones");
    }
    const head = this.boneDrag && look.bones ? this.headOf(this.boneDrag.bone) : null;
    if (this.boneDrag && head) {
      const tints = boneTints(this.subject?.rig ?? null, this.shown?.document.skeleton ?? null);
      drawBoneDrag(shapes, this.boneDrag, head, lens, tintColour(tints, this.boneDrag.bone));
    }
    for (const mark of this.marks) mark(shapes, part, lens);
    const rings = this.rings(lens);
    if (colours && rings) drawRings(shapes, rings, lens, colours, this.gizmo.hot, this.gizmo.turn);
    shapes.flush();
  }

  /** The bone that the hand may turn, or null. */
  turnable(): number | null {
    const view = this.shown?.view;
    const turning = view?.workspace === "paint" ? view.paint.turning : view?.workspace === "deform";
    if (!view || !turning || view.paintMap || view.playing) return null;
    const bone = view.selectedBone;
    return bone !== null && bone < (this.shownPose?.rig.bones.length ?? 0) ? bone : null;
  }

  /** The rings to turn the selected bone by, as a view shows them; null where there is nothing to turn. */
  rings(lens: Lens): Record<RingName, Ring> | null {
    const bone = this.turnable();
    if (bone === null || !this.shownPose || !this.subject) return null;
    return ringsOf(this.shownPose, bone, this.subject.placement.world, lens);
  }

  /** Where a bone's handle is in the world, in the pose on screen; null without such a bone. */
  headOf(bone: number): Vector3 | null {
    return this.subject && this.posing.headOf(bone, this.subject);
  }

  /** The pose on screen; null without a rig. */
  get shownPose(): ShownPose | null {
    return this.posing.shown;
  }

  /** Of the theme; null until it was read. */
  get colours(): ThemeColours | null {
    return this.theme?.colours ?? null;
  }

  private aspect(): number {
    const [first] = this.parts();
    return first.width / first.height;
  }

  /** Moves the camera so that the whole motion, or the pose where the motion is wide, fills the view. */
  frameAll(): void {
    if (this.subject) this.orbit.frame(wholeOutline(this.subject), this.aspect());
  }

  /** The same for what a bone moves in the shown pose; all where none is meant. */
  frameBone(bone: number | null): void {
    const corners = this.subject && bone !== null ? boneCorners(this.subject, bone) : null;
    if (corners) this.orbit.frame(corners, this.aspect());
    else this.frameAll();
  }

  /** The bone whose handle is under a point; while something is painted the surface is what is meant. */
  boneAt(x: number, y: number, lens: Lens): number | null {
    const view = this.shown?.view;
    if (!view || view.workspace === "paint") return null;
    if ((view.workspace === "deform" ? view.paintMap : view.intentMap) !== null) return null;
    return this.handleUnder(x, y, lens);
  }

  /** The bone whose handle is under a point, whatever is done in the view. */
  handleUnder(x: number, y: number, lens: Lens): number | null {
    return this.shown && this.bones.at(x, y, lens, this.shown.view.hiddenBones);
  }

  /** The bone that moves a vertex most, in the rig that is shown. */
  boneOf(vertex: number): number | null {
    return this.subject?.rig ? dominantBone(this.subject.rig, vertex) : null;
  }

  /** Name of a bone of the rig that is shown. */
  nameOf(bone: number): string {
    return this.subject?.rig?.bones[bone]?.name ?? "";
  }

  /** Lights a bone up; true if that changes the picture. */
  hoverBone(bone: number | null): boolean {
    if (bone === this.hoveredBone) return false;
    this.hoveredBone = bone;
    return true;
  }

  dispose(): void {
    this.subject?.dispose();
    this.sight.take(null);
    this.bones.dispose();
    this.shapes.dispose();
    this.background.dispose();
    this.subjectNow = null;
  }
}
