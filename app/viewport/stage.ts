import { Scene, Vector2, type Vector3, type WebGPURenderer } from "three/webgpu";
import type { DeformerKind } from "../../workers/model/deform";
import type { Rig } from "../../workers/model/rig/rig";
import { type DocumentState, shownRig } from "../document/document";
import { SOURCE_FRAMES, type SourceFrames } from "../document/frames/source-frames";
import { shownFacesOf } from "../document/scene/hidden-faces";
import { selectedBones } from "../document/selection";
import type { Stores } from "../document/stores";
import type { ViewState } from "../document/view-state";
import { BonesOnStage } from "./bones-on-stage";
import { openCamera } from "./camera/opening-camera";
import type { OrbitCamera } from "./camera/orbit-camera";
import { THEMES, type ThemeColours } from "./colours/palette";
import type { GpuWeights } from "./deform/data/gpu-weights";
import { Overlays } from "./overlay/overlays";
import { Picking } from "./picking/picking";
import { ViewCamera } from "./picking/view-camera";
import { rehearse } from "./rehearse";
import { Colouring, mapBeside, mapOfPaint } from "./scene/colouring";
import { drawable, partsToDraw } from "./scene/drawable";
import { type FramedPart, framedOutline } from "./scene/framing";
import { refineLight } from "./scene/light/ambient-occlusion";
import { Background } from "./scene/light/background";
import { groundAxes } from "./scene/light/ground";
import { loadLooks } from "./scene/load-looks";
import { MeshView } from "./scene/mesh-view";
import { ghostFrames } from "./scene/onion-skins";
import { PassDataOnScreen } from "./scene/poses/pass-data-on-screen";
import { PoseOnScreen } from "./scene/poses/pose-on-screen";
import type { ShownPose } from "./scene/poses/shown-pose";
import type { DrawnSelection } from "./scene/selection/drawn-selection";
import { ShownSelection } from "./scene/selection/shown-selection";
import type { Shown } from "./shown";
import { paneState } from "./views/pane-state";
import {
  arrange,
  CANDIDATES,
  type CandidateMesh,
  type DrawnView,
  type MeshName,
  paintToolsWidth,
  showsCandidates,
} from "./views/views";

const NO_CANDIDATES: Record<CandidateMesh, Rig | null> = { "rig-a": null, "rig-b": null };

/**
 * The picture: draws the document and the view in their current state. Owns everything on the GPU; a new stage can be
 * built from the same document at any time.
 */
export class Stage {
  readonly stores: Stores;
  readonly renderer: WebGPURenderer;
  readonly orbit: OrbitCamera;
  private readonly scene = new Scene();
  private readonly background = new Background();
  readonly overlays = new Overlays();
  readonly posing = new PoseOnScreen();
  readonly bones = new BonesOnStage(this, this.overlays.bones);
  readonly colouring: Colouring;
  private readonly onReady: () => void;
  private readonly viewCamera = new ViewCamera();
  readonly picking: Picking;
  private subjectNow: MeshView | null = null;
  /** What was drawn of the file before, until the one on screen has all its shaders: most of them are the same. */
  private replaced: MeshView | null = null;
  private theme: { name: ViewState["theme"]; colours: ThemeColours } | null = null;
  private readonly passData = new PassDataOnScreen();
  private readonly selection = new ShownSelection();
  private drawnSelection: DrawnSelection | null = null;
  /** The size of the canvas, in CSS pixels. */
  size = { width: 1, height: 1 };
  /** The inputs of the last picture. */
  shown: Shown | null = null;
  /** Nothing of the sequence has been drawn yet. */
  private cold = false;
  /** The source's frames, wherever they are. */
  private readonly frames: SourceFrames;
  /** The weights of a stroke, instead of the rig's. */
  liveWeights: GpuWeights | null = null;

  /** `onReady` is called when something that was prepared in the background can be drawn or used. */
  constructor(stores: Stores, renderer: WebGPURenderer, orbit: OrbitCamera, onReady: () => void) {
    this.stores = stores;
    this.frames = stores.of(SOURCE_FRAMES);
    this.colouring = new Colouring(stores);
    this.renderer = renderer;
    this.orbit = orbit;
    this.onReady = onReady;
    this.picking = new Picking(this, onReady);
    this.scene.add(this.background.mesh, ...this.overlays.objects);
  }

