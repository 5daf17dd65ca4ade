import { expect, it, vi } from "vitest";
import { FrameReader } from "./frame-reader";

const BYTES = 12;

/** A reader whose reads end when the test says so. */
function slowReader(mostBytes = 10 * BYTES) {
  const reads: { k: number; end(): void; fail(error: Error): void }[] = [];
  const changed = vi.fn();
  const reader = new FrameReader({
    frameBytes: BYTES,
    mostBytes,
    changed,
    read: (k) =>
      new Promise((resolve, reject) => {
        reads.push({ k, end: () => resolve(Float32Array.of(k, 0, 0)), fail: reject });
      }),
  });
  const asked = () => reads.map(({ k }) => k);
  /** Ends the read that runs, and lets the next begin. */
  const endRead = async () => {
    reads.at(-1)!.end();
    await new Promise<void>((go) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(go))));
  };
  return { reader, reads, asked, endRead, changed };
}

it("reads one frame at a time, and the newest request wins", async () => {
  const { reader, asked, endRead } = slowReader();
  for (let k = 0; k < 100; k++) reader.want([k]);
  expect(asked()).toEqual([0]);
  await endRead();
  expect(asked()).toEqual([0, 99]);
  await endRead();
  expect(asked()).toEqual([0, 99]);
  expect([reader.at(0)?.[0], reader.at(50), reader.at(99)?.[0], reader.last]).toEqual([0, null, 99, 99]);
});

it("reads the most urgent frame first, and none twice", async () => {
  const { reader, asked, endRead } = slowReader();
  reader.want([5, 4, 6]);
  for (let n = 0; n < 3; n++) await endRead();
  reader.want([6, 5, 7]);
  await endRead();
  expect(asked()).toEqual([5, 4, 6, 7]);
});

it("does not read more frames than fit into memory together", async () => {
  const { reader, asked, endRead } = slowReader(2 * BYTES);
  reader.want([1, 2, 3, 4]);
  for (let n = 0; n < 5; n++) await endRead();
  expect(asked()).toEqual([1, 2]);
});

it("says why it ended, and reads nothing more", async () => {
  const { reader, reads, asked, changed } = slowReader();
  reader.want([1]);
  reads[0].fail(new Error("gone"));
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(reader.problem).toEqual(new Error("gone"));
  reader.want([2]);
  expect(asked()).toEqual([1]);
});
