import { bakeDeformer } from "../deform/bake/bake";
import { deformWithReport } from "../deform/deform-report";
import { rigFrames } from "../deform/rig-frames";
import { DEFORM_DEFAULTS, type DeformerKind, type DeformSettings } from "../model/deform";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type {
  BakeFrames,
  BakeMethod,
  BakeResult,
  DeformedFrame,
  DeformReport,
} from "../model/reports/deform-report";
import type { Rig } from "../model/rig/rig";
import { checkContent, withDefaults } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

export interface DeformOptions extends RunOptions {
  settings?: Partial<DeformSettings>;
  /** Indices of clips of the sequence; default all. */
  clips?: readonly number[];
  /** The deformer to compare with. */
  reference?: DeformerKind;
}

/**
 * Poses a rig by a deformer, frame by frame, so that no more than one frame is in memory.
 * @param onFrame gets each frame in order: its number, and 3V positions that it may keep
 * @throws SinewError for rigs that the deformer cannot pose
 */
export async function deform(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  kind: DeformerKind,
  onFrame: (frame: DeformedFrame) => void,
  { settings, clips = [], reference, ...options }: DeformOptions = {},
): Promise<DeformReport> {
  checkContent({ sequence, rig });
  return withThreads(options, async (task, makeParallel) => {
    const { source, motion, correction } = await rigFrames(sequence, rig, clips, task);
    const input = {
      source,
      motion,
      correction,
      kind,
      settings: withDefaults(DEFORM_DEFAULTS, settings),
      reference: reference ?? null,
    };
    return deformWithReport(input, makeParallel, task, onFrame);
  });
}

export interface BakeOptions extends RunOptions {
  settings?: Partial<DeformSettings>;
  /** The most influences of a vertex; 0 means all bones. Default 4. */
  influences?: number;
  /** The frames to bake; default all clips. */
  frames?: BakeFrames;
  /** Default: the better one. */
  method?: BakeMethod;
}

/**
 * Weights with which linear blend skinning imitates a deformer.
 * @throws SinewError for rigs that the deformer cannot pose
 */
export async function bake(
  { sequence, rig }: { sequence: MeshSequence; rig: Rig },
  kind: DeformerKind,
  { settings, influences = 4, frames = { clips: [] }, method, ...options }: BakeOptions = {},
): Promise<BakeResult> {
  checkContent({ sequence, rig });
  const whole = withDefaults(DEFORM_DEFAULTS, settings);
  const input = { sequence, rig, kind, settings: whole, influences, frames, method: method ?? null };
  return withThreads(options, (task, makeParallel) => bakeDeformer(input, makeParallel, task));
}
