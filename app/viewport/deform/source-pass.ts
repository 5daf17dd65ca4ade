import { cross, Fn, If, Loop, normalize, select, uint, vec3, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import { frameOf, type MeshSequence } from "../../../workers/model/mesh-sequence";
import { vertexFans } from "../geometry/vertex-fans";
import { DeformTarget, rotationOutput } from "./deform-target";
import { conjugate, ofFrame, product } from "./quaternion";
import { Texels } from "./texels";

const LEAST_LENGTH = 1e-20;

/**
 * The frames of a sequence as poses, in the form that a deformer's have: positions, and the rotation of each vertex
 * from the rest pose, from the frame that its area-weighted normal and its first edge span. Display normals, also
 * those split along hard edges, turn with it.
 */
export class SourcePass {
  readonly target: DeformTarget;
  private readonly positions = new Texels("float");
  private readonly ranges = new Texels("uvec2");
  private readonly fans = new Texels("uvec2");
  /** The rest pose: positions, and the frames of vertices as quaternions, their z axes the normals. */
  readonly restFrames: DeformTarget;
  private readonly sequence: MeshSequence;
  private restDone = false;
  private frame = -1;
  private dirty = false;

  constructor(sequence: MeshSequence) {
    this.sequence = sequence;
    this.uploadFans();
    const kernel = (rest: DeformTarget | null) => (vertex: Node<"uint">, count: Node<"uint">) =>
      this.kernel(vertex, count, rest);
    this.restFrames = new DeformTarget(sequence.vertexCount, kernel(null));
    this.target = new DeformTarget(sequence.vertexCount, kernel(this.restFrames));
  }

  private uploadFans(): void {
    const { offsets, pairs } = vertexFans(this.sequence);
    const count = this.sequence.vertexCount;
    const ranges = this.ranges.reserve(count);
    for (let i = 0; i < count; i++) {
      ranges[2 * i] = offsets[i];
      ranges[2 * i + 1] = offsets[i + 1] - offsets[i];
    }
    this.fans.reserve(pairs.length / 2).set(pairs);
    this.ranges.flush();
    this.fans.flush();
  }

  private position(i: Node<"uint">): Node<"vec3"> {
    const at = i.mul(uint(3)).toVar();
    const coordinate = (axis: number) => this.positions.load(at.add(uint(axis))).x;
    return vec3(coordinate(0), coordinate(1), coordinate(2)).toVar();
  }

  /** Frame of vertex `i` at `p` as a quaternion; identity where no face has an area. */
  private frameAt(i: Node<"uint">, p: Node<"vec3">): Node<"vec4"> {
    const range = this.ranges.load(i).toVar();
    const area = vec3(0).toVar();
    Loop({ start: range.x, end: range.x.add(range.y), type: "uint", condition: "<" }, ({ i: e }) => {
      const pair = this.fans.load(e).toVar();
      area.addAssign(cross(this.position(pair.x).sub(p), this.position(pair.y).sub(p)));
    });
    const edge = this.position(this.fans.load(range.x).x).sub(p);
    const normal = area.div(area.length().max(LEAST_LENGTH)).toVar();
    const along = edge.sub(normal.mul(edge.dot(normal))).toVar();
    const whole = range.y
      .greaterThan(uint(0))
      .and(area.length().greaterThan(LEAST_LENGTH))
      .and(along.length().greaterThan(LEAST_LENGTH));
    const tangent = normalize(along).toVar();
    const q = ofFrame(tangent, cross(normal, tangent).toVar(), normal);
    return select(whole, q, vec4(0, 0, 0, 1));
  }

  private kernel(vertex: Node<"uint">, count: Node<"uint">, rest: DeformTarget | null) {
    const rotation = rotationOutput();
    const kernel = Fn(() => {
      const i = vertex.toVar();
      const position = vec4(0).toVar();
      rotation.assign(vec4(0, 0, 0, 1));
      If(i.lessThan(count), () => {
        const p = this.position(i);
        const frame = this.frameAt(i, p).toVar();
        position.assign(vec4(p, 1));
        rotation.assign(rest ? product(frame, conjugate(rest.rotation(i).toVar())) : frame);
      });
      return position;
    });
    return { position: kernel(), rotation };
  }

  private upload(positions: Float32Array): void {
    this.positions.reserve(positions.length).set(positions);
    this.positions.flush();
  }

  /** Shows frame `k`. */
  setFrame(k: number): void {
    if (k === this.frame) return;
    this.frame = k;
    this.dirty = true;
  }

  /** Uploads and deforms if the frame changed; true if it did. */
  update(renderer: WebGPURenderer): boolean {
    if (!this.dirty) return false;
    if (!this.restDone) {
      this.upload(this.sequence.rest);
      this.restFrames.render(renderer);
      this.restDone = true;
    }
    this.upload(frameOf(this.sequence, this.frame));
    this.target.render(renderer);
    this.dirty = false;
    return true;
  }

  dispose(): void {
    this.target.dispose();
    this.restFrames.dispose();
    for (const texels of [this.positions, this.ranges, this.fans]) texels.dispose();
  }
}
