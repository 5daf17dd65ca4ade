import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { sharesByPair } from "./influence-pairs";

const [V, BONES] = [12, 5];

/** Rows with bones in any order, some of weight 0. */
function randomRows(seed: number): Map<number, number>[] {
  const random = createRandom(seed);
  return Array.from({ length: V }, () => {
    const row = new Map<number, number>();
    for (let n = random.integer(5); n > 0; n--) row.set(random.integer(BONES), random.integer(5) / 4);
    return row;
  });
}

it("pairs of bones have the vertices and triangles that share them, with both weights", async () => {
  const corner = fc.integer({ min: 0, max: V - 1 });
  const meshes = fc.array(fc.tuple(corner, corner, corner), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.integer(), meshes, async (seed, triangles) => {
      const rows = randomRows(seed);
      const weights = {
        offsets: Uint32Array.from([
          0,
          ...rows.map((_, i) => rows.slice(0, i + 1).reduce((sum, row) => sum + row.size, 0)),
        ]),
        bones: Uint16Array.from(rows.flatMap((row) => [...row.keys()])),
        values: Float32Array.from(rows.flatMap((row) => [...row.values()])),
      };
      const { count, ofVertices, ofTriangles } = await sharesByPair(V, triangles.flat(), weights, UNWATCHED);
      const dense = rows.map((row) => Array.from({ length: BONES }, (_, j) => row.get(j) ?? 0));
      const means = triangles.map((t) =>
        dense[0].map((_, j) => t.reduce((sum, i) => sum + dense[i][j] / 3, 0)),
      );
      // In the order of the vertices; within a vertex by the lower bone, then by the higher.
      const pairs: [number, number][] = [];
      for (const row of dense) {
        for (let a = 0; a < BONES; a++) {
          for (let b = a + 1; b < BONES; b++) {
            const isNew = !pairs.some(([c, d]) => a === c && b === d);
            if (row[a] > 0 && row[b] > 0 && isNew) pairs.push([a, b]);
          }
        }
      }
      expect(count).toBe(pairs.length);
      for (const [shares, all] of [
        [ofVertices, dense],
        [ofTriangles, means],
      ] as const) {
        expect(shares.starts[count]).toBe(shares.rows.length);
        pairs.forEach(([a, b], p) => {
          const expected = all.flatMap((row, n) => (row[a] > 0 && row[b] > 0 ? [[n, row[a], row[b]]] : []));
          const found = Array.from({ length: shares.starts[p + 1] - shares.starts[p] }, (_, n) => {
            const s = shares.starts[p] + n;
            return [shares.rows[s], shares.weights[2 * s], shares.weights[2 * s + 1]];
          });
          expect(found.map(([n]) => n)).toEqual(expected.map(([n]) => n));
          found.flat().forEach((x, n) => {
            expect(x).toBeCloseTo(expected.flat()[n], 6);
          });
        });
      }
    }),
  );
});

it("keeps all pairs when they exceed the first allocation", async () => {
  // Each vertex shares 10 pairs: 1000 in all, while the first allocation has room for 416.
  const count = 100;
  const weights = {
    offsets: Uint32Array.from({ length: count + 1 }, (_, i) => 5 * i),
    bones: Uint16Array.from({ length: 5 * count }, (_, e) => e % 5),
    values: Float32Array.from({ length: 5 * count }, (_, e) => 1 + e),
  };
  const { ofVertices } = await sharesByPair(count, [], weights, UNWATCHED);
  expect([...ofVertices.starts]).toEqual(Array.from({ length: 11 }, (_, p) => p * count));
  for (let p = 0; p < 10; p++) {
    for (let i = 0; i < count; i++) {
      const s = p * count + i;
      expect(ofVertices.rows[s]).toBe(i);
      const [a, b] = [
        Math.floor(ofVertices.weights[2 * s] - 1),
        Math.floor(ofVertices.weights[2 * s + 1] - 1),
      ];
      expect([Math.floor(a / 5), Math.floor(b / 5), a < b]).toEqual([i, i, true]);
    }
  }
});

it("sorting can be stopped after every 2048 vertices or triangles", async () => {
  const [vertices, faces] = [5000, 2049];
  const weights = {
    offsets: new Uint32Array(vertices + 1),
    bones: new Uint16Array(0),
    values: new Float32Array(0),
  };
  let [checks, reports] = [0, 0];
  const task = { ...UNWATCHED, checkpoint: async () => void checks++, progress: () => void reports++ };
  await sharesByPair(vertices, new Uint32Array(3 * faces), weights, task);
  expect([checks, reports]).toEqual([3 + 2, 3 + 2]);
});
