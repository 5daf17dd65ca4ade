import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GpuWeights } from "./gpu-weights";
import { TEXELS_PER_ROW } from "./texels";

const COUNT = 3 * TEXELS_PER_ROW;

/** Weights with one bone per vertex. */
const weights = {
  version: 1 as const,
  offsets: Uint32Array.from({ length: COUNT + 1 }, (_, i) => i),
  bones: new Uint16Array(COUNT),
  values: new Float32Array(COUNT).fill(1),
};

const writes = fc.array(
  fc.record({ vertex: fc.nat(COUNT - 1), count: fc.integer({ min: 0, max: 9 }), look: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);

/** A consumer that uploads only reported changes. */
function mirrorOf(live: GpuWeights) {
  let time = 0;
  let ranges = new Uint32Array();
  let bones = new Uint32Array();
  return {
    take() {
      const dirt = live.since(time);
      time = dirt.time;
      if (dirt.all) {
        ranges = live.ranges.slice();
        bones = live.bones.slice();
        return;
      }
      const copy = (from: Uint32Array, to: Uint32Array, row: number, width: number) =>
        to.set(from.subarray(row * width, (row + 1) * width), row * width);
      for (const row of dirt.ranges) copy(live.ranges, ranges, row, 2 * TEXELS_PER_ROW);
      for (const row of dirt.entries) copy(live.bones, bones, row, TEXELS_PER_ROW);
    },
    rowOf: (i: number) => [...bones.subarray(ranges[2 * i], ranges[2 * i + 1])],
  };
}

describe("GpuWeights", () => {
  it("has the rows that were written last, and reports all changes that consumers need", () => {
    fc.assert(
      fc.property(writes, (all) => {
        const live = new GpuWeights(weights);
        const [one, other] = [mirrorOf(live), mirrorOf(live)];
        one.take();
        const expected = new Map<number, number[]>();
        all.forEach(({ vertex, count, look }, n) => {
          const row = Array.from({ length: count }, (_, j) => 10 * n + j);
          live.write(vertex, count, row, row);
          expected.set(vertex, row);
          if (look) one.take();
        });
        one.take();
        other.take();
        for (const [vertex, row] of expected) {
          expect(one.rowOf(vertex)).toEqual(row);
          expect(other.rowOf(vertex)).toEqual(row);
        }
        const untouched = [...Array(COUNT).keys()].find((i) => !expected.has(i)) ?? 0;
        expect(one.rowOf(untouched)).toEqual([0]);
      }),
      { seed: 31 },
    );
  });

  it("reports the texture rows of the vertices that were written since", () => {
    fc.assert(
      fc.property(writes, (all) => {
        const live = new GpuWeights(weights);
        let time = live.since(0).time;
        const written = new Set<number>();
        for (const { vertex, count, look } of all) {
          live.write(vertex, count, new Array(count).fill(0), new Array(count).fill(1));
          written.add(Math.floor(vertex / TEXELS_PER_ROW));
          if (!look) continue;
          const dirt = live.since(time);
          expect(dirt.vertices).toEqual([...written].sort());
          time = dirt.time;
          written.clear();
        }
        expect(live.since(time).vertices).toEqual([...written].sort());
      }),
      { seed: 32 },
    );
  });

  it("grows without losing anything", () => {
    const live = new GpuWeights(weights);
    const mirror = mirrorOf(live);
    mirror.take();
    const row = Array.from({ length: 8 }, (_, j) => j);
    for (let i = 0; i < COUNT; i++) live.write(i, 8, row, row);
    mirror.take();
    for (let i = 0; i < COUNT; i += 97) expect(mirror.rowOf(i)).toEqual(row);
  });
});
