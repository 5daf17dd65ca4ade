import type { Bone } from "../model/rig";
import { boneSegments } from "./bone-segments";

/** Numbers of a segment: head, its way to the tail, and that divided by its squared length. */
const SEGMENT = 9;

/**
 * The bone whose segments come nearest to each vertex, V; the first among equals.
 * @param rest 3V, in the coordinates of the bones' heads.
 */
export function nearestBones(rest: ArrayLike<number>, bones: Bone[]): Uint16Array {
  const { owner, numbers } = packSegments(bones);
  const nearest = new Uint16Array(rest.length / 3);
  for (let i = 0; i < nearest.length; i++) {
    const x = rest[3 * i];
    const y = rest[3 * i + 1];
    const z = rest[3 * i + 2];
    let least = Infinity;
    for (let s = 0, at = 0; s < owner.length; s++, at += SEGMENT) {
      const dx = x - numbers[at];
      const dy = y - numbers[at + 1];
      const dz = z - numbers[at + 2];
      const part = dx * numbers[at + 6] + dy * numbers[at + 7] + dz * numbers[at + 8];
      const along = part < 0 ? 0 : part > 1 ? 1 : part;
      const u = dx - along * numbers[at + 3];
      const v = dy - along * numbers[at + 4];
      const w = dz - along * numbers[at + 5];
      const square = u * u + v * v + w * w;
      if (!(square < least)) continue;
      least = square;
      nearest[i] = owner[s];
    }
  }
  return nearest;
}

/** All segments in a row, with the bone of each. */
function packSegments(bones: Bone[]) {
  const owner: number[] = [];
  const numbers: number[] = [];
  boneSegments(bones).forEach((own, j) => {
    for (const [head, tail] of own) {
      const way = [0, 1, 2].map((c) => tail[c] - head[c]);
      const square = way.reduce((sum, x) => sum + x * x, 0);
      owner.push(j);
      numbers.push(head[0], head[1], head[2], ...way, ...way.map((x) => (square > 0 ? x / square : 0)));
    }
  });
  return { owner, numbers: Float64Array.from(numbers) };
}
