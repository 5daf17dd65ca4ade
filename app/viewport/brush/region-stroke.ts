import type { SurfaceReach, Touched } from "./surface-reach";

/** One stroke over numbered regions, 0 is none. What it touches becomes one region with all that it runs into. */
export class RegionStroke {
  /** As they are now, V. */
  readonly values: Float32Array;
  private readonly before: Float32Array;
  private readonly surface: SurfaceReach;
  /** The number that it gives; 0 erases. */
  private readonly number: number;
  private readonly joined = new Set<number>();

  /** @param from a vertex where it begins: on a region, the stroke goes on with that one. `before` is not written to. */
  constructor(before: Float32Array, surface: SurfaceReach, from: number, erase: boolean) {
    this.before = before;
    this.values = before.slice();
    this.surface = surface;
    this.number = erase ? 0 : before[from] || firstFree(before);
  }

  /** Takes the vertices that are touched; true where that changes a number. */
  dab({ count, vertices }: Touched): boolean {
    let changed = false;
    for (let n = 0; n < count; n++) {
      const i = vertices[n];
      if (this.values[i] === this.number) continue;
      this.values[i] = this.number;
      changed = true;
      if (this.number === 0) continue;
      this.join(i);
      this.surface.eachAround(i, (neighbour) => this.join(neighbour));
    }
    return changed;
  }

  private join(i: number): void {
    const region = this.before[i];
    if (region === 0 || region === this.number || this.joined.has(region)) return;
    this.joined.add(region);
    for (let v = 0; v < this.values.length; v++) if (this.values[v] === region) this.values[v] = this.number;
  }
}

function firstFree(values: Float32Array): number {
  const taken = new Set(values);
  let number = 1;
  while (taken.has(number)) number++;
  return number;
}
