import { acos, attribute, distance, normalize, uniform } from "three/tsl";
import {
  type Box3,
  type BufferGeometry,
  Group,
  LineSegments,
  Mesh,
  type Node,
  type NodeMaterial,
  Sphere,
  Vector3,
  type WebGPURenderer,
} from "three/webgpu";
import type { Surface } from "../../../workers/geometry/vertex-fans";
import { rotated } from "../deform/models/quaternion";
import type { DeformTarget } from "../deform/passes/deform-target";
import { StrainPass } from "../deform/passes/strain-pass";
import type { ScenePlacement } from "../geometry/placement";
import type { AmbientOcclusion } from "./light/ambient-occlusion";
import { DirectionalDepth } from "./light/directional-depth";
import { Ground } from "./light/ground";
import { type GroundExtent, GroundShadow } from "./light/ground-shadow";
import { KEY_DIRECTION } from "./light/studio-light";
import { MODES, type SurfaceShading } from "./materials/shading";
import { solverVertex } from "./materials/solver-vertex";
import { surfaceMaterial } from "./materials/surface-material";
import { wireMaterial } from "./materials/wire-material";
import type { LinesName, MeshLines } from "./mesh-lines";
import type { DrawnSelection } from "./selection/drawn-selection";
import { MaskEdge } from "./selection/mask-edge";
import { SelectionDots } from "./selection/selection-dots";
import type { ViewSize } from "./selection/surface-shapes";
import { disposeParts, type SurfaceLooks } from "./textured-parts";

const KEY = new Vector3(...KEY_DIRECTION);
const KEY_MAP = 768;
const DEGREES = 180 / Math.PI;
/** Shadow bias along the normal, as a share of the mesh's diagonal. */
const BIAS = 0.004;
/** A partial rig may leave the source's box by this fraction of its radius and still cast its whole shadow. */
const SLACK = 1.15;

/** The measure that colours a surface: its distance from another pose, or the angle between the normals. */
export interface Measure {
  to: DeformTarget | StrainPass;
  /** A pose whose own distance is subtracted. */
  less: DeformTarget | null;
  /** Angles between normals, in degrees, instead of distances. */
  normals: boolean;
}

const isSameMeasure = (a: Measure, b: Measure): boolean =>
  a.to === b.to && a.less === b.less && a.normals === b.normals;

/** The measure of a vertex, in a vertex shader. */
function measuredIn(target: DeformTarget, { to, less, normals }: Measure, i: Node<"uint">): Node<"float"> {
  if (to instanceof StrainPass) return to.load(i);
  const normal = (of: DeformTarget) => rotated(of.rotation(i), attribute<"vec3">("normal", "vec3"));
  const from = (of: DeformTarget) =>
    normals
      ? acos(
          normalize(normal(of))
            .dot(normalize(normal(to)))
            .clamp(-1, 1),
        ).mul(DEGREES)
      : distance(of.position(i), to.position(i));
  return less ? from(target).sub(from(less)) : from(target);
}

let versions = 0;
const nextVersion = () => ++versions;

/** The shared resources of all meshes of a sequence. */
export interface DeformedMeshParts {
  geometry: BufferGeometry;
  surface: Surface;
  surfaceShading: SurfaceShading;
  looks: SurfaceLooks;
  ambient: AmbientOcclusion;
  placement: ScenePlacement;
}

/** A deformed mesh with its shadows and its ground: the source, or a deformer's result for the rig. */
export class DeformedMesh {
  /** In the sequence's coordinates. */
  readonly group = new Group();
  readonly ground: Ground;
  readonly target: DeformTarget;
  private readonly mode = uniform(MODES.tint, "int");
  private readonly parts: DeformedMeshParts;
  /** Created on first use. */
  private strain: StrainPass | null = null;
  private strained: { rest: Float32Array; version: number } | null = null;
  /** The surface with a material for each measure, created on first use. */
  private readonly surfaces: { measure: Measure; mesh: Mesh }[] = [];
  /** The surface in its own materials, created on first use. */
  private textured: Group | null = null;
  private readonly key: DirectionalDepth;
  private readonly shadow: GroundShadow;
  private readonly bias;
  /** The lines over the surface, created on first use. */
  private readonly lines: Partial<Record<LinesName, LineSegments>> = {};
  /** Created on first use. */
  private dots: SelectionDots | null = null;
  private maskEdge: MaskEdge | null = null;
  private shadowsStale = true;
  /** A number that is unique for every pose of every mesh, so that a new mesh is not mistaken for an old one. */
  version = nextVersion();

  constructor(parts: DeformedMeshParts, target: DeformTarget) {
    this.parts = parts;
    this.target = target;
    const { geometry, placement } = parts;
    const position = target.position(solverVertex());
    this.key = new DirectionalDepth(geometry, position, KEY_MAP);
    this.shadow = new GroundShadow(geometry, position);
    this.ground = new Ground(this.shadow, placement);
    this.bias = uniform(BIAS * placement.diagonal);
  }

  private surface(measure: Measure): Mesh {
    const known = this.surfaces.find((each) => isSameMeasure(each.measure, measure));
    if (known) return known.mesh;
    const { target, mode, key, bias } = this;
    const { surfaceShading, ambient, geometry } = this.parts;
    const measured = (i: Node<"uint">) => measuredIn(target, measure, i);
    const material = surfaceMaterial({ target, measured, surfaceShading, mode, key, ambient, bias });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    this.surfaces.push({ measure, mesh });
    this.group.add(mesh);
    this.group.updateMatrixWorld();
    return mesh;
  }

