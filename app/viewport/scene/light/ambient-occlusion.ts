import { float, uint, uniform, vec3, vec4 } from "three/tsl";
import {
  AddEquation,
  type BufferGeometry,
  Color,
  CustomBlending,
  HalfFloatType,
  NearestFilter,
  type Node,
  NodeMaterial,
  OneFactor,
  QuadMesh,
  RenderTarget,
  type Sphere,
  Vector3,
  type WebGPURenderer,
} from "three/webgpu";
import { loadStored, storedPixel } from "../../deform/data/stored-texture";
import { rowsFor, TEXELS_PER_ROW, texelAt } from "../../deform/data/texels";
import { rotated } from "../../deform/models/quaternion";
import type { DeformTarget } from "../../deform/passes/deform-target";
import type { ScenePlacement } from "../../geometry/placement";
import { solverVertex } from "../materials/solver-vertex";
import { DirectionalDepth } from "./directional-depth";

/** The number of directions from which the sky is sampled. */
const DIRECTIONS = 24;
const MAP = 160;
/** The offset from the surface before sampling, as a share of the mesh's diagonal. */
const LIFT = 0.008;

/** Directions spread evenly over the sphere, in an order in which the first ones cover it evenly too. */
function spread(index: number): Vector3 {
  const height = 1 - (2 * ((index * 0.618034) % 1) + 1 / DIRECTIONS);
  const angle = index * 2.399963;
  const flat = Math.sqrt(Math.max(0, 1 - height * height));
  return new Vector3(Math.cos(angle) * flat, height, Math.sin(angle) * flat).normalize();
}

/**
 * The openness of each solver vertex in the rest pose: the fraction of the sky above it that the mesh does not hide.
 * Sums depth maps from all sides, a few at a time, so that opening a mesh does not stall. Until all are done it is 1
 * everywhere.
 */
export class AmbientOcclusion {
  private readonly sums: RenderTarget;
  private readonly depth: DirectionalDepth;
  private readonly material = new NodeMaterial();
  private readonly quad: QuadMesh;
  private readonly direction = uniform(new Vector3(0, 1, 0));
  private readonly finished = uniform(0);
  private readonly placement: ScenePlacement;
  private readonly bounds: Sphere;
  private done = 0;

  /** `rest` holds the rest positions, and the frames whose z axes are the normals. */
  constructor(geometry: BufferGeometry, rest: DeformTarget, placement: ScenePlacement, bounds: Sphere) {
    this.placement = placement;
    this.bounds = bounds;
    this.depth = new DirectionalDepth(geometry, rest.position(solverVertex()), MAP);
    this.sums = new RenderTarget(TEXELS_PER_ROW, rowsFor(rest.vertexCount), {
      type: HalfFloatType,
      depthBuffer: false,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    const pixel = storedPixel();
    const vertex = uint(pixel.y.mul(TEXELS_PER_ROW).add(pixel.x));
    const toWorld = uniform(placement.world);
    const p = toWorld.mul(vec4(rest.position(vertex), 1)).xyz;
    const n = toWorld.mul(vec4(rotated(rest.rotation(vertex), vec3(0, 0, 1)), 0)).xyz.toVar();
    const facing = n.dot(this.direction).clamp(0, 1).toVar();
    const lift = uniform(LIFT * placement.diagonal);
    const open = this.depth.visible(p.add(n.mul(lift)), 0.004);
    this.material.fragmentNode = vec4(facing.mul(open), facing, 0, 0);
    this.material.depthTest = this.material.depthWrite = false;
    this.material.transparent = true;
    this.material.blending = CustomBlending;
    this.material.blendEquation = AddEquation;
    this.material.blendSrc = this.material.blendDst = OneFactor;
    this.quad = new QuadMesh(this.material);
  }

  get isDone(): boolean {
    return this.done >= DIRECTIONS;
  }

  /** Openness of vertex `i` in 0..1, in a vertex shader. */
  openness(i: Node<"uint">): Node<"float"> {
    const sums = loadStored(this.sums.texture, texelAt(i)).toVar();
    const known = sums.y.greaterThan(0.01).and(this.finished.greaterThan(0.5));
    return known.select(sums.x.div(sums.y.max(0.01)), float(1));
  }

  /** Samples `count` more directions. */
  update(renderer: WebGPURenderer, count: number): void {
    const target = renderer.getRenderTarget();
    const autoClear = renderer.autoClear;
    const end = Math.min(DIRECTIONS, this.done + count);
    for (; this.done < end; this.done++) {
      this.direction.value.copy(spread(this.done));
      this.depth.render(renderer, this.placement.world, this.bounds, this.direction.value);
      renderer.setRenderTarget(this.sums);
      renderer.autoClear = false;
      if (this.done === 0) clearToZero(renderer);
      this.quad.render(renderer);
      renderer.autoClear = autoClear;
    }
    renderer.setRenderTarget(target);
    if (this.isDone) this.finished.value = 1;
  }

  /** Resolves when the GPU has done its work. */
  async settled(renderer: WebGPURenderer): Promise<void> {
    await renderer.readRenderTargetPixelsAsync(this.sums, 0, 0, 1, 1);
  }

  dispose(): void {
    this.sums.dispose();
    this.depth.dispose();
    this.material.dispose();
  }
}

const BLACK = new Color(0, 0, 0);
const before = new Color();

function clearToZero(renderer: WebGPURenderer): void {
  renderer.getClearColor(before);
  const alpha = renderer.getClearAlpha();
  renderer.setClearColor(BLACK, 0);
  renderer.clear();
  renderer.setClearColor(before, alpha);
}

/** A background step shorter than this may grow, in milliseconds. */
const QUICK = 30;

/**
 * Computes the ambient light between pictures. Each step waits until the GPU is done, so that the page never waits for
 * a long queue.
 * @param wanted whether the result is still needed; asked before each step.
 * @returns whether the result was still needed at the end.
 */
export async function refineLight(
  renderer: WebGPURenderer,
  ambient: AmbientOcclusion,
  wanted: () => boolean,
): Promise<boolean> {
  let count = 2;
  while (!ambient.isDone && wanted()) {
    const began = performance.now();
    ambient.update(renderer, count);
    await ambient.settled(renderer);
    const cost = performance.now() - began;
    count = cost < QUICK ? 2 * count : 1;
    if (cost >= QUICK) await new Promise((resolve) => setTimeout(resolve, cost));
  }
  return wanted();
}
