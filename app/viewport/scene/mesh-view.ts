import { uniform } from "three/tsl";
import { Box3, type BufferGeometry, Group, Sphere, Vector2, type WebGPURenderer } from "three/webgpu";
import { markedVertices } from "../../../workers/geometry/selecting/vertex-lists";
import type { Surface } from "../../../workers/geometry/vertex-fans";
import type { OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import { blendPositions } from "../../../workers/model/rig/blend-positions";
import type { Rig } from "../../../workers/model/rig/rig";
import type { SourceFrames } from "../../document/frames/source-frames";
import type { ShownFaces } from "../../document/scene/hidden-faces";
import type { Rgb } from "../colours/palette";
import type { GpuWeights } from "../deform/data/gpu-weights";
import { isWebGL } from "../deform/data/vertex-target";
import { REST_FRAME } from "../deform/models/rest-frame";
import type { DeformerPass, PassData } from "../deform/passes/deformer-pass";
import { type PositionsOf, SourcePass } from "../deform/passes/source-pass";
import { displayGeometry } from "../geometry/display-mesh";
import { type ScenePlacement, scenePlacementOf, worldBox } from "../geometry/placement";
import { showTriangles } from "../geometry/shown-geometry";
import { isAtRest } from "../picking/resting";
import {
  CANDIDATES,
  type CandidateMesh,
  comparesPoses,
  isCandidate,
  type Look,
  type MeshName,
} from "../views/views";
import { DeformedMesh } from "./deformed-mesh";
import { type DeformerName, Deformers } from "./deformers";
import { AmbientOcclusion } from "./light/ambient-occlusion";
import { modeOf, SurfaceShading } from "./materials/shading";
import { MeshLines } from "./mesh-lines";
import { type GhostFrame, OnionSkins } from "./onion-skins";
import { CandidatePoses } from "./poses/candidate-poses";
import { PoseBoxes } from "./poses/pose-boxes";
import type { ShownPose } from "./poses/shown-pose";
import type { DrawnSelection } from "./selection/drawn-selection";
import { SourceGhost } from "./source-ghost";
import { SurfaceLooks } from "./textured-parts";

/** How a mesh is drawn in a view. */
interface ShowOptions {
  wireframe: boolean;
  grid: boolean;
  selection: DrawnSelection;
  /** Size of the view, in CSS pixels. */
  size: Vector2;
  /** CSS pixels per unit of the sequence, at the middle of the mesh. */
  scale: number;
}

/** Everything that is drawn for one sequence and its rig, and the passes that pose it. */
export class MeshView {
  readonly sequence: OpenedSequence;
  /** Positions of source frames. */
  readonly positionsOf: PositionsOf;
  readonly placement: ScenePlacement;
  readonly surface: Surface;
  /** In the sequence's coordinates; rotated so that its up axis is the world's. */
  readonly root = new Group();
  /** The grounds, in the world. */
  readonly grounds = new Group();
  readonly surfaceShading: SurfaceShading;
  readonly looks: SurfaceLooks;
  readonly sourcePass: SourcePass;
  readonly ambient: AmbientOcclusion;
  /** The box of the shown pose, in the world. */
  readonly poseBox = new Box3();
  rig: Rig | null = null;
  shown: ShownPose | null = null;
  /** The weights of a stroke, instead of the rig's. */
  liveWeights: GpuWeights | null = null;
  frame = REST_FRAME;
  private data: PassData | null = null;
  private readonly boxes = new PoseBoxes();
  readonly geometry: BufferGeometry;
  private readonly allTriangles: Uint32Array;
  private readonly candidates = new CandidatePoses();
  private readonly deformers: Deformers;
  private readonly meshes = new Map<MeshName, DeformedMesh>();
  /** The size of the view that is drawn, in CSS pixels. */
  private readonly viewSize = uniform(new Vector2(1, 1));
  private readonly ghost: SourceGhost;
  private readonly lines: MeshLines;
  private theme: { light: boolean; axes: [Rgb, Rgb] } | null = null;
  private faces: ShownFaces | null = null;
  private readonly onion: OnionSkins;
  /** The source frames that are drawn as ghosts. */
  ghostFrames: readonly GhostFrame[] = [];

  constructor(sequence: OpenedSequence, renderer: WebGPURenderer, frames: Pick<SourceFrames, "at">) {
    this.sequence = sequence;
    this.positionsOf = (k) => (k === REST_FRAME ? sequence.rest : frames.at(sequence, k));
    this.placement = scenePlacementOf(sequence);
    const { vertexCount, triangles, solverIndex } = sequence;
    this.surface = { vertexCount, triangles: triangles.map((d) => solverIndex[d]) };
    this.deformers = new Deformers(this.surface);
    this.surfaceShading = new SurfaceShading(vertexCount);
    this.lines = new MeshLines(sequence, this.surface.triangles);
    this.geometry = displayGeometry(sequence);
    this.allTriangles = this.geometry.getIndex()!.array.slice() as Uint32Array;
    this.looks = new SurfaceLooks(sequence, this.geometry);
    this.sourcePass = new SourcePass(sequence, this.positionsOf);
    const bounds = worldBox(sequence.rest, this.placement.world).getBoundingSphere(new Sphere());
    this.ambient = new AmbientOcclusion(this.geometry, this.sourcePass.restFrames, this.placement, bounds);
    this.ghost = new SourceGhost(this.geometry, this.sourcePass.target, isWebGL(renderer));
    this.root.applyMatrix4(this.placement.world);
    this.onion = new OnionSkins(sequence, this.geometry, this.positionsOf, this.sourcePass);
    this.root.add(this.ghost.group, this.onion.group);
    this.root.updateMatrixWorld();
  }

  /** The mesh with that name, created on first use. */
  mesh(name: MeshName): DeformedMesh {
    const known = this.meshes.get(name);
    if (known) return known;
    const target = name === "source" ? this.sourcePass.target : this.deformers.pass(name).target;
    const made = new DeformedMesh(this, target);
    this.meshes.set(name, made);
    this.root.add(made.group);
    this.grounds.add(made.ground.group);
    this.root.updateMatrixWorld();
    if (this.theme) made.ground.setTheme(this.theme.light, this.theme.axes);
    return made;
  }

  setTheme(light: boolean, axes: [Rgb, Rgb]): void {
    this.theme = { light, axes };
    for (const mesh of this.meshes.values()) mesh.ground.setTheme(light, axes);
    this.ghost.setTheme(light);
    this.lines.setTheme(light);
    this.onion.setTheme(light);
  }

  /** Sets the rig. Null, or a rig with other vertices, shows the source only. */
  setRig(rig: Rig | null): void {
    this.rig = this.fits(rig) ? rig : null;
  }

  private fits(rig: Rig | null): rig is Rig {
    return rig?.weights.offsets.length === this.sequence.vertexCount + 1;
  }

  /** Sets the rigs of a comparison in frame `k`. Skips rigs that are null or have other vertices. */
  setCandidates(rigs: Readonly<Record<CandidateMesh, Rig | null>>, k: number, corrected: boolean): void {
    for (const name of CANDIDATES) {
      const rig = rigs[name];
      this.candidates.set(name, this.fits(rig) ? rig : null, k, corrected);
    }
  }

  /** Sets a rig with the same bones and pose for the second view; null shows none. */
  setBeside(rig: Rig | null): void {
    this.candidates.setBeside(this.fits(rig) ? rig : null, this.shown);
  }

  /** The pose of a mesh's rig; null if it has none. */
  shownOf(name: MeshName): ShownPose | null {
    return isCandidate(name) ? this.candidates.shown(name) : this.shown;
  }

  /** Sets the data of deformers: the same object if nothing changed. */
  setData(data: PassData | null): void {
    this.data = data;
  }

  /** Whether a deformer has the data that it needs. */
  able(name: DeformerName): boolean {
    const data = isCandidate(name) ? this.candidates.data(name) : this.data;
    return data ? this.deformers.able(name, data) : false;
  }

  /** Sets the pose: that of the rig, if there is one, and frame `k` of the source, or its rest pose. */
  setPose(shown: ShownPose | null, k: number): void {
    this.sourcePass.setFrame(k);
    const moved = shown?.matrices !== this.shown?.matrices || shown?.rig !== this.shown?.rig;
    if (this.shown && !moved && k === this.frame) {
      this.shown = shown;
      return;
    }
    this.frame = k;
    this.shown = shown;
    this.poseBox.copy(this.boxes.of(shown, this.positionsOf(k), this.placement));
  }

  /** Poses a mesh before it is drawn or read. A mesh that cannot be posed yet does not change. */
  update(renderer: WebGPURenderer, name: MeshName): void {
    const mesh = this.mesh(name);
    if (name === "source") {
      if (this.sourcePass.update(renderer)) mesh.moved();
      return;
    }
    const shown = this.shownOf(name);
    if (!shown || !this.able(name)) return;
    const inputs = { shown, live: this.liveWeights, atRest: isAtRest(this, name) };
    if (this.deformers.pose(name, inputs, renderer)) mesh.moved();
  }

  /** The pass of a deformer, and its data. */
  passOf(name: MeshName): { pass: DeformerPass; data: PassData | null } | null {
    return name === "source" ? null : this.deformers.known(name);
  }

  /** Positions of a mesh computed on the CPU by linear blending instead of its deformer, 3V. */
  approximate(name: MeshName, out: Float32Array): void {
    const shown = name === "source" ? null : this.shownOf(name);
    if (!shown) out.set(this.positionsOf(this.frame) ?? this.sequence.rest);
    else {
      const { rig, matrices, weights } = shown;
      const correction = rig.correction && weights ? { ...rig.correction, weights } : undefined;
      blendPositions({ ...rig, motion: matrices, correction }, 0, out);
    }
  }

  /** Poses a mesh for a view, and updates its shadows. */
  prepare(renderer: WebGPURenderer, name: MeshName, look: Look, bones: readonly number[]): void {
    this.update(renderer, name);
    if (comparesPoses(look)) this.update(renderer, look.reference);
    if (look.less) this.update(renderer, look.less);
    if (look.ghost) this.update(renderer, "source");
    if (look.onion) this.onion.update(renderer, this.ghostFrames);
    const { weights, tints } = this.surfaceShading;
    if (this.rig) {
      weights.show(this.rig, look.shading, tints, bones);
      weights.takeLive(this.liveWeights, renderer);
    }
    weights.update(renderer);
    if (look.shading === "strain")
      this.mesh(name).measureStrain(renderer, this.rig?.rest ?? this.sequence.rest);
    this.mesh(name).updateShadows(renderer, this.poseBox);
  }

  /** Shows one mesh alone, or with the source as a ghost. */
  show(name: MeshName, look: Look, options: ShowOptions): void {
    const reference = this.mesh(look.reference).target;
    for (const [key, mesh] of this.meshes) {
      if (key !== name) mesh.visible = false;
    }
    const mesh = this.mesh(name);
    if (look.shading === "textures" && this.looks.ready) mesh.showTextured();
    else {
      const less = look.less ? this.mesh(look.less).target : null;
      const normals = look.shading === "normals" || look.shading === "normals-change";
      mesh.show({ to: reference, less, normals }, modeOf(look.shading));
    }
    mesh.ground.showGrid(options.grid);
    mesh.showLines("wire", options.wireframe, this.lines);
    mesh.showLines("rim", look.rim ?? false, this.lines);
    this.onion.group.visible = look.onion ?? false;
    this.viewSize.value.copy(options.size);
    mesh.showSelection(options.selection, this.viewSize, options.scale);
    this.ghost.group.visible = look.ghost;
  }

  /**
   * Hides faces. Returns whether the picture changes.
   * @param faces the faces that stay visible, the same object while nothing changes; null shows all.
   */
  setFaces(faces: ShownFaces | null): boolean {
    if (faces === this.faces) return false;
    this.faces = faces;
    this.looks.showFaces(faces);
    showTriangles(this.geometry, this.allTriangles, faces?.triangles ?? null);
    this.lines.showFaces(faces);
    for (const mesh of this.meshes.values()) mesh.moved();
    return true;
  }

  /** The visible vertices, ascending. Null if all of them are visible, or none. */
  get shownVertices(): Uint32Array | null {
    const shown = this.faces && markedVertices(this.faces.vertices);
    return shown && shown.length > 0 ? shown : null;
  }

  /** Disposes of deformers that are no longer drawn, because the data of some are large. */
  keepOnly(names: ReadonlySet<MeshName>): void {
    this.deformers.keepOnly(names, (name, { target }) => {
      for (const mesh of this.meshes.values()) mesh.forget(target);
      this.meshes.get(name)?.dispose();
      this.meshes.delete(name);
    });
  }

  /** Takes it out of the scene. */
  hide(): void {
    this.root.removeFromParent();
    this.grounds.removeFromParent();
  }

  dispose(): void {
    this.hide();
    for (const mesh of this.meshes.values()) mesh.dispose();
    this.deformers.dispose();
    const { ghost, geometry, lines, onion, ambient, surfaceShading, sourcePass, looks } = this;
    for (const part of [ghost, onion, geometry, lines, ambient, surfaceShading, sourcePass, looks])
      part.dispose();
  }
}
