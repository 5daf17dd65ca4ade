import { uniform } from "three/tsl";
import {
  Box3,
  type BufferGeometry,
  Group,
  Mesh,
  type NodeMaterial,
  Sphere,
  Vector3,
  Vector4,
  type WebGPURenderer,
} from "three/webgpu";
import { frameOf, type MeshSequence } from "../../../workers/model/mesh-sequence";
import type { Rig } from "../../../workers/model/rig";
import type { Shading } from "../../document/view-state";
import { type DeformTarget, isWebGL } from "../deform/deform-target";
import { LinearBlendPass } from "../deform/linear-blend-pass";
import { SourcePass } from "../deform/source-pass";
import { displayGeometry } from "../geometry/display-mesh";
import { edgeGeometry } from "../geometry/edges";
import { type Placement, placementOf, worldBox } from "../geometry/placement";
import type { Rgb } from "../palette";
import { AmbientOcclusion } from "./ambient-occlusion";
import { Figure } from "./figure";
import { ghostMaterials } from "./ghost-material";
import { MODES, modeOf, Shades } from "./shading";

export type FigureName = "source" | "rig";

/** Everything that is drawn of one sequence and its rig, and the passes that pose them. */
export class Subject {
  readonly sequence: MeshSequence;
  readonly placement: Placement;
  /** In the sequence's coordinates; turned so that its up axis is the world's. */
  readonly root = new Group();
  readonly figures: Record<FigureName, Figure>;
  readonly shades = new Shades();
  readonly sourcePass: SourcePass;
  readonly rigPass: LinearBlendPass;
  /** Of the shown pose of the source, in the world. */
  readonly poseBox = new Box3();
  rig: Rig | null = null;
  frame = -1;
  private readonly geometry: BufferGeometry;
  readonly ambient: AmbientOcclusion;
  private readonly ghosts: Mesh[];
  private readonly ghostTint = uniform(new Vector3());
  private readonly wireColour = uniform(new Vector4(0, 0, 0, 0.3));
  private edges: BufferGeometry | null = null;

  constructor(sequence: MeshSequence, renderer: WebGPURenderer) {
    this.sequence = sequence;
    this.placement = placementOf(sequence);
    this.geometry = displayGeometry(sequence);
    this.sourcePass = new SourcePass(sequence);
    this.rigPass = new LinearBlendPass(sequence.vertexCount);
    const [source, rig] = [this.sourcePass.target, this.rigPass.target];
    const bounds = this.restBox().getBoundingSphere(new Sphere());
    this.ambient = new AmbientOcclusion(this.geometry, this.sourcePass.restFrames, this.placement, bounds);
    const figure = (target: DeformTarget, reference: DeformTarget) =>
      new Figure(this.geometry, target, reference, this.shades, this.ambient, this.placement);
    this.figures = { source: figure(source, rig), rig: figure(rig, source) };
    const { depth, colour } = ghostMaterials(source, this.ghostTint, isWebGL(renderer));
    this.ghosts = [depth, colour].map((material, i) => {
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 20 + i;
      return mesh;
    });
    this.root.applyMatrix4(this.placement.world);
    this.root.add(this.figures.source.mesh, this.figures.rig.mesh, ...this.ghosts);
    this.root.updateMatrixWorld();
  }

  setTheme(light: boolean, groundAxes: [Rgb, Rgb]): void {
    for (const figure of Object.values(this.figures)) figure.ground.setTheme(light, groundAxes);
    this.ghostTint.value.setScalar(light ? 0.16 : 0.92);
    this.wireColour.value.set(0, 0, 0, light ? 0.34 : 0.42);
  }

  /** Takes a rig of the same vertices; false where it does not fit. */
  setRig(rig: Rig | null): boolean {
    if (rig === this.rig) return false;
    this.rig = rig && rig.weights.offsets.length === this.sequence.vertexCount + 1 ? rig : null;
    if (this.rig) this.rigPass.setRig(this.rig);
    return true;
  }

  /** Poses everything as in frame `k`, before anything is drawn. */
  pose(renderer: WebGPURenderer, k: number): void {
    if (k !== this.frame) {
      this.frame = k;
      this.sourcePass.setFrame(k);
      this.poseBox.copy(worldBox(frameOf(this.sequence, k), this.placement.world));
    }
    if (this.rig) this.rigPass.setFrame(k);
    if (this.sourcePass.update(renderer)) this.figures.source.moved();
    if (this.rigPass.update(renderer)) this.figures.rig.moved();
  }

  /** Colours the surfaces; the source stays clay beside a rig. */
  shade(shading: Shading, bone: number | null, [low, high]: [number, number], sourceToo: boolean): void {
    const mode = this.rig ? modeOf(shading) : MODES.tint;
    if (this.rig) this.shades.paint(this.rig, shading, bone);
    this.shades.errorRange.value.set(low, high);
    this.figures.rig.mode.value = mode;
    this.figures.source.mode.value = sourceToo ? mode : MODES.tint;
  }

  /** Shows one figure alone, or with the source as a ghost. */
  show(name: FigureName, ghost: boolean, wireframe: boolean): void {
    for (const [key, figure] of Object.entries(this.figures)) {
      figure.mesh.visible = figure.ground.group.visible = key === name;
      if (wireframe && key === name)
        this.root.add(figure.showWire(() => this.edgeGeometry(), this.wireColour));
      if (figure.wire) figure.wire.visible = wireframe && key === name;
    }
    for (const mesh of this.ghosts) mesh.visible = ghost;
  }

  /** Makes the shadows of a figure that will be drawn, where its pose is new. */
  updateShadows(renderer: WebGPURenderer, name: FigureName, showGrid: boolean): void {
    this.figures[name].updateShadows(renderer, this.poseBox);
    this.figures[name].ground.showGrid(showGrid);
  }

  /** Bounding box of the rest pose, in the world. */
  restBox(): Box3 {
    return worldBox(this.sequence.rest, this.placement.world);
  }

  private edgeGeometry(): BufferGeometry {
    this.edges ??= edgeGeometry(this.sequence);
    return this.edges;
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const figure of Object.values(this.figures)) figure.dispose();
    for (const ghost of this.ghosts) (ghost.material as NodeMaterial).dispose();
    for (const part of [this.geometry, this.edges, this.ambient, this.shades, this.sourcePass, this.rigPass])
      part?.dispose();
  }
}
