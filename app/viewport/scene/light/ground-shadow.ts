import {
  exp,
  Fn,
  float,
  int,
  Loop,
  modelWorldMatrix,
  texture,
  uniform,
  varying,
  vec2,
  vec4,
} from "three/tsl";
import {
  AddEquation,
  type BufferGeometry,
  ClampToEdgeWrapping,
  Color,
  CustomBlending,
  DoubleSide,
  LinearFilter,
  type Matrix4,
  MaxEquation,
  Mesh,
  NoBlending,
  type Node,
  NodeMaterial,
  OneFactor,
  OrthographicCamera,
  QuadMesh,
  RenderTarget,
  Scene,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from "three/webgpu";
import { StoredTexture, storedCoordinate } from "../../deform/data/stored-texture";
import { KEY_DIRECTION } from "./studio-light";

const SIZE = 256;
/** Standard deviations of the two blurs, in pixels of the map. */
const KEY_BLUR = 1.3;
const CONTACT_BLUR = 4.5;
/** Samples on each side of a pixel, and how far the last ones are away, in standard deviations. */
const TAPS = 4;
const REACH = 2.4;

/** The area of ground that the map covers, in the world. */
export interface GroundExtent {
  /** Centre of the map on the ground: x, z. */
  centre: [number, number];
  /** Half its side. */
  half: number;
  /** Height of the ground. */
  height: number;
  /** The length relative to which heights above the ground are measured. */
  scale: number;
}

/**
 * The mesh's shadow on the ground as a small blurred map: red where the key light is hidden, green by the closeness of
 * the mesh above. Flattens the mesh onto the ground, so it has no acne and needs no bias.
 */
export class GroundShadow {
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly meshes: Mesh[];
  private readonly sharp = createTarget();
  private readonly half = createTarget();
  private readonly soft = createTarget();
  /** x, z of the centre, 1 / half side, height. */
  private readonly frame = uniform(new Vector4(0, 0, 1, 0));
  private readonly scale = uniform(1);
  private readonly blurs: { quad: QuadMesh; material: NodeMaterial }[];

  constructor(geometry: BufferGeometry, position: Node<"vec3">) {
    this.meshes = [KEY_DIRECTION, [0, 1, 0] as const].map((direction, channel) => {
      const mesh = new Mesh(geometry, this.flattened(position, direction, channel));
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      this.scene.add(mesh);
      return mesh;
    });
    this.blurs = [blur(this.sharp, new Vector2(1, 0)), blur(this.half, new Vector2(0, 1))];
  }

  private flattened(
    position: Node<"vec3">,
    [dx, dy, dz]: readonly [number, number, number],
    channel: number,
  ): NodeMaterial {
    const material = new NodeMaterial();
    const world = modelWorldMatrix.mul(vec4(position, 1)).xyz;
    const height = world.y.sub(this.frame.w).max(0);
    const onGround = vec2(world.x.sub(height.mul(dx / dy)), world.z.sub(height.mul(dz / dy)));
    const at = onGround.sub(this.frame.xy).mul(this.frame.z);
    material.vertexNode = vec4(at.x, at.y.negate(), 0.5, 1);
    const relative = varying(height.div(this.scale));
    const strength = channel === 0 ? exp(relative.mul(-0.9)) : exp(relative.mul(-9));
    material.fragmentNode =
      channel === 0 ? vec4(strength, 0, 0, 0) : vec4(float(0), strength, float(0), float(0));
    material.depthTest = material.depthWrite = false;
    material.side = DoubleSide;
    // The greatest value stays, in whatever order: one draw is enough.
    material.forceSinglePass = true;
    material.blending = CustomBlending;
    material.blendEquation = MaxEquation;
    material.blendEquationAlpha = AddEquation;
    material.blendSrc = material.blendDst = OneFactor;
    material.transparent = true;
    return material;
  }

  render(renderer: WebGPURenderer, world: Matrix4, extent: GroundExtent): void {
    this.frame.value.set(extent.centre[0], extent.centre[1], 1 / extent.half, extent.height);
    this.scale.value = extent.scale;
    for (const mesh of this.meshes) mesh.matrix.copy(world);
    const target = renderer.getRenderTarget();
    const colour = renderer.getClearColor(clearColour);
    const alpha = renderer.getClearAlpha();
    renderer.setClearColor(BLACK, 0);
    renderer.setRenderTarget(this.sharp);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(this.half);
    this.blurs[0].quad.render(renderer);
    renderer.setRenderTarget(this.soft);
    this.blurs[1].quad.render(renderer);
    renderer.setRenderTarget(target);
    renderer.setClearColor(colour, alpha);
  }

  /** Darkness of the ground at a point of the world, 0 to about 0.7, in a fragment shader. */
  darkness(point: Node<"vec3">): Node<"float"> {
    const at = point.xz.sub(this.frame.xy).mul(this.frame.z);
    const inside = at.abs().x.max(at.abs().y).lessThan(1).select(float(1), float(0));
    const map = texture(this.soft.texture, at.mul(0.5).add(0.5));
    return map.x.mul(0.42).add(map.y.mul(0.34)).mul(inside).clamp(0, 0.66);
  }

  dispose(): void {
    for (const target of [this.sharp, this.half, this.soft]) target.dispose();
    for (const { material } of this.blurs) material.dispose();
    for (const mesh of this.meshes) (mesh.material as NodeMaterial).dispose();
  }
}

/** The sum of a blur's weights. */
const WHOLE = Array.from({ length: 2 * TAPS + 1 }, (_, n) =>
  Math.exp((((n - TAPS) * REACH) / TAPS) ** 2 / -2),
).reduce((sum, weight) => sum + weight);
const BLACK = new Color(0, 0, 0);
const clearColour = new Color();

function createTarget(): RenderTarget {
  const target = new RenderTarget(SIZE, SIZE, { depthBuffer: false });
  target.texture.minFilter = target.texture.magFilter = LinearFilter;
  target.texture.wrapS = target.texture.wrapT = ClampToEdgeWrapping;
  return target;
}

/** A Gaussian blur along one axis, wider in green than in red. The same shader for both axes. */
function blur(from: RenderTarget, axis: Vector2): { quad: QuadMesh; material: NodeMaterial } {
  const material = new NodeMaterial();
  const along = uniform(axis);
  const source = new StoredTexture(from.texture);
  material.fragmentNode = Fn(() => {
    const sum = vec4(0).toVar();
    const here = storedCoordinate().toVar();
    Loop(2 * TAPS + 1, ({ i }) => {
      const x = float(int(i).sub(TAPS))
        .mul(REACH / TAPS)
        .toVar();
      const step = (sigma: number) => texture(source, here.add(along.mul(x.mul(sigma))).div(SIZE));
      sum.addAssign(vec4(step(KEY_BLUR).x, step(CONTACT_BLUR).y, 0, 0).mul(exp(x.mul(x).mul(-0.5))));
    });
    return sum.div(WHOLE);
  })();
  material.blending = NoBlending;
  material.depthTest = material.depthWrite = false;
  return { quad: new QuadMesh(material), material };
}