  get isSolving(): boolean {
    return Boolean(this.shown?.document.partial);
  }

  get meshView(): MeshView | null {
    return this.subjectNow;
  }

  /** The rig on screen. */
  get rig(): Rig | null {
    return this.meshView?.rig ?? null;
  }

  /** Draws a canvas of the given size in CSS pixels. */
  render(shown: Shown, width: number, height: number): void {
    this.size = { width, height };
    this.shown = shown;
    this.takeSequence(shown.document);
    this.takeTheme(shown.view.theme);
    const parts = this.prepare(drawable(shown, this.frames, this.parts()));
    this.orbit.keepFramed(this.aspect());
    if (this.cold) this.warmUp(shown.view);
    for (const part of parts) {
      // Only the first view clears, because WebGPU clears the whole canvas even with a scissor.
      this.renderer.autoClear = part === parts[0];
      this.draw(part, shown.view);
    }
    if (this.meshView?.ambient.isDone) this.replace(null);
    this.renderer.autoClear = true;
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
  }

  /** The parts of the canvas, as the workspace and the layout divide it. */
  parts(): DrawnView[] {
    const { width, height } = this.size;
    const view = this.shown?.view ?? this.stores.view.getState();
    const drawable = {
      hasRig: Boolean(this.meshView?.rig),
      made: Boolean(this.shownPose?.pose),
      map: (this.shown && mapOfPaint(this.shown)?.kind) ?? null,
      strainBeside: this.shown !== null && mapBeside(this.shown) !== null,
      able: (kind: DeformerKind) => this.able(kind),
      candidates: CANDIDATES.filter((name) => this.meshView?.able(name)),
    };
    return arrange(view, drawable, width, height);
  }

  private able(kind: DeformerKind): boolean {
    const prepared = this.shown?.prepared;
    const rig = this.meshView?.rig ?? null;
    if (!prepared) return false;
    return paneState(kind, prepared, rig) !== "preparing" && Boolean(this.meshView?.able(kind));
  }

  private takeSequence({ sequence }: DocumentState): void {
    const before = this.meshView?.sequence ?? null;
    if (sequence === before) return;
    this.replace(this.meshView);
    this.subjectNow = this.theme = this.liveWeights = null;
    this.passData.clear();
    this.posing.clear();
    this.colouring.clear();
    this.cold = sequence !== null;
    this.picking.take(null);
    if (!sequence) {
      this.replace(null);
      return;
    }
    const meshView = new MeshView(sequence, this.renderer, this.frames);
    this.subjectNow = meshView;
    loadLooks(this.stores, meshView.looks, () => this.meshView === meshView && this.onReady());
    this.picking.take(meshView);
    this.scene.add(meshView.root, meshView.grounds);
    openCamera(this.orbit, meshView, before, this.stores.view.getState().openingCamera, this.aspect());
  }

  /** Takes a view off the screen, and disposes of the one that was taken off before. */
  private replace(view: MeshView | null): void {
    view?.hide();
    this.replaced?.dispose();
    this.replaced = view;
  }

  /** Once for each sequence, when its theme is known. */
  private warmUp(view: ViewState): void {
    const { meshView, theme } = this;
    if (!meshView || !theme) return;
    this.cold = false;
    // A lost GPU device ends this; the next stage starts again.
    refineLight(this.renderer, meshView.ambient, () => this.meshView === meshView)
      .then((done) => done && this.onReady())
      .catch(() => {});
    const { renderer, overlays, viewCamera } = this;
    rehearse({ meshView, renderer, overlays, viewCamera, colours: theme.colours }, (part) =>
      this.draw(part, view, true),
    );
  }

  private takeTheme(name: ViewState["theme"]): void {
    if (this.theme?.name === name) return;
    const colours = THEMES[name];
    this.theme = { name, colours };
    this.background.setTheme(colours);
    this.overlays.bones.setTheme(colours);
    this.meshView?.setTheme(name === "light", groundAxes(this.meshView.sequence.upAxis, colours.axes));
  }

