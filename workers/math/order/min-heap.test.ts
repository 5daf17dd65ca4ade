import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../random";
import { MinHeap } from "./min-heap";

it("returns items in the order of their keys, and by number if keys are equal", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean())), (steps) => {
      const heap = new MinHeap();
      const plain: [number, number][] = [];
      steps.forEach(([key, take], item) => {
        heap.push(key, item);
        plain.push([key, item]);
        if (!take) return;
        plain.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(heap.pop()).toBe(plain.shift()![1]);
      });
      plain.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      expect(heap.size).toBe(plain.length);
      for (const [, item] of plain) expect(heap.pop()).toBe(item);
      expect(heap.pop()).toBe(-1);
    }),
  );
});

it("keeps its order with any number of items", () => {
  const random = createRandom(8);
  const heap = new MinHeap();
  const keys = Array.from({ length: 300 }, () => random.integer(50));
  keys.forEach((key, item) => {
    heap.push(key, item);
    expect(heap.size).toBe(item + 1);
  });
  const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
  expect(expected.map(() => heap.pop())).toEqual(expected);
  expect([heap.size, heap.pop()]).toEqual([0, -1]);
});
