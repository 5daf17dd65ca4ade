import { Growable } from "../assemble/growable";
import { pointColours } from "../assemble/polygon-mesh";
import type { TextCursor } from "../source/text-cursor";

/** Red, green and blue after positions, as MeshLab and ZBrush write them: "v x y z r g b". */
export class PointColours {
  private readonly values = new Growable(Float32Array);

  /**
   * Reads the numbers after a position. One number is a weight. Only three numbers are a colour.
   * @param before the number of points before this one. Points without a colour are white.
   */
  read(cursor: TextCursor, before: number): void {
    if (!cursor.nextWord()) return;
    const values: number[] = [];
    while (values.length < 4 && cursor.nextWord()) {
      const value = Number(cursor.word());
      if (!Number.isFinite(value)) break;
      values.push(value);
    }
    if (values.length !== 3) return;
    this.fill(before);
    for (const value of values) this.values.push(value);
  }

  private fill(points: number): void {
    while (this.values.length < 3 * points) this.values.push(1);
  }

  /** One set of colours for display vertices, or nothing. */
  finish(points: number, displayPoint: Uint32Array): { colours?: Float32Array[] } {
    if (this.values.length === 0) return {};
    this.fill(points);
    return { colours: [pointColours(this.values.array, 3, displayPoint)] };
  }
}
