import fc from "fast-check";
import { expect, it } from "vitest";
import { FrameCache } from "./frame-cache";

const frame = (k: number) => Float32Array.of(k, k, k);
const BYTES = frame(0).byteLength;

it("has the frames that were used last, as a list of them says", () => {
  const uses = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 })), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), uses, (room, all) => {
      const cache = new FrameCache(room * BYTES);
      let recent: number[] = [];
      for (const [isPut, k] of all) {
        const isThere = recent.includes(k);
        if (isPut) cache.put(k, frame(k));
        else expect(cache.take(k)).toEqual(isThere ? frame(k) : null);
        if (isPut || isThere) recent = [...recent.filter((other) => other !== k), k].slice(-room);
      }
      for (let k = 0; k < 10; k++) expect(cache.has(k)).toBe(recent.includes(k));
    }),
    { seed: 17 },
  );
});

it("always has room for one frame, also for one that is too large", () => {
  const cache = new FrameCache(BYTES - 1);
  cache.put(3, frame(3));
  cache.put(4, frame(4));
  expect([cache.take(3), cache.take(4)]).toEqual([null, frame(4)]);
  expect(cache.capacity(BYTES)).toBe(1);
});
