import type { OpenedFrames } from "../../../workers/model/mesh/streamed-sequence";
import type { Stores } from "../stores";
import { History } from "./history";

/** Views of one buffer are the frames of one file. */
const bufferOf = (frames: OpenedFrames | null): unknown =>
  frames instanceof Float32Array ? frames.buffer : frames;

/** The history of the open document. The array of frames identifies a file. */
export const createHistory = ({ document, steps }: Stores): History =>
  new History(
    {
      document: () => document.getState(),
      file: () => bufferOf(document.getState().sequence?.frames ?? null),
    },
    steps,
  );
