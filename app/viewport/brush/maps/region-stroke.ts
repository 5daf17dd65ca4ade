import type { Dab } from "../brush-stroke";
import type { SurfaceReach } from "../reach/surface-reach";
import { MapStroke, type PaintedMap } from "./map-stroke";

/** The settings of a stroke over regions. */
export interface RegionPlan {
  /** Removes vertices from their regions. */
  erase: boolean;
  /** Takes the whole shell of the mesh under the pointer, not only the vertices that the brush reaches. */
  shells: boolean;
  surface: SurfaceReach;
  /** Positions of the painted pose, 3V. */
  positions: Float32Array;
  /** The mirror image of each vertex, V, −1 if there is none; null if the stroke is not mirrored. */
  images: Int32Array | null;
}

/** The sides of the mesh that a stroke works on. */
type Side = "own" | "image";

/**
 * One stroke over numbered regions; 0 is no region. The touched vertices become one region, which absorbs all regions
 * that it meets. The mirror image becomes a region of its own, or joins the same one if they meet.
 */
export class RegionStroke extends MapStroke {
  readonly words: string;
  private readonly plan: RegionPlan;
  /** The region number of each side; missing until its first dab. */
  private readonly numbers = new Map<Side, number>();
  /** V: 1 in shells that the stroke has taken. */
  private readonly taken: Uint8Array;

  constructor(map: PaintedMap, plan: RegionPlan) {
    super(map);
    this.plan = plan;
    this.words = plan.erase ? "remove from region" : "region";
    this.taken = new Uint8Array(map.before.length);
  }

  dab(dab: Dab, image: Dab | null): boolean {
    if (this.plan.shells) return this.takeShell(dab);
    const from = dab.hit?.corners[0] ?? dab.vertices[0];
    const changed = this.take("own", from, dab.vertices.subarray(0, dab.count));
    const across = image ? (this.plan.images?.[from] ?? -1) : -1;
    if (!image || image.count === 0) return changed;
    const first = across < 0 ? image.vertices[0] : across;
    return this.take("image", first, image.vertices.subarray(0, image.count)) || changed;
  }

  private takeShell({ hit }: Dab): boolean {
    const { surface, positions, images } = this.plan;
    if (!hit || this.taken[hit.corners[0]]) return false;
    const reached = surface.around(positions, hit.corners, hit.point, Infinity);
    const shell = reached.vertices.slice(0, reached.count);
    for (const i of shell) this.taken[i] = 1;
    const changed = this.take("own", shell[0], shell);
    const image = images ? Array.from(shell, (i) => images[i]).filter((i) => i >= 0) : [];
    return (image.length > 0 && this.take("image", image[0], image)) || changed;
  }

  /** Puts vertices into the region of a side, which starts at the vertex `from`. Returns whether a number changed. */
  private take(side: Side, from: number, vertices: Iterable<number>): boolean {
    const number = this.numbers.get(side) ?? this.begin(side, from);
    let changed = false;
    for (const i of vertices) {
      const before = this.values[i];
      if (before === number) continue;
      this.values[i] = number;
      changed = true;
      if (number === 0) continue;
      this.join(before, number);
      this.plan.surface.eachAround(i, (neighbour) => this.join(this.values[neighbour], number));
    }
    return changed;
  }

  /** Continues the region at the start of a side, or makes a new one. */
  private begin(side: Side, from: number): number {
    const number = this.plan.erase ? 0 : this.values[from] || firstFree(this.values);
    this.numbers.set(side, number);
    return number;
  }

  /** Merges a region into another. */
  private join(region: number, number: number): void {
    if (region === 0 || region === number) return;
    for (let v = 0; v < this.values.length; v++) if (this.values[v] === region) this.values[v] = number;
    for (const [side, other] of this.numbers) if (other === region) this.numbers.set(side, number);
  }
}

function firstFree(values: Float32Array): number {
  const taken = new Set(values);
  let number = 1;
  while (taken.has(number)) number++;
  return number;
}
