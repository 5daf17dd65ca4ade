import { describe, expect, it } from "vitest";
import { limbs } from "../../testing/limbs";
import { isSmall } from "../effort";
import { rigForAll } from "./rig-for-all";
import { sharesByError } from "./shares-by-error";
import { smallPartOf } from "./small-part";

describe("a small part of a mesh", () => {
  it("is the mesh itself, if that is small", () => {
    const { sequence } = limbs([-1, 0, 1], 3);
    expect(smallPartOf(sequence)).toEqual({ sequence, choice: null });
  });

  it("is a sample otherwise, smaller with more frames", () => {
    const { sequence, rig } = limbs([-1, 0, 1], 4, { sides: 120, frames: 2 });
    const { sequence: part, choice } = smallPartOf(sequence);
    expect(isSmall(sequence)).toBe(false);
    expect(isSmall(part)).toBe(true);
    expect(part.vertexCount).toBe(2400);
    const long = { ...sequence, frameCount: 500, frames: new Float32Array(1500 * sequence.vertexCount) };
    expect(smallPartOf(long).sequence.vertexCount).toBe(500);
    // Its rig extends to all vertices, each with the weights of a sampled one nearby.
    const { vertices, owner } = choice!;
    const own = { ...rig, rest: part.rest, weights: rowsOf(rig.weights, vertices) };
    const whole = rigForAll(own, sequence.rest, choice!);
    expect(whole.rest).toEqual(sequence.rest);
    owner.forEach((n, i) => {
      expect(rowOf(whole.weights, i)).toEqual(rowOf(rig.weights, vertices[n]));
    });
  });

  it("has more vertices where shares are larger", () => {
    const { sequence } = limbs([-1, 0, 1], 4, { sides: 120, frames: 2 });
    const V = sequence.vertexCount;
    const errors = Float64Array.from({ length: V }, (_, i) => (i < V / 20 ? 1 : 0));
    const inFirst = (vertices: Int32Array) => vertices.filter((i) => i < V / 20).length / vertices.length;
    expect(inFirst(smallPartOf(sequence).choice!.vertices)).toBeCloseTo(0.05, 2);
    const uneven = smallPartOf(sequence, sharesByError(errors)).choice!.vertices;
    expect(uneven.length).toBe(2400);
    // As many of them as there are, or half of the sample and its share of the other half.
    expect(inFirst(uneven)).toBeCloseTo(Math.min(V / 20 / 2400, 0.525), 2);
  });
});

type Weights = ReturnType<typeof limbs>["rig"]["weights"];

const rowOf = ({ offsets, bones, values }: Weights, i: number) =>
  [bones, values].map((list) => Array.from(list.subarray(offsets[i], offsets[i + 1])));

function rowsOf(weights: Weights, vertices: Int32Array): Weights {
  const rows = Array.from(vertices, (i) => rowOf(weights, i));
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach(([bones], n) => {
    offsets[n + 1] = offsets[n] + bones.length;
  });
  const [bones, values] = [rows.flatMap(([b]) => b), rows.flatMap(([, w]) => w)];
  return { ...weights, offsets, bones: Uint16Array.from(bones), values: Float32Array.from(values) };
}
