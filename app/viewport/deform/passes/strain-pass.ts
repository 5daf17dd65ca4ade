import { float, max, uintBitsToFloat, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import { adjacencyOf } from "../../../../workers/geometry/adjacency";
import type { Surface } from "../../../../workers/geometry/vertex-fans";
import { sameNumbers } from "../data/points";
import { Ranges } from "../data/ranges";
import { Texels } from "../data/texels";
import { VertexTarget } from "../data/vertex-target";
import type { DeformTarget } from "./deform-target";

/**
 * How much a pose stretches the surface, one number per vertex: the mean over its neighbours of |x_i − x_j| / |u_i −
 * u_j| − 1, which is 0 without a change. Skips edges without length at rest.
 */
export class StrainPass {
  private readonly rings: ReturnType<typeof adjacencyOf>;
  private readonly ranges = new Ranges();
  /** A neighbour, and the bits of 1 / |u_i − u_j|; 0 for an edge without length. */
  private readonly edges = new Texels("uvec2");
  private readonly target: VertexTarget;
  private rest: Float32Array | null = null;

  constructor(surface: Surface, posed: DeformTarget) {
    this.rings = adjacencyOf(surface.triangles, surface.vertexCount);
    this.ranges.set(this.rings.offsets);
    this.target = new VertexTarget(surface.vertexCount, 1, (i) => [vec4(this.strainOf(i, posed))]);
  }

  private strainOf(i: Node<"uint">, posed: DeformTarget): Node<"float"> {
    const p = posed.position(i).toVar();
    const sum = float(0).toVar();
    const counted = float(0).toVar();
    this.ranges.each(i, (entry) => {
      const edge = this.edges.load(entry).toVar();
      const inverse = (uintBitsToFloat(edge.y) as unknown as Node<"float">).toVar();
      sum.addAssign(posed.position(edge.x).sub(p).length().mul(inverse));
      counted.addAssign(inverse.sign());
    });
    return sum.sub(counted).div(max(counted, 1));
  }

  /** Sets the pose without strain, 3V. Does not upload the same numbers again. */
  setRest(rest: Float32Array): void {
    if (this.rest && sameNumbers(rest, this.rest)) return;
    const { offsets, neighbours } = this.rings;
    const texels = this.edges.reserve(neighbours.length);
    const bits = new Float32Array(texels.buffer);
    for (let i = 0; i + 1 < offsets.length; i++) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const k = neighbours[e];
        const [dx, dy, dz] = [0, 1, 2].map((axis) => rest[3 * k + axis] - rest[3 * i + axis]);
        const length = Math.hypot(dx, dy, dz);
        texels[2 * e] = k;
        bits[2 * e + 1] = length > 0 ? 1 / length : 0;
      }
    }
    this.edges.flush();
    this.rest = rest;
  }

  /** Measures the current pose of the target. */
  update(renderer: WebGPURenderer): void {
    if (this.rest) this.target.render(renderer);
  }

  /** Strain of vertex `i`, in a shader. */
  load(i: Node<"uint">): Node<"float"> {
    return this.target.load(i).x;
  }

  /** The last measured strains, V. */
  read(renderer: WebGPURenderer): Promise<Float32Array> {
    return this.target.read(renderer, 0, 1);
  }

  dispose(): void {
    for (const part of [this.ranges, this.edges, this.target]) part.dispose();
  }
}
