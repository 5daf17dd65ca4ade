import { uint, vec4 } from "three/tsl";
import type { Node, WebGPURenderer } from "three/webgpu";
import type { Rig, TwoLayer } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { layersOf } from "../../../../workers/model/rig/two-layer";
import type { UploadedPart } from "../models/model";
import type { PassData } from "../passes/deformer-pass";
import type { BoneTexels, Matrices } from "./bone-texels";
import { WeightTexels } from "./influences";
import { VertexTarget } from "./vertex-target";

/** Each bone as its own virtual bone. */
function singleBones(count: number): SparseWeights {
  return {
    version: 1,
    offsets: Uint32Array.from({ length: count + 1 }, (_, j) => j),
    bones: Uint16Array.from({ length: count }, (_, j) => j),
    values: new Float32Array(count).fill(1),
  };
}

/** Caches the layers of rigs that have none: their bones and their weights. */
const singles = new WeakMap<SparseWeights, TwoLayer>();

/** The layers of a rig. If it has none, each bone serves as a virtual bone, which gives the same poses. */
export function shownLayers(rig: Rig): TwoLayer {
  const layers = layersOf(rig);
  if (layers) return layers;
  const known = singles.get(rig.weights);
  if (known && known.virtual.offsets.length === rig.bones.length + 1) return known;
  const made = { virtual: singleBones(rig.bones.length), vertices: rig.weights };
  singles.set(rig.weights, made);
  return made;
}

/**
 * The first layer of two: the matrices of the virtual bones, which a pass of their own blends once per pose. Three
 * texels each, the rows of the 3x4.
 */
export class VirtualBones implements UploadedPart, Matrices {
  private readonly weights = new WeightTexels(({ rig }) => shownLayers(rig).virtual);
  private readonly target: VertexTarget;

  constructor(bones: BoneTexels) {
    this.target = new VertexTarget(1, 1, (texel) => {
      const r = texel.div(uint(3)).toVar();
      const row = texel.sub(r.mul(uint(3))).toVar();
      const sum = vec4(0).toVar();
      this.weights.each(r, ({ bone, weight }) => {
        sum.addAssign(bones.row(bone, row).mul(weight));
      });
      return [sum];
    });
  }

  setData(data: PassData): boolean {
    this.target.resize(3 * (shownLayers(data.rig).virtual.offsets.length - 1));
    return this.weights.setData(data);
  }

  /** Blends them for the current pose. */
  render(renderer: WebGPURenderer): void {
    this.target.render(renderer);
  }

  /** The three rows of the 3x4 of a virtual bone, in a shader. */
  rows(virtual: Node<"uint">): [Node<"vec4">, Node<"vec4">, Node<"vec4">] {
    const at = virtual.mul(uint(3)).toVar();
    const row = (r: number) => this.target.load(at.add(uint(r))).toVar();
    return [row(0), row(1), row(2)];
  }

  dispose(): void {
    this.weights.dispose();
    this.target.dispose();
  }
}
