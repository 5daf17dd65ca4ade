import type { Weld } from "../../mesh/weld";
import { SinewError } from "../../model/errors";
import type { FrameSource } from "../../model/mesh/streamed-sequence";
import type { RawSequence } from "../source/source";
import { gatherInto } from "./weld-frames";

/** Whether all numbers are finite. 0 times any other is NaN, and a sum is faster than a comparison of each. */
function areFinite(numbers: Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += 0 * numbers[i];
  return sum === 0;
}

/**
 * The welded frames of a raw sequence, each read from its file when it is asked for. A file may change after the first
 * pass checked it, so every frame is checked again.
 */
export function streamedFrames(raw: RawSequence, weld: Weld, origin: number[]): FrameSource {
  const out = new Float32Array(3 * weld.count);
  return {
    vertexCount: weld.count,
    frameCount: raw.frameCount,
    async frame(k) {
      const positions = await raw.frame(k);
      if (positions.length === 3 * raw.pointCount) {
        gatherInto(out, positions, weld.point, origin);
        if (areFinite(out)) return out;
      }
      throw new SinewError({
        title: `${raw.name} changed while it was read`,
        body: `Frame ${k + 1} is not what it was when the file was opened. Wait until the file is written, and open it again.`,
      });
    },
  };
}
