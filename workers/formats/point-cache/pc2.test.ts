import { describe, expect, it } from "vitest";
import { frameOf } from "../../model/mesh/mesh-sequence";
import { bendingBar } from "../../testing/sequences";
import { bytesFile } from "../source/source-file";
import { openPc2, pc2Header, pc2Sample, writePc2 } from "./pc2";

const { sequence } = bendingBar({ bones: 2, frames: 3, length: 3, width: 2 });

describe("PC2", () => {
  it("has the header of the format, byte by byte", () => {
    const bytes = pc2Header(7, 258);
    const expected = [...new TextEncoder().encode("POINTCACHE2"), 0];
    expected.push(1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 2, 1, 0, 0);
    expect([...bytes]).toEqual(expected);
  });

  it("is the same if written sample by sample or at once, and is read as written", async () => {
    const moved = { ...sequence, origin: [4, -2, 8] as [number, number, number] };
    const parts = [pc2Header(moved.vertexCount, 3)];
    for (let k = 0; k < 3; k++) parts.push(pc2Sample(frameOf(moved, k), moved.origin));
    const whole = writePc2(moved);
    expect(parts.flatMap((part) => [...part])).toEqual([...whole]);
    const cache = await openPc2(bytesFile("bar.pc2", whole));
    expect(cache).toMatchObject({ points: moved.vertexCount, frames: 3 });
    for (let k = 0; k < 3; k++) {
      const truth = Float32Array.from(frameOf(moved, k), (x, n) => x + moved.origin[n % 3]);
      expect(await cache.frame(k)).toEqual(truth);
    }
  });
});
