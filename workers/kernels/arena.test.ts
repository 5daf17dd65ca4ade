import { describe, expect, it } from "vitest";
import { Arena } from "./arena";

describe("Arena", () => {
  it("allocates aligned memory that does not overlap, beyond 2 GiB too", () => {
    const arena = new Arena(2.5 * 2 ** 30, false);
    const views = [arena.u8(3), arena.f64(2), arena.u8(2 ** 31 - 7), arena.f32(5), arena.i32(1)];
    let end = 0;
    for (const view of views) {
      expect(view.byteOffset % 16).toBe(0);
      expect(view.byteOffset).toBeGreaterThanOrEqual(end);
      end = view.byteOffset + view.byteLength;
    }
    expect(arena.used).toBeGreaterThanOrEqual(end);
    expect(() => arena.u8(2 ** 30)).toThrow(/overflow/);
  });

  it("frees memory that was allocated after a mark", () => {
    const arena = new Arena(1 << 16, false);
    const mark = arena.mark();
    const first = arena.f64(10).byteOffset;
    arena.release(mark);
    expect(arena.f64(3).byteOffset).toBe(first);
  });
});
