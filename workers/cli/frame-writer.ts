// A point cache that is written frame by frame.
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { pc2Header, pc2Sample } from "../formats/pc2";
import type { DeformedFrame } from "../model/deform-report";
import { refuse } from "./arguments";
import { forgetPart, partOf } from "./whole-file";

export interface FrameWriter {
  write(frame: DeformedFrame): void;
  /** Gives the file its name, once all frames are in it. */
  finish(): void;
  /** Leaves nothing behind. */
  discard(): void;
}

/** @throws SinewError where the file cannot be made. */
export function pc2Writer(
  path: string,
  points: number,
  frames: number,
  origin: readonly number[],
): FrameWriter {
  const part = partOf(path);
  let file: number | null = null;
  try {
    file = openSync(part, "w");
  } catch (reason) {
    return refuse(`${path} cannot be written`, `${(reason as Error).message}.`);
  }
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  const put = (bytes: Uint8Array) => {
    for (let at = 0; file !== null && at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  put(pc2Header(points, frames));
  return {
    write: ({ positions }) => put(pc2Sample(positions, origin)),
    finish() {
      close();
      renameSync(part, path);
    },
    discard() {
      close();
      forgetPart(part);
    },
  };
}
