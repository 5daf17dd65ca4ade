import {
  Fn,
  float,
  int,
  ivec2,
  Loop,
  mix,
  modelWorldMatrix,
  select,
  uniform,
  varying,
  vec2,
  vec4,
} from "three/tsl";
import {
  type BufferGeometry,
  Color,
  DoubleSide,
  FloatType,
  Matrix4,
  Mesh,
  NearestFilter,
  type Node,
  NodeMaterial,
  OrthographicCamera,
  RedFormat,
  RenderTarget,
  Scene,
  type Sphere,
  type Vector3,
  type WebGPURenderer,
} from "three/webgpu";
import { loadStored } from "../../deform/data/stored-texture";
import { isWebGL } from "../../deform/data/vertex-target";

/** The value of empty texels: farther than anything. */
const NOTHING = new Color(-1e6, 0, 0);
const clearColour = new Color();

/**
 * A depth map of a posed mesh from one direction, sampled with a soft 3x3 tent. It tells which points a light from
 * there reaches.
 */
export class DirectionalDepth {
  private readonly target: RenderTarget;
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0, 2);
  private readonly scene = new Scene();
  private readonly material = new NodeMaterial();
  private readonly mesh: Mesh;
  /** From the world to the map: x and y in -1..1, y as rows are stored; z the distance in radii towards the light. */
  private readonly toMap = uniform(new Matrix4());
  private readonly size: number;

  constructor(geometry: BufferGeometry, position: Node<"vec3">, size: number) {
    this.size = size;
    this.target = new RenderTarget(size, size, {
      type: FloatType,
      format: RedFormat,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    const height = varying(this.toMap.mul(modelWorldMatrix.mul(vec4(position, 1))).z);
    this.material.positionNode = position;
    this.material.fragmentNode = vec4(height, 0, 0, 1);
    this.material.side = DoubleSide;
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  /** Renders the map of everything inside `bounds` (world) from a direction; `world` is the mesh's matrix. */
  render(renderer: WebGPURenderer, world: Matrix4, bounds: Sphere, direction: Vector3): void {
    const { center, radius } = bounds;
    const camera = this.camera;
    camera.position.copy(center).addScaledVector(direction, radius);
    camera.up.set(0, 1, 0);
    if (Math.abs(direction.y) > 0.95) camera.up.set(1, 0, 0);
    camera.lookAt(center);
    camera.left = camera.bottom = -radius;
    camera.right = camera.top = radius;
    camera.far = 2 * radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    // The camera looks along -z, so its z axis points to the light.
    const up = isWebGL(renderer) ? 1 : -1;
    this.toMap.value
      .makeScale(1 / radius, up / radius, 1 / radius)
      .multiply(new Matrix4().makeTranslation(0, 0, radius))
      .multiply(camera.matrixWorldInverse);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.matrix.copy(world);
    const target = renderer.getRenderTarget();
    const colour = renderer.getClearColor(clearColour);
    const alpha = renderer.getClearAlpha();
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(NOTHING, 1);
    renderer.clear();
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(target);
    renderer.setClearColor(colour, alpha);
  }

  /** 1 if nothing is between `point` (world) and the light, else 0; in a fragment shader. */
  visible(point: Node<"vec3">, bias: number): Node<"float"> {
    return Fn(() => {
      const m = this.toMap.mul(vec4(point, 1)).toVar();
      const at = m.xy.mul(0.5).add(0.5).mul(this.size).toVar();
      const base = at.floor().toVar();
      const part = at.sub(base).toVar();
      const nearest = m.z.add(bias).toVar();
      const sum = float(0).toVar();
      // Loops: nine copies take the compiler nine times as long.
      const across = { start: int(-1), end: int(1), type: "int", condition: "<=" } as const;
      Loop(across, across, ({ i, j }) => {
        const step = vec2(int(i), int(j)).toVar();
        const pixel = ivec2(base.add(step).clamp(0, this.size - 1));
        const lit = select(loadStored(this.target.texture, pixel).x.greaterThan(nearest), float(0), float(1));
        // The tent: 1 in the middle, and what the point is away from the other two.
        const tent = mix(vec2(1), mix(part.oneMinus(), part, step.mul(0.5).add(0.5)), step.abs()).toVar();
        sum.addAssign(lit.mul(tent.x).mul(tent.y));
      });
      return sum.div(4);
    })();
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
  }
}
