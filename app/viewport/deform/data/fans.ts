import { cross, vec3 } from "three/tsl";
import type { Node } from "three/webgpu";
import { type Surface, vertexFans } from "../../../../workers/geometry/vertex-fans";
import { ofFrame } from "../models/quaternion";
import { Ranges } from "./ranges";
import { Texels } from "./texels";

/**
 * Triangles with an area below this fraction of an edge squared are slivers whose normals are rounding noise; as in the
 * reference.
 */
const LEAST_SHARE = 1e-6;

/** Positions of vertices, in a shader. */
type Positions = (i: Node<"uint">) => Node<"vec3">;

/** The triangles around each vertex on the GPU, and the frames that they span. */
export class Fans {
  private readonly ranges = new Ranges();
  private readonly pairs = new Texels("uvec2");

  constructor(surface: Surface) {
    const { offsets, pairs } = vertexFans(surface);
    this.ranges.set(offsets);
    this.pairs.reserve(pairs.length / 2).set(pairs);
    this.pairs.flush();
  }

  /** Repeats the code of `visit` for each triangle (i, a, b), in a shader. */
  each(i: Node<"uint">, visit: (a: Node<"uint">, b: Node<"uint">) => void): void {
    this.ranges.each(i, (entry) => {
      const pair = this.pairs.load(entry).toVar();
      visit(pair.x, pair.y);
    });
  }

  /** A neighbour of vertex `i`, in a shader; an arbitrary vertex if it has none. */
  firstNeighbour(i: Node<"uint">): Node<"uint"> {
    return this.pairs.load(this.ranges.load(i).first).x;
  }

  /** The normal of vertex `i` at `p`, with a length of twice the area around it, in a shader. */
  areaNormal(i: Node<"uint">, p: Node<"vec3">, positions: Positions): Node<"vec3"> {
    const area = vec3(0).toVar();
    this.each(i, (a, b) => {
      area.addAssign(cross(positions(a).sub(p), positions(b).sub(p)));
    });
    return area;
  }

  dispose(): void {
    this.ranges.dispose();
    this.pairs.dispose();
  }
}

/**
 * An edge without its component along a normal, and whether the result, the normal and the edge exceed rounding, in a
 * shader.
 */
export function tangentOf(area: Node<"vec3">, edge: Node<"vec3">) {
  const squared = area.dot(area).toVar();
  const whole = edge.length().toVar();
  const tangent = edge.sub(area.mul(edge.dot(area).div(squared))).toVar();
  const sound = squared
    .sqrt()
    .greaterThan(whole.mul(whole).mul(LEAST_SHARE))
    .and(tangent.length().greaterThan(whole.mul(LEAST_SHARE)))
    .toVar();
  return { tangent, sound };
}

/** The frame with the axes tangent, bitangent and normal, as a quaternion, in a shader. */
export function surfaceFrame(area: Node<"vec3">, tangent: Node<"vec3">): Node<"vec4"> {
  const normal = area.normalize().toVar();
  const along = tangent.normalize().toVar();
  return ofFrame(along, cross(normal, along).toVar(), normal).toVar();
}
