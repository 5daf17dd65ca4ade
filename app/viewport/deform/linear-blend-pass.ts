import { Fn, If, Loop, uint, uintBitsToFloat, vec3, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { Rig } from "../../../workers/model/rig";
import { DeformTarget, rotationOutput } from "./deform-target";
import type { DeformerPass, PassData } from "./deformer-pass";
import { nearestRotation } from "./nearest-rotation";
import { Texels } from "./texels";

/** Same numbers: a new array of the same rest pose need not go up again. */
function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Linear blend skinning of the solver vertices with any number of influences, as a pass over one texel a vertex:
 * v' = Σ w (M [v; 1]). Normals turn by the polar rotation of the blended matrix.
 *
 * The textures: rest positions (three R32F texels a vertex), first influence and count (RG32UI a vertex), bone and
 * bits of the weight (RG32UI an influence), the rows of the pose's matrices (three RGBA32F texels a bone).
 */
export class LinearBlendPass implements DeformerPass {
  readonly kind = "lbs";
  readonly target: DeformTarget;
  private readonly rest = new Texels("float");
  private readonly ranges = new Texels("uvec2");
  private readonly influences = new Texels("uvec2");
  private readonly matrices = new Texels("vec4");
  private rig: Rig | null = null;
  private restUploaded: Float32Array | null = null;
  private frame = -1;
  private dirty = true;
  private posed = false;

  constructor(vertexCount: number) {
    this.target = new DeformTarget(vertexCount, (vertex, count) => this.kernel(vertex, count));
  }

  private kernel(vertex: Node<"uint">, count: Node<"uint">) {
    const rotation = rotationOutput();
    const kernel = Fn(() => {
      const i = vertex.toVar();
      const position = vec4(0).toVar();
      rotation.assign(vec4(0, 0, 0, 1));
      If(i.lessThan(count), () => {
        const at = i.mul(uint(3)).toVar();
        const v = vec4(
          this.rest.load(at).x,
          this.rest.load(at.add(uint(1))).x,
          this.rest.load(at.add(uint(2))).x,
          1,
        ).toVar();
        const x = vec4(0).toVar();
        const y = vec4(0).toVar();
        const z = vec4(0).toVar();
        const range = this.ranges.load(i).toVar();
        const end = range.x.add(range.y).toVar();
        Loop({ start: range.x, end, type: "uint", condition: "<" }, ({ i: e }) => {
          const influence = this.influences.load(e).toVar();
          const weight = uintBitsToFloat(influence.y) as unknown as Node<"float">;
          const row = influence.x.mul(uint(3)).toVar();
          x.addAssign(this.matrices.load(row).mul(weight));
          y.addAssign(this.matrices.load(row.add(uint(1))).mul(weight));
          z.addAssign(this.matrices.load(row.add(uint(2))).mul(weight));
        });
        position.assign(vec4(vec3(x.dot(v), y.dot(v), z.dot(v)), 1));
        rotation.assign(nearestRotation(x.xyz, y.xyz, z.xyz));
      });
      return position;
    });
    return { position: kernel(), rotation };
  }

  /** Takes a rig of the same vertices; uploads only what differs from the last one. */
  setRig(rig: Rig): void {
    if (rig === this.rig) return;
    if (!this.restUploaded || !sameNumbers(rig.rest, this.restUploaded)) {
      this.rest.reserve(rig.rest.length).set(rig.rest);
      this.rest.flush();
      this.restUploaded = rig.rest;
    }
    if (rig.weights !== this.rig?.weights) this.uploadWeights(rig);
    this.rig = rig;
    this.frame = -1;
    this.dirty = true;
  }

  private uploadWeights({ weights }: Rig): void {
    const { offsets, bones, values } = weights;
    const count = offsets.length - 1;
    const ranges = this.ranges.reserve(count);
    for (let i = 0; i < count; i++) {
      ranges[2 * i] = offsets[i];
      ranges[2 * i + 1] = offsets[i + 1] - offsets[i];
    }
    const entries = this.influences.reserve(offsets[count]);
    const weightBits = new Float32Array(entries.buffer);
    for (let e = 0; e < offsets[count]; e++) {
      entries[2 * e] = bones[e];
      weightBits[2 * e + 1] = values[e];
    }
    this.ranges.flush();
    this.influences.flush();
  }

  setData({ rig }: PassData): boolean {
    this.setRig(rig);
    return true;
  }

  setBones(matrices: Float32Array): void {
    this.matrices.reserve(matrices.length / 4).set(matrices);
    this.matrices.flush();
    this.dirty = this.posed = true;
  }

  /** Shows frame `k` of the rig, or its last where it has fewer. */
  setFrame(k: number): void {
    if (!this.rig) return;
    const size = 12 * this.rig.bones.length;
    k = Math.min(k, this.rig.motion.length / size - 1);
    if (k === this.frame) return;
    this.setBones(this.rig.motion.subarray(k * size, (k + 1) * size));
    this.frame = k;
  }

  /** Deforms if something changed; true if it did. */
  update(renderer: WebGPURenderer): boolean {
    if (!this.dirty || !this.rig || !this.posed) return false;
    this.target.render(renderer);
    this.dirty = false;
    return true;
  }

  dispose(): void {
    this.target.dispose();
    for (const texels of [this.rest, this.ranges, this.influences, this.matrices]) texels.dispose();
  }
}
