/** Writes the frames of a rig, posed by any deformer, as a file, piece by piece. */
import { deformWithReport } from "../../deform/deform-report";
import type { DirectCache } from "../../deform/direct/direct-cache";
import { rigFrames } from "../../deform/rig-frames";
import type { MakeParallel } from "../../kernels/parallel";
import type { FramesExport, FramesExportInput } from "../../model/files/export/frames-export";
import type { Task } from "../../model/task";
import { frameStream } from "./frame-stream";

/** Pieces are joined until they have this many bytes, so that the page gets few messages. */
const PIECE_BYTES = 1 << 20;

/** Sends the next bytes of a file. A returned promise resolves when they have arrived. */
type Put = (piece: Uint8Array<ArrayBuffer>) => void | Promise<void>;

/** Joins small pieces. */
class Joined {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private held = 0;
  bytes = 0;
  /** Promises of pieces that have not yet arrived. */
  readonly sent: (void | Promise<void>)[] = [];
  private readonly put: Put;

  constructor(put: Put) {
    this.put = put;
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.pieces.push(piece);
    this.held += piece.length;
    this.bytes += piece.length;
    if (this.held >= PIECE_BYTES) this.flush();
  }

  flush(): void {
    if (this.held === 0) return;
    const joined = new Uint8Array(this.held);
    let at = 0;
    for (const piece of this.pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.pieces.length = this.held = 0;
    this.sent.push(this.put(joined));
  }
}

/**
 * Deforms every frame of the chosen clips and writes it.
 * @param put sends the next bytes of the file, in order. The function returns after all of them have arrived.
 * @param cache as for `prepareDirect`.
 * @throws CancelledError; SinewError for settings that the deformer refuses.
 */
export async function exportFrames(
  { sequence, rig, kind, settings, clips, format, normals }: FramesExportInput,
  makeParallel: MakeParallel,
  task: Task,
  put: Put,
  cache?: DirectCache,
): Promise<FramesExport> {
  const { source, motion, correction } = await rigFrames(sequence, rig, clips, task);
  const frames = motion.length / (12 * rig.bones.length);
  const joined = new Joined(put);
  const written = { sequence, frames, normals };
  const stream = frameStream(format, written, (bytes) => joined.add(bytes));
  const input = { source, motion, correction, kind, settings, reference: null };
  const report = await deformWithReport(
    input,
    makeParallel,
    task,
    ({ positions }) => stream.add(positions),
    cache,
  );
  const start = stream.finish();
  joined.flush();
  await Promise.all(joined.sent);
  return { start, bytes: joined.bytes, report };
}
