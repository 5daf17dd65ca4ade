// Writes deformed frames one by one to outputs.

import type { FramesToWrite } from "../formats/frames/frame-stream";
import { frameStream } from "../formats/frames/frame-stream";
import { FRAME_FORMAT_IDS, FRAME_FORMATS, frameFormatOf } from "../model/files/export/frame-formats";
import type { DeformedFrame } from "../model/reports/deform-report";
import type { OutputSet } from "./output/output-set";

export interface FrameWriter {
  write(frame: DeformedFrame): void;
  /** Call after all frames. */
  finish(): Promise<void>;
}

/** PC2 comes first: it is the default for standard output. */
export const FRAME_EXTENSIONS = [...FRAME_FORMAT_IDS]
  .sort((a, b) => Number(b === "pc2") - Number(a === "pc2"))
  .map((id) => FRAME_FORMATS[id].extension);

/** The writer of an output's frames, or null for a format without frames. */
export function frameWriter(
  outputs: OutputSet,
  { name, format }: { name: string; format: string },
  written: FramesToWrite,
): FrameWriter | null {
  const known = frameFormatOf(format);
  if (!known) return null;
  const staged = outputs.pieces(name);
  const stream = frameStream(known, written, (bytes) => staged.append(bytes));
  return {
    write: ({ positions }) => stream.add(positions),
    finish: async () => {
      const start = stream.finish();
      if (start.length > 0) staged.replaceStart(start);
      await staged.finish();
    },
  };
}
