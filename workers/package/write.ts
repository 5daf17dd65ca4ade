import { exportFile } from "../formats/export-file";
import { objBeside } from "../formats/obj/write-mtl";
import { writeObj } from "../formats/obj/write-obj";
import { writeProject } from "../formats/project/write";
import { rigToJson } from "../formats/rig-json/rig-json";
import { exportWithin } from "../formats/size/fit-size";
import { writeBvh } from "../formats/skeletons/write/bvh";
import { writeTgf } from "../formats/skeletons/write/tgf";
import { sizeOf } from "../formats/written-file";
import type { ProjectExtras } from "../jobs/api";
import type { MakeParallel } from "../kernels/parallel";
import { SinewError } from "../model/errors";
import { EXPORT_FORMAT_IDS, type ExportFormatId } from "../model/files/export/export-formats";
import type { ExportOptions, FileBeside } from "../model/files/export/export-options";
import { EXPORT_TARGETS, type ExportTargetId, targetOptions } from "../model/files/export/export-targets";
import { FRAME_FORMAT_IDS, type FrameFormatId } from "../model/files/export/frame-formats";
import { bvhExportDefaults, tgfExportDefaults } from "../model/files/export/skeleton-export";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import { maxInfluences } from "../model/rig/sparse-weights";
import { skeletonOfRig } from "../model/skeleton/skeleton-of-rig";
import type { Task } from "../model/task";
import type { FrameOptions } from "./frame-options";
import { checkContent, checkName } from "./given";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";
import { frameBytes } from "./write-frames";

/** The contents of a file. The parts of a project are only written to a project. */
export interface Content extends ProjectExtras {
  sequence: MeshSequence;
  rig: Rig;
  report?: SolveReport | null;
}

/** Formats of rigs, of deformed frames, of a mesh, our own formats, and formats of skeletons. */
export type WriteFormat = ExportFormatId | FrameFormatId | "obj" | "json" | "sinew" | "bvh" | "tgf";

export interface WriteOptions extends RunOptions {
  /** The program or engine that the rig is for. It sets the options. */
  target?: ExportTargetId;
  /** Options of a rig's format, such as a GLB; they override the options of the target. */
  rig?: Partial<Omit<ExportOptions, "format">>;
  /**
   * The largest size of a rig's file in bytes. Of the files that are small enough, the one with the least error is
   * written.
   */
  mostBytes?: number;
  /** How the rig is posed in an Alembic, a PC2 or an MDD. */
  frames?: FrameOptions;
  /** The name of an OBJ without its extension; those of the files beside it begin with it. Default "mesh". */
  stem?: string;
}

/** The bytes of a file, and of the files that it names: textures, by their paths from it. */
export interface WrittenFiles {
  bytes: Uint8Array;
  beside: FileBeside[];
}

/** The options of a rig's format. */
const OPTIONS: Record<keyof Omit<ExportOptions, "format">, true> = {
  ...{ influences: true, clips: true, upAxis: true, unit: true, correction: true, shapes: true },
  ...{ keyTolerance: true, keyRate: true, rootMotion: true, names: true, mostBones: true, bakeSpace: true },
  ...{ shear: true, helpers: true, bounds: true, closeLoops: true, compression: true, precision: true },
  ...{ textures: true, besideAs: true, poses: true },
};

const KNOWN = [...EXPORT_FORMAT_IDS, ...FRAME_FORMAT_IDS, "obj", "json", "sinew", "bvh", "tgf"];

/** The options that a format has. */
function optionsOf(format: WriteFormat): (keyof WriteOptions)[] {
  if (isRigFormat(format)) return ["target", "rig", "mostBytes"];
  if (isFrameFormat(format)) return ["frames"];
  return format === "obj" ? ["stem"] : [];
}

const isRigFormat = (format: string): format is ExportFormatId =>
  (EXPORT_FORMAT_IDS as readonly string[]).includes(format);

