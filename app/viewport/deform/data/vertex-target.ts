import { Fn, If, int, outputStruct, property, uint, uniform, vec4 } from "three/tsl";
import {
  FloatType,
  NearestFilter,
  NoBlending,
  type Node,
  NodeMaterial,
  QuadMesh,
  RenderTarget,
  type WebGPURenderer,
} from "three/webgpu";
import { loadStored, storedPixel } from "./stored-texture";
import { rowsFor, TEXELS_PER_ROW, texelAt } from "./texels";

/** Rows of the textures, from `first` to before `end`. */
export interface TexelRows {
  first: number;
  end: number;
}

/**
 * Four numbers per vertex in each of one or two float textures with one texel per vertex, written by a full-screen
 * pass.
 */
export class VertexTarget {
  private readonly count = uniform(0, "uint");
  private readonly target: RenderTarget;
  private readonly material = new NodeMaterial();
  private readonly quad: QuadMesh;

  /** `write` builds the shader of vertex `i`, a vec4 for each texture; it is called inside a shader function. */
  constructor(vertexCount: number, textures: 1 | 2, write: (i: Node<"uint">) => Node<"vec4">[]) {
    this.count.value = vertexCount;
    this.target = new RenderTarget(TEXELS_PER_ROW, rowsFor(vertexCount), {
      count: textures,
      type: FloatType,
      depthBuffer: false,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    const [first, ...others] = outputsOf(this.count, textures, write);
    this.material.fragmentNode = others.length > 0 ? outputStruct(first, ...others) : first;
    this.material.blending = NoBlending;
    this.material.depthTest = this.material.depthWrite = false;
    this.quad = new QuadMesh(this.material);
  }

  get vertexCount(): number {
    return this.count.value;
  }

  /**
   * Makes room for another number of vertices. If the texture grows or shrinks, the output of the last pass is lost.
   */
  resize(vertexCount: number): void {
    this.count.value = vertexCount;
    this.target.setSize(TEXELS_PER_ROW, rowsFor(vertexCount));
  }

  /** The value that the pass wrote for vertex `i` into texture `n`, in a shader. */
  load(i: Node<"uint">, n = 0): Node<"vec4"> {
    return loadStored(this.target.textures[n], texelAt(i));
  }

  /** Runs the pass, for all vertices or for those of some rows. The others keep their values. */
  render(renderer: WebGPURenderer, rows: TexelRows | null = null): void {
    const { target } = this;
    const { autoClear } = renderer;
    const before = renderer.getRenderTarget();
    if (rows) {
      const { first, end } = rows;
      // Three counts the rows of a scissor downwards in WebGL too.
      const top = isWebGL(renderer) ? target.height - end : first;
      target.scissor.set(0, top, target.width, end - first);
      renderer.autoClear = false;
    }
    target.scissorTest = rows !== null;
    renderer.setRenderTarget(target);
    this.quad.render(renderer);
    renderer.setRenderTarget(before);
    renderer.autoClear = autoClear;
  }

  /** The first `channels` numbers of each vertex that the last pass wrote into texture `n`. */
  async read(renderer: WebGPURenderer, n: number, channels: number): Promise<Float32Array> {
    const { width, height } = this.target;
    const texels = (await renderer.readRenderTargetPixelsAsync(
      this.target,
      0,
      0,
      width,
      height,
      n,
    )) as Float32Array;
    const values = new Float32Array(channels * this.vertexCount);
    for (let i = 0; i < this.vertexCount; i++) {
      values.set(texels.subarray(4 * i, 4 * i + channels), channels * i);
    }
    return values;
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
  }
}

/**
 * The nodes of the outputs. The function returns the first output and assigns the others, which are joined to the first
 * outside, because a struct as return value makes invalid shaders.
 */
function outputsOf(count: Node<"uint">, textures: number, write: (i: Node<"uint">) => Node<"vec4">[]) {
  const others = Array.from({ length: textures - 1 }, (_, n) => property("vec4", `vertexOutput${n + 1}`));
  const kernel = Fn(() => {
    const pixel = storedPixel().toVar();
    const i = uint(pixel.y.mul(int(TEXELS_PER_ROW)).add(pixel.x)).toVar();
    const first = vec4(0).toVar();
    for (const other of others) other.assign(vec4(0));
    If(i.lessThan(count), () => {
      write(i).forEach((value, n) => {
        (n === 0 ? first : others[n - 1]).assign(value);
      });
    });
    return first;
  });
  return [kernel(), ...others];
}

/** Whether the WebGL2 fallback is in use. */
export function isWebGL(renderer: WebGPURenderer): boolean {
  return (renderer.backend as { isWebGLBackend?: boolean }).isWebGLBackend === true;
}
