import { ivec2, outputStruct, property, screenCoordinate, textureLoad, uint, uniform } from "three/tsl";
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
import { rowsFor, TEXELS_PER_ROW, texelAt } from "./texels";

/**
 * A pose of all solver vertices in two float textures, one texel a vertex, made by a full-screen pass.
 * Everything that draws or measures samples it.
 */
export class DeformTarget {
  readonly vertexCount: number;
  private readonly target: RenderTarget;
  private readonly material = new NodeMaterial();
  private readonly quad: QuadMesh;

  /** `kernel` writes the shader of one vertex; it is called with the vertex's index, inside a shader function. */
  constructor(vertexCount: number, kernel: (vertex: Node<"uint">, count: Node<"uint">) => KernelOutput) {
    this.vertexCount = vertexCount;
    this.target = new RenderTarget(TEXELS_PER_ROW, rowsFor(vertexCount), {
      count: 2,
      type: FloatType,
      depthBuffer: false,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    const pixel = ivec2(screenCoordinate);
    const vertex = uint(pixel.y.mul(TEXELS_PER_ROW).add(pixel.x));
    const { position, rotation } = kernel(vertex, uniform(vertexCount, "uint"));
    this.material.fragmentNode = outputStruct(position, rotation);
    this.material.blending = NoBlending;
    this.material.depthTest = this.material.depthWrite = false;
    this.quad = new QuadMesh(this.material);
  }

  /** Position of vertex `i`, in a shader. */
  position(i: Node<"uint">): Node<"vec3"> {
    return textureLoad(this.target.textures[0], texelAt(i)).xyz as Node<"vec3">;
  }

  /** Rotation of vertex `i` from rest to pose, in a shader. */
  rotation(i: Node<"uint">): Node<"vec4"> {
    return textureLoad(this.target.textures[1], texelAt(i)) as unknown as Node<"vec4">;
  }

  /** Runs the pass. */
  render(renderer: WebGPURenderer): void {
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    this.quad.render(renderer);
    renderer.setRenderTarget(before);
  }

  /** The positions that the pass last made, 3V. */
  async readPositions(renderer: WebGPURenderer): Promise<Float32Array> {
    const { width, height } = this.target;
    const texels = (await renderer.readRenderTargetPixelsAsync(
      this.target,
      0,
      0,
      width,
      height,
      0,
    )) as Float32Array;
    // WebGL hands the rows out from the bottom.
    const flipped = isWebGL(renderer);
    const positions = new Float32Array(3 * this.vertexCount);
    for (let i = 0; i < this.vertexCount; i++) {
      const row = Math.floor(i / width);
      const from = 4 * ((flipped ? height - 1 - row : row) * width + (i % width));
      positions.set(texels.subarray(from, from + 3), 3 * i);
    }
    return positions;
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
  }
}

export interface KernelOutput {
  /** The position, as vec4. */
  position: Node<"vec4">;
  rotation: Node<"vec4">;
}

/** The second output of a kernel: assigned inside its function, joined to the first outside of it. */
export const rotationOutput = () => property("vec4", "vertexRotation");

/** Whether the fallback draws. */
export function isWebGL(renderer: WebGPURenderer): boolean {
  return (renderer.backend as { isWebGLBackend?: boolean }).isWebGLBackend === true;
}