const isFrameFormat = (format: string): format is FrameFormatId =>
  (FRAME_FORMAT_IDS as readonly string[]).includes(format);

/** @throws SinewError for an unknown format, and for options that have no effect on it. */
function checkFormat(format: WriteFormat, options: Omit<WriteOptions, keyof RunOptions>): void {
  if (!KNOWN.includes(format)) {
    throw new SinewError({ title: `${format} is not a format`, body: `Use one of: ${KNOWN.join(", ")}.` });
  }
  const own = optionsOf(format);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || (own as string[]).includes(name)) continue;
    throw new SinewError({
      title: `${name} has no effect on ${format}`,
      body: own.length > 0 ? `The options of ${format} are: ${own.join(", ")}.` : `${format} has no options.`,
    });
  }
}

const alone = (bytes: Uint8Array): WrittenFiles => ({ bytes, beside: [] });

/** The rest pose as an OBJ, with its library and images. */
function writeMesh({ sequence, rig }: Content, stem = "mesh"): WrittenFiles {
  const beside = objBeside(sequence, stem);
  return { bytes: writeObj(sequence, rig.rest, { library: beside[0].name }), beside };
}

/**
 * The bytes of a file without the files that it names: textures of a USD, and of an FBX that has them beside it.
 * Nothing is written to the disk.
 * @throws SinewError if the rig does not fit the format
 */
export async function write(
  content: Content,
  format: WriteFormat,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  return (await writeFiles(content, format, options)).bytes;
}

/**
 * The bytes of a file, with the files that it names.
 * @throws SinewError if the rig does not fit the format
 */
export function writeFiles(
  content: Content,
  format: WriteFormat,
  { threads, signal, onProgress, ...options }: WriteOptions = {},
): Promise<WrittenFiles> {
  return withThreads({ threads, signal, onProgress }, async (task, makeParallel) => {
    checkContent(content);
    checkFormat(format, options);
    const { sequence, rig, report = null } = content;
    switch (format) {
      case "json":
        return alone(new TextEncoder().encode(rigToJson(sequence, rig, report)));
      case "sinew":
        return alone(writeProject({ ...content, report }));
      case "bvh":
        return alone((await writeBvh(sequence, rig, bvhExportDefaults(sequence), task)).bytes);
      case "tgf":
        return alone(writeTgf(sequence, skeletonOfRig(rig), tgfExportDefaults(sequence)).bytes);
      case "obj":
        return writeMesh(content, options.stem);
    }
    return isRigFormat(format)
      ? writeRig(content, format, options, makeParallel, task)
      : alone(await frameBytes(content, format, options.frames ?? {}, makeParallel, task));
  });
}

async function writeRig(
  { sequence, rig }: Content,
  format: ExportFormatId,
  { target, rig: own, mostBytes }: WriteOptions,
  makeParallel: MakeParallel,
  task: Task,
): Promise<WrittenFiles> {
  for (const name of Object.keys(own ?? {})) checkName("option", name, OPTIONS);
  const usual: ExportOptions = {
    influences: maxInfluences(rig.weights),
    clips: [...sequence.clips.keys()],
    upAxis: "y",
  };
  if (target !== undefined) checkName("target", target, EXPORT_TARGETS);
  const suited = target === undefined ? usual : targetOptions(target, sequence, rig);
  const whole = { ...suited, ...own, format };
  if (mostBytes === undefined) {
    const { bytes, beside } = await exportFile(sequence, rig, whole, task, makeParallel);
    return { bytes, beside };
  }
  const made = await exportWithin(sequence, rig, whole, mostBytes, makeParallel, task);
  if (made.fits) return { bytes: made.bytes, beside: made.beside };
  throw new SinewError({
    title: `The file would have ${sizeOf(made)} bytes, more than ${mostBytes}`,
    body: "This is the smallest that Sinew found: allow more bytes, or use a mesh with fewer vertices or clips.",
  });
}
