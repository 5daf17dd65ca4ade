import type { Matrix4 } from "three/webgpu";
import { cachedImages } from "../../../document/weights/mirror/cached-mirror";
import type { BrushStroke, Dab, StrokeStart } from "../brush-stroke";
import type { BrushReach, Circle, ReachedVertices } from "../reach/brush-reach";

/** Computes the dabs of a stroke: the reached vertices, and their images on the other side. */
export class Dabs {
  private readonly reach: BrushReach;
  private readonly start: StrokeStart;
  private readonly eye: ReturnType<BrushReach["eye"]>;
  /** The image's lists, and each vertex's place in them; −1 if it is not there. */
  private readonly image: { vertices: Uint32Array; shares: Float32Array; at: Int32Array } | null;
  private readonly alone = new Set<number>();
  private reached = false;
  private changes = false;

  constructor(reach: BrushReach, start: StrokeStart, world: Matrix4) {
    this.reach = reach;
    this.start = start;
    this.eye = reach.eye(start.viewCamera, world);
    const count = start.positions.length / 3;
    this.image = start.mirror && {
      vertices: new Uint32Array(count),
      shares: new Float32Array(count),
      at: new Int32Array(count).fill(-1),
    };
  }

  /** Whether the mask allows some of the reached vertices to change. */
  get isInside(): boolean {
    return this.changes || !this.reached;
  }

  /** Passes a dab and its image to a stroke. Returns whether the picture changes. */
  touch(circle: Circle, pressure: number, stroke: Pick<BrushStroke, "dab">): boolean {
    const { positions, brush } = this.start;
    const reached = this.reach.touch(this.eye, circle, positions, brush);
    if (reached.count === 0 && !circle.hit) return false;
    const image = this.imageOf(reached, pressure);
    this.mask(reached);
    if (image) this.mask(image);
    return stroke.dab({ ...reached, pressure, hit: circle.hit }, image);
  }

  /** Multiplies a dab by the mask, and drops vertices where that is 0. */
  private mask(dab: ReachedVertices): void {
    const { mask } = this.start;
    if (!mask) return;
    this.reached ||= dab.count > 0;
    let kept = 0;
    for (let n = 0; n < dab.count; n++) {
      const share = dab.shares[n] * mask[dab.vertices[n]];
      if (share <= 0) continue;
      dab.vertices[kept] = dab.vertices[n];
      dab.shares[kept++] = share;
    }
    dab.count = kept;
    this.changes ||= kept > 0;
  }

  /**
   * The mirrored dab. Its strength at a vertex is that of the dab at the vertex's mirror image, which may lie between
   * vertices.
   */
  private imageOf({ count, vertices, shares }: ReachedVertices, pressure: number): Dab | null {
    const { mirror } = this.start;
    const { image } = this;
    if (!mirror || !image) return null;
    const { offsets, places, shares: parts } = cachedImages(mirror);
    const { at } = image;
    let found = 0;
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      if (mirror.nearest[i] < 0) this.alone.add(i);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const l = places[e];
        if (at[l] < 0) {
          at[l] = found;
          image.vertices[found] = l;
          image.shares[found++] = 0;
        }
        image.shares[at[l]] += parts[e] * shares[n];
      }
    }
    for (let n = 0; n < found; n++) at[image.vertices[n]] = -1;
    const { vertices: images, shares: falloff } = image;
    return { vertices: images, shares: falloff, count: found, pressure, hit: null };
  }

  /** The number of touched vertices without a mirror image. */
  get unmatchedCount(): number {
    return this.alone.size;
  }

  /** The touched vertices without a mirror image, ascending; null if all have one. */
  get unmatched(): Uint32Array | null {
    return this.alone.size > 0 ? Uint32Array.from(this.alone).sort() : null;
  }
}