  /** Draws it in a mode of `MODES` in the next picture, which may show a measure. */
  show(measure: Measure, mode: number): void {
    const isStrain = mode === MODES.strain && this.strain && !measure.less;
    const shown = this.surface(isStrain && this.strain ? { ...measure, to: this.strain } : measure);
    for (const { mesh } of this.surfaces) mesh.visible = mesh === shown;
    if (this.textured) this.textured.visible = false;
    this.mode.value = mode;
    this.visible = true;
  }

  /** Draws it in its own materials in the next picture. */
  showTextured(): void {
    if (!this.textured) {
      const { target, key, bias, parts } = this;
      this.textured = parts.looks.build({ target, key, bias, ambient: parts.ambient });
      this.group.add(this.textured);
      this.group.updateMatrixWorld();
    }
    for (const { mesh } of this.surfaces) mesh.visible = false;
    this.textured.visible = this.visible = true;
  }

  set visible(shown: boolean) {
    this.group.visible = this.ground.group.visible = shown;
  }

  /** Removes surfaces that are measured by a pose that is no longer drawn. */
  forget(by: DeformTarget | StrainPass): void {
    for (let n = this.surfaces.length - 1; n >= 0; n--) {
      const { measure, mesh } = this.surfaces[n];
      if (measure.to !== by && measure.less !== by) continue;
      this.surfaces.splice(n, 1);
      mesh.removeFromParent();
      (mesh.material as NodeMaterial).dispose();
    }
  }

  /** Notes that the pose has changed, so that the shadows are updated before the next picture. */
  moved(): void {
    this.version = nextVersion();
    this.shadowsStale = true;
  }

  /** Measures how the pose stretches the surface from a rest pose, 3V. Does nothing if that is known. */
  measureStrain(renderer: WebGPURenderer, rest: Float32Array): void {
    if (this.strained?.rest === rest && this.strained.version === this.version) return;
    this.strained = { rest, version: this.version };
    this.strain ??= new StrainPass(this.parts.surface, this.target);
    this.strain.setRest(rest);
    this.strain.update(renderer);
  }

  /** Renders the shadows for a pose within `box` (world). */
  updateShadows(renderer: WebGPURenderer, box: Box3): void {
    if (!this.shadowsStale) return;
    this.shadowsStale = false;
    const { placement } = this.parts;
    const sphere = box.getBoundingSphere(new Sphere());
    sphere.radius *= SLACK;
    this.key.render(renderer, placement.world, sphere, KEY);
    const extent = groundExtent(box, placement);
    this.shadow.render(renderer, placement.world, extent);
  }

  /** Shows or hides lines over the mesh. Open edges show through the surface, because they may be inside. */
  showLines(which: LinesName, shown: boolean, lines: MeshLines): void {
    if (shown && !this.lines[which]) {
      const material = wireMaterial(this.target, lines.colours[which]);
      material.depthTest = which === "wire";
      const made = new LineSegments(lines.geometry(which), material);
      made.frustumCulled = false;
      made.renderOrder = which === "wire" ? 10 : 15;
      this.group.add(made);
      this.group.updateMatrixWorld();
      this.lines[which] = made;
    }
    const own = this.lines[which];
    if (own) own.visible = shown;
  }

  /**
   * Shows selected vertices and the edge of the mask; both are created on first use.
   * @param scale CSS pixels in one unit of the rest pose.
   */
  showSelection({ vertices, edge }: DrawnSelection, size: ViewSize, scale: number): void {
    if (vertices.length > 0 && !this.dots) {
      this.dots = new SelectionDots(this.target, size);
      this.group.add(this.dots.mesh);
    }
    if (edge && !this.maskEdge) {
      this.maskEdge = new MaskEdge(this.target, size);
      this.group.add(this.maskEdge.mesh);
    }
    this.dots?.show(vertices);
    this.maskEdge?.show(edge);
    if (this.maskEdge) this.maskEdge.scale.value = scale;
  }

  dispose(): void {
    this.dots?.dispose();
    this.maskEdge?.dispose();
    this.group.removeFromParent();
    for (const { measure } of [...this.surfaces]) this.forget(measure.to);
    if (this.textured) disposeParts(this.textured);
    for (const lines of Object.values(this.lines)) (lines.material as NodeMaterial).dispose();
    for (const part of [this.key, this.shadow, this.ground, this.strain]) part?.dispose();
  }
}
/** The square of ground on which the pose's shadows fall. */
function groundExtent(box: Box3, { ground, diagonal }: ScenePlacement): GroundExtent {
  const height = Math.max(0, box.max.y - ground);
  const [dx, dy, dz] = KEY_DIRECTION;
  const margin = 0.08 * diagonal;
  const x0 = box.min.x - height * Math.max(0, dx / dy) - margin;
  const x1 = box.max.x - height * Math.min(0, dx / dy) + margin;
  const z0 = box.min.z - height * Math.max(0, dz / dy) - margin;
  const z1 = box.max.z - height * Math.min(0, dz / dy) + margin;
  return {
    centre: [(x0 + x1) / 2, (z0 + z1) / 2],
    half: Math.max(x1 - x0, z1 - z0) / 2,
    height: ground,
    scale: diagonal,
  };
}
