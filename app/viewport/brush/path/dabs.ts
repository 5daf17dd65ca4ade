import type { Matrix4 } from "three/webgpu";
import type { BrushStroke, Dab, StrokeStart } from "../brush-stroke";
import type { BrushReach, Circle, ReachedVertices } from "../reach/brush-reach";

/** Computes the dabs of a stroke: the reached vertices, and their images on the other side. */
export class Dabs {
  private readonly reach: BrushReach;
  private readonly start: StrokeStart;
  private readonly eye: ReturnType<BrushReach["eye"]>;
  private readonly image: { vertices: Uint32Array; shares: Float32Array } | null;
  private readonly alone = new Set<number>();

  constructor(reach: BrushReach, start: StrokeStart, world: Matrix4) {
    this.reach = reach;
    this.start = start;
    this.eye = reach.eye(start.viewCamera, world);
    const count = start.positions.length / 3;
    this.image = start.mirror && { vertices: new Uint32Array(count), shares: new Float32Array(count) };
  }

  /** Passes a dab and its image to a stroke. Returns whether the picture changes. */
  touch(circle: Circle, pressure: number, stroke: Pick<BrushStroke, "dab">): boolean {
    const { positions, brush } = this.start;
    const reached = this.reach.touch(this.eye, circle, positions, brush);
    if (reached.count === 0 && !circle.hit) return false;
    return stroke.dab({ ...reached, pressure, hit: circle.hit }, this.imageOf(reached, pressure));
  }

  private imageOf({ count, vertices, shares }: ReachedVertices, pressure: number): Dab | null {
    const { mirror } = this.start;
    const { image } = this;
    if (!mirror || !image) return null;
    let found = 0;
    for (let n = 0; n < count; n++) {
      const l = mirror.map[vertices[n]];
      if (l < 0) {
        this.alone.add(vertices[n]);
        continue;
      }
      image.vertices[found] = l;
      image.shares[found++] = shares[n];
    }
    return { ...image, count: found, pressure, hit: null };
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
