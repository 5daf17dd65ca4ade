import { uniform } from "three/tsl";
import {
  type Box3,
  type BufferGeometry,
  LineSegments,
  Mesh,
  type NodeMaterial,
  Sphere,
  type UniformNode,
  Vector3,
  type Vector4,
  type WebGPURenderer,
} from "three/webgpu";
import type { DeformTarget } from "../deform/deform-target";
import type { Placement } from "../geometry/placement";
import type { AmbientOcclusion } from "./ambient-occlusion";
import { DirectionalDepth } from "./directional-depth";
import { Ground } from "./ground";
import { type GroundExtent, GroundShadow } from "./ground-shadow";
import { MODES, type Shades } from "./shading";
import { solverVertex } from "./solver-vertex";
import { KEY_DIRECTION } from "./studio-light";
import { surfaceMaterial } from "./surface-material";
import { wireMaterial } from "./wire-material";

const KEY = new Vector3(...KEY_DIRECTION);
const KEY_MAP = 768;
/** Shadow bias along the normal, over the mesh's diagonal. */
const BIAS = 0.004;
/** A rig under way may leave the source's box by this share of its radius and still have its shadow. */
const SLACK = 1.15;

/** A deformed mesh with its shadows and its ground: the source, or the rig. */
export class Figure {
  readonly mesh: Mesh;
  readonly ground: Ground;
  readonly mode = uniform(MODES.tint, "int");
  readonly target: DeformTarget;
  wire: LineSegments | null = null;
  private readonly key: DirectionalDepth;
  private readonly shadow: GroundShadow;
  private readonly placement: Placement;
  private shadowsStale = true;

  constructor(
    geometry: BufferGeometry,
    target: DeformTarget,
    reference: DeformTarget,
    shades: Shades,
    ambient: AmbientOcclusion,
    placement: Placement,
  ) {
    this.target = target;
    this.placement = placement;
    const position = target.position(solverVertex());
    this.key = new DirectionalDepth(geometry, position, KEY_MAP);
    this.shadow = new GroundShadow(geometry, position);
    this.ground = new Ground(this.shadow, placement);
    const bias = uniform(BIAS * placement.diagonal);
    const { mode, key } = this;
    this.mesh = new Mesh(geometry, surfaceMaterial({ target, reference, shades, mode, key, ambient, bias }));
    this.mesh.frustumCulled = false;
  }

  /** The pose has changed: shadows are made again before the next picture. */
  moved(): void {
    this.shadowsStale = true;
  }

  /** Makes the shadows for a pose that lies in `box` (world). */
  updateShadows(renderer: WebGPURenderer, box: Box3): void {
    if (!this.shadowsStale) return;
    this.shadowsStale = false;
    const sphere = box.getBoundingSphere(new Sphere());
    sphere.radius *= SLACK;
    this.key.render(renderer, this.placement.world, sphere, KEY);
    const extent = groundExtent(box, this.placement);
    this.shadow.render(renderer, this.placement.world, extent);
  }

  /** Makes the wire when it is first asked for. */
  showWire(edges: () => BufferGeometry, colour: UniformNode<"vec4", Vector4>): LineSegments {
    if (!this.wire) {
      this.wire = new LineSegments(edges(), wireMaterial(this.target, colour));
      this.wire.frustumCulled = false;
      this.wire.renderOrder = 10;
    }
    return this.wire;
  }

  dispose(): void {
    (this.mesh.material as NodeMaterial).dispose();
    (this.wire?.material as NodeMaterial | undefined)?.dispose();
    for (const part of [this.key, this.shadow, this.ground]) part.dispose();
  }
}

/** The square of ground that the pose's shadows fall on. */
function groundExtent(box: Box3, { ground, diagonal }: Placement): GroundExtent {
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
