// Writes deformed frames one by one: point caches, and an Alembic archive with the mesh.
import { AlembicFrames } from "../formats/alembic/write/frames";
import { mddFrame, mddHeader } from "../formats/point-cache/mdd";
import { pc2Header, pc2Sample } from "../formats/point-cache/pc2";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { DeformedFrame } from "../model/reports/deform-report";
import type { OutputSet } from "./output/output-set";
import type { Staged } from "./output/staged";

export interface FrameWriter {
  write(frame: DeformedFrame): void;
  /** Call after all frames. */
  finish(): Promise<void>;
}

interface Written {
  sequence: MeshSequence;
  /** 3V, the rest pose of the rig. */
  rest: Float32Array;
  /** How many frames will come. */
  frames: number;
}

const appender =
  (header: (written: Written) => Uint8Array, frame: typeof mddFrame) =>
  (staged: Staged, written: Written): FrameWriter => {
    staged.append(header(written));
    return {
      write: ({ positions }) => staged.append(frame(positions, written.sequence.origin)),
      finish: () => staged.finish(),
    };
  };

function alembicWriter(staged: Staged, { sequence, rest }: Written): FrameWriter {
  const archive = new AlembicFrames(sequence, rest, (bytes) => staged.append(bytes));
  return {
    write: ({ positions }) => archive.add(positions),
    finish: async () => {
      staged.replaceStart(archive.finish());
      await staged.finish();
    },
  };
}

const WRITERS = {
  ".pc2": appender(({ sequence, frames }) => pc2Header(sequence.vertexCount, frames), pc2Sample),
  ".mdd": appender(({ sequence, frames }) => mddHeader(sequence.vertexCount, frames, sequence.fps), mddFrame),
  ".abc": alembicWriter,
};

type FrameFormat = keyof typeof WRITERS;

export const FRAME_FORMATS = Object.keys(WRITERS) as FrameFormat[];

/** The format's writer of frames, or null for a format that is no list of frames. */
export function frameWriter(
  outputs: OutputSet,
  { name, format }: { name: string; format: string },
  written: Written,
): FrameWriter | null {
  const known = FRAME_FORMATS.find((each) => each === format);
  return known ? WRITERS[known](outputs.pieces(name), written) : null;
}