  /** Poses and colours the meshes for the next picture. */
  private prepare(shown: Shown): DrawnView[] {
    const { document, view, rigs, binding } = shown;
    const meshView = this.meshView;
    this.overlays.bones.hide();
    this.overlays.shapes.clear(1, 1);
    this.overlays.shapes.flush();
    if (!meshView) return this.parts();
    const isLive = view.workspace === "paint" || view.workspace === "skeleton";
    const under = isLive ? shownRig(document) : (document.partial ?? document.rig);
    meshView.setRig(under);
    const faces = shownFacesOf(meshView.sequence, document.scene);
    if (meshView.setFaces(faces)) this.picking.setFaces(faces);
    meshView.setData(this.passData.take(meshView.rig, shown, this.colouring.strengths));
    meshView.liveWeights = this.liveWeights;
    const pose = this.posing.take(meshView, document, view, binding);
    this.overlays.bones.setPose(pose, document.skeleton, meshView.placement);
    if (view.workspace === "paint") meshView.setBeside(view.paint.beside ? binding.heat : null);
    else {
      const candidates = showsCandidates(view.workspace)
        ? { "rig-a": rigs.a, "rig-b": rigs.b }
        : NO_CANDIDATES;
      meshView.setCandidates(candidates, meshView.frame, view.showCorrected);
    }
    meshView.ghostFrames = ghostFrames(view.onion, meshView.frame, meshView.sequence.frameCount);
    const parts = partsToDraw(this.parts(), shown, this.frames);
    this.colouring.take(meshView, shown, parts);
    this.drawnSelection = this.selection.take(shown, meshView, this.colouring.liveMask);
    const needed = new Set<MeshName>();
    for (const { mesh, look } of parts) {
      meshView.prepare(this.renderer, mesh, look, selectedBones(view));
      needed.add(mesh).add(look.reference);
      if (look.less) needed.add(look.less);
    }
    meshView.keepOnly(needed);
    return parts;
  }

  private draw(part: DrawnView, view: ViewState, rehearsal = false): void {
    const { left, top, width, height, mesh, look } = part;
    const viewCamera = this.viewCamera.aim(this.orbit, part, this.meshView?.placement ?? null);
    this.background.setView(width, height);
    if (!rehearsal) this.overlays.draw(this.bones, this.colours, part, view, viewCamera);
    const { meshView, drawnSelection } = this;
    if (meshView && drawnSelection) {
      const { placement } = meshView;
      const scale = placement.world.getMaxScaleOnAxis() / viewCamera.pixelAt(placement.centre);
      const size = new Vector2(width, height);
      const own = { wireframe: view.showWireframe, grid: view.showGrid };
      meshView.show(mesh, look, { ...own, selection: drawnSelection, size, scale });
    }
    this.renderer.setViewport(left, top, width, height);
    this.renderer.setScissor(left, top, width, height);
    this.renderer.setScissorTest(true);
    this.renderer.render(this.scene, viewCamera.camera);
  }

  /** The pose on screen; null without a rig. */
  get shownPose(): ShownPose | null {
    return this.posing.shown;
  }

  /** The colours of the theme, or null until something has been drawn. */
  get colours(): ThemeColours | null {
    return this.theme?.colours ?? null;
  }

  /** Width over height of the middle of the view that floating tools leave free. */
  aspect(): number {
    const [first, ...others] = this.parts();
    const { workspace } = this.shown?.view ?? this.stores.view.getState();
    const isPainted = workspace === "paint" && others.length === 0;
    const covered = isPainted ? 2 * paintToolsWidth(first.width) : 0;
    return Math.max(1, first.width - covered) / first.height;
  }

  /**
   * The outline of vertices, of the region that a bone moves, or of everything that is shown; in the world.
   */
  outlineOf(what: FramedPart): readonly Vector3[] {
    return this.meshView ? framedOutline(this.meshView, what) : [];
  }

  dispose(): void {
    this.meshView?.dispose();
    this.replace(null);
    this.picking.take(null);
    this.overlays.dispose();
    this.background.dispose();
    this.subjectNow = null;
  }
}
