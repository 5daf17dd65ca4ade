import type { Matrix4 } from "three/webgpu";
import type { BrushReach, Circle } from "./brush-reach";
import type { Dab, StrokeStart } from "./paint-stroke";

/** Makes the dabs of a stroke: what the brush reaches, and its image on the other side. */
export class Dabs {
  private readonly reach: BrushReach;
  private readonly start: StrokeStart;
  private readonly eye: ReturnType<BrushReach["eye"]>;
  private readonly image: { vertices: Uint32Array; shares: Float32Array } | null;

  constructor(reach: BrushReach, start: StrokeStart, world: Matrix4) {
    this.reach = reach;
    this.start = start;
    this.eye = reach.eye(start.viewCamera, world);
    const count = start.positions.length / 3;
    this.image = start.mirror && { vertices: new Uint32Array(count), shares: new Float32Array(count) };
  }

  /** One touch and its image; true where `take` says of one of them that the picture changes. */
  touch(circle: Circle, pressure: number, take: (dab: Dab) => boolean): boolean {
    const { positions, paint, bone } = this.start;
    const reached = this.reach.touch(this.eye, circle, positions, paint);
    if (reached.count === 0 && !circle.hit) return false;
    const changed = take({ ...reached, pressure, bone, mirrored: false, hit: circle.hit });
    return this.mirrored(reached.count, reached, pressure, take) || changed;
  }

  private mirrored(
    count: number,
    { vertices, shares }: { vertices: Uint32Array; shares: Float32Array },
    pressure: number,
    take: (dab: Dab) => boolean,
  ): boolean {
    const { mirror, bone, pairs } = this.start;
    if (!mirror || !this.image) return false;
    let found = 0;
    for (let n = 0; n < count; n++) {
      const l = mirror.map[vertices[n]];
      if (l < 0) continue;
      this.image.vertices[found] = l;
      this.image.shares[found++] = shares[n];
    }
    const other = bone === null ? null : pairs[bone];
    return take({ ...this.image, count: found, pressure, bone: other, mirrored: true, hit: null });
  }
}
