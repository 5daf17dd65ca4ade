// Writes a point cache frame by frame.
import { pc2Header, pc2Sample } from "../formats/point-cache/pc2";
import type { DeformedFrame } from "../model/reports/deform-report";
import type { OutputSet } from "./output/output-set";

export interface FrameWriter {
  write(frame: DeformedFrame): void;
  /** Call after all frames. */
  finish(): Promise<void>;
}

/** @throws CommandError if the file cannot be written. */
export function pc2Writer(
  outputs: OutputSet,
  name: string,
  points: number,
  frames: number,
  origin: readonly number[],
): FrameWriter {
  const staged = outputs.pieces(name);
  staged.append(pc2Header(points, frames));
  return {
    write: ({ positions }) => staged.append(pc2Sample(positions, origin)),
    finish: () => staged.finish(),
  };
}
