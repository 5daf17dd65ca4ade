import { exportFrames } from "../formats/frames/export-frames";
import type { MakeParallel } from "../kernels/parallel";
import { DEFORM_DEFAULTS, DEFORMER_KINDS } from "../model/deform";
import type { FrameFormatId } from "../model/files/export/frame-formats";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { FrameOptions } from "./frame-options";
import { checkName, withDefaults } from "./given";

const OPTIONS: Record<keyof FrameOptions, true> = {
  ...{ deformer: true, settings: true, clips: true, normals: true },
};

const KINDS = Object.fromEntries(DEFORMER_KINDS.map((kind) => [kind, true]));

/** The pieces of a file as one, with other first bytes if there are any. */
function joined(pieces: readonly Uint8Array[], start: Uint8Array): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  whole.set(start);
  return whole;
}

/** The bytes of a file with the position of each vertex in each frame. */
export async function frameBytes(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  format: FrameFormatId,
  options: FrameOptions,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Uint8Array> {
  for (const name of Object.keys(options)) checkName("option of frames", name, OPTIONS);
  const { deformer: kind = "lbs", clips = [], normals = true } = options;
  checkName("deformer", kind, KINDS);
  const settings = withDefaults(DEFORM_DEFAULTS, options.settings);
  const pieces: Uint8Array[] = [];
  const input = { sequence, rig, kind, settings, clips: [...clips], format, normals };
  const { start } = await exportFrames(input, makeParallel, task, (piece) => {
    pieces.push(piece);
  });
  return joined(pieces, start);
}
