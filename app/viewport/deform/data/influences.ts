import type { Node, WebGPURenderer } from "three/webgpu";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import type { UploadedPart } from "../models/model";
import type { PassData } from "../passes/deformer-pass";
import type { GpuWeights } from "./gpu-weights";
import { Ranges } from "./ranges";
import { TEXELS_PER_ROW, Texels } from "./texels";

/** A bone that moves a vertex, in a shader. */
export interface InfluenceNodes {
  bone: Node<"uint">;
  /** The weight for blending positions. */
  weight: Node<"float">;
  /** The weight for blending rotations. */
  turning: Node<"float">;
}

/** The bones that move each vertex. */
export interface Influences {
  /** Repeats the code of `visit` for each bone of vertex `i`, in a shader. */
  each(i: Node<"uint">, visit: (influence: InfluenceNodes) => void): void;
}

/** Skinning weights on the GPU in the layout that they have in memory, so the upload needs no conversion. */
export class WeightTexels implements UploadedPart, Influences {
  private readonly ranges = new Ranges();
  private readonly bones = new Texels("uint");
  private readonly values = new Texels("float");
  private readonly select: (data: PassData) => SparseWeights | null;
  private uploaded: SparseWeights | null = null;
  /** The last weights of a stroke that were uploaded, and when. */
  private live: GpuWeights | null = null;
  private takenAt = 0;
  private data: PassData | null = null;

  constructor(select: (data: PassData) => SparseWeights | null) {
    this.select = select;
  }

  setData(data: PassData): boolean {
    const weights = this.select(data);
    this.data = data;
    if (!weights) return false;
    if (weights === this.uploaded) return true;
    this.live = null;
    const { offsets, bones, values } = weights;
    const count = offsets[offsets.length - 1];
    this.bones.reserve(count).set(bones.subarray(0, count));
    this.values.reserve(count).set(values.subarray(0, count));
    this.bones.flush();
    this.values.flush();
    this.ranges.set(offsets);
    this.uploaded = weights;
    return true;
  }

  takeLive(live: GpuWeights | null, renderer: WebGPURenderer): boolean {
    if (!live) {
      if (!this.live || !this.data) return false;
      this.live = this.uploaded = null;
      return this.setData(this.data);
    }
    if (live !== this.live) [this.live, this.takenAt, this.uploaded] = [live, 0, null];
    const dirt = live.since(this.takenAt);
    this.takenAt = dirt.time;
    if (!dirt.all && dirt.entries.length === 0 && dirt.ranges.length === 0) return false;
    this.ranges.setPairs(live.ranges, dirt, renderer);
    for (const [texels, from] of [
      [this.bones, live.bones],
      [this.values, live.values],
    ] as const) {
      const to = texels.reserve(from.length);
      if (dirt.all) {
        to.set(from);
        texels.flush();
        continue;
      }
      for (const row of dirt.entries) {
        const at = row * TEXELS_PER_ROW;
        to.set(from.subarray(at, at + TEXELS_PER_ROW), at);
      }
      texels.flushRows(renderer, dirt.entries);
    }
    return true;
  }

  each(i: Node<"uint">, visit: (influence: InfluenceNodes) => void): void {
    this.ranges.each(i, (entry) => {
      const weight = this.values.load(entry).x.toVar();
      visit({ bone: this.bones.load(entry).x.toVar(), weight, turning: weight });
    });
  }

  dispose(): void {
    this.ranges.dispose();
    this.bones.dispose();
    this.values.dispose();
  }
}
