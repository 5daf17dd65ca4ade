import { expect, it } from "vitest";
import { clothPatch, movingShells } from "../../testing/sequences";
import { packedOrder } from "./packed-order";
import { type PartSurface, splitParts } from "./split-parts";

/**
 * The triangles by their display vertices, each from its smallest one, sorted, so that the order of triangles makes no
 * difference.
 */
const triangles = ({ vertices, indices }: PartSurface) =>
  Array.from({ length: indices.length / 3 }, (_, t) => {
    const corners = [...indices.subarray(3 * t, 3 * t + 3)].map((n) => vertices[n]);
    const first = corners.indexOf(Math.min(...corners));
    return [...corners.slice(first), ...corners.slice(0, first)].join();
  }).sort();

/** The sum of the steps from one corner's number to the next, which an encoder of differences stores. */
const steps = ({ indices }: PartSurface) =>
  indices.reduce((sum, n, c) => sum + Math.abs(n - (indices[c - 1] ?? n)), 0);

it.each([
  ["a cloth", clothPatch({ size: 20, frames: 1, seed: 1 })],
  ["several parts", movingShells({ shells: 4 }).sequence],
])(
  "keeps every triangle of %s with its winding, and puts its corners nearer in the file",
  async (_, sequence) => {
    const parts = splitParts(sequence);
    const packed = await packedOrder(parts);
    packed.forEach((part, p) => {
      expect(triangles(part)).toEqual(triangles(parts[p]));
      expect([...part.vertices].sort((a, b) => a - b)).toEqual([...parts[p].vertices]);
      expect(steps(part)).toBeLessThanOrEqual(steps(parts[p]));
    });
  },
);
