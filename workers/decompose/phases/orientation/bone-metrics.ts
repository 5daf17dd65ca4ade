import { whitening } from "./cheapest-side";
import type { Responses } from "./constraint";

/** x ← N⁻¹ x, 4h numbers, with the rows and columns of locked bones left out. */
export type Solve = (x: Float64Array) => void;

/** The columns of N⁻¹ that belong to each bone, and the bone's W. They are computed on demand. */
export class BoneMetrics {
  private readonly h: number;
  private readonly solve: Solve;
  private readonly known = new Map<number, { response: Float64Array; w: Float64Array }>();

  constructor(h: number, solve: Solve) {
    this.h = h;
    this.solve = solve;
  }

  readonly response: Responses = (bone) => this.of(bone).response;

  of(bone: number): { response: Float64Array; w: Float64Array } {
    const known = this.known.get(bone);
    if (known) return known;
    const width = 4 * this.h;
    const response = new Float64Array(3 * width);
    const own = new Float64Array(9);
    for (let axis = 0; axis < 3; axis++) {
      const row = response.subarray(axis * width, (axis + 1) * width);
      row[4 * bone + axis] = 1;
      this.solve(row);
      own.set(row.subarray(4 * bone, 4 * bone + 3), 3 * axis);
    }
    const found = { response, w: whitening(own) };
    this.known.set(bone, found);
    return found;
  }
}
