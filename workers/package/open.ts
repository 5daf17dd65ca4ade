import { readSkeletons } from "../formats/skeletons/read";
import { nodeFiles } from "../formats/source/node-file";
import type { SourceFile } from "../formats/source/source";
import type { OpenChoice, OpenResult } from "../jobs/api";
import { OpenSources, readable } from "../jobs/open-sources";
import { SinewError } from "../model/errors";
import type { SkeletonSource } from "../model/files/skeleton-source";
import type { SourceInfo } from "../model/files/source-info";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { wholeSequence } from "../model/mesh/streamed-sequence";
import type { Task } from "../model/task";
import { withThreads } from "./run";
import type { RunOptions } from "./run-options";

/** A file that is not on the disk. */
export interface NamedBytes {
  /** With its extension, which distinguishes some formats. */
  name: string;
  bytes: Uint8Array;
}

/** A path of a file or folder, or bytes; several if a format needs several files. */
export type Files = string | NamedBytes | readonly (string | NamedBytes)[];

export interface OpenOptions extends Partial<Omit<OpenChoice, "clips" | "keepRig">>, RunOptions {
  /** Names of clips; default all. */
  clips?: readonly string[];
  /** The name of the animation, if the files have several. */
  source?: string;
}

/** The contents of a file: an animation or a still mesh, with its rig if it has one, and the rest of a project. */
export interface Opened extends OpenResult {
  sequence: MeshSequence;
  info: SourceInfo;
}

const inMemory = ({ name, bytes }: NamedBytes): SourceFile => ({
  name,
  size: bytes.length,
  read: async (begin, end) => bytes.slice(begin, end),
});

/** The files behind paths, folders and bytes. */
async function filesOf(files: Files): Promise<SourceFile[]> {
  const all = [files].flat() as (string | NamedBytes)[];
  const read = await Promise.all(
    all.map((one) => (typeof one === "string" ? nodeFiles([one]) : [inMemory(one)])),
  );
  return read.flat();
}

/** The requested source. */
function chosen(sources: readonly SourceInfo[], name: string | undefined): number {
  if (name === undefined && sources.length === 1) return 0;
  const index = sources.findIndex((source) => source.name === name);
  if (index >= 0) return index;
  if (sources.length === 0)
    throw new SinewError({ title: "No files were given", body: "Give paths, folders, or names with bytes." });
  const names = sources.map((source) => source.name).join(", ");
  throw new SinewError({
    title: name === undefined ? "These files have several animations" : `There is no ${name} in these files`,
    body: `Choose one with the option source: ${names}.`,
  });
}

function clipsOf(info: SourceInfo, names: readonly string[] = []): number[] {
  return names.map((name) => {
    const index = info.clips.findIndex((clip) => clip.name === name);
    if (index >= 0) return index;
    const known = info.clips.map((clip) => clip.name).join(", ");
    throw new SinewError({
      title: `There is no clip named ${name} in ${info.name}`,
      body: `Its clips are: ${known}.`,
    });
  });
}

async function opened(files: Files, options: OpenOptions, task: Task): Promise<Opened> {
  const open = new OpenSources();
  const sources = await open.inspect(await filesOf(files), task);
  const source = chosen(sources, options.source);
  const info = sources[source];
  const choice: OpenChoice = {
    clips: clipsOf(info, options.clips),
    fps: options.fps ?? null,
    upAxis: options.upAxis ?? null,
    metresPerUnit: options.metresPerUnit ?? null,
    restFrame: options.restFrame ?? null,
    keepRig: true,
  };
  const read = await open.read(source, choice, task);
  return { ...read, sequence: wholeSequence(read.sequence), info };
}

/**
 * Opens a mesh animation, a still mesh, a rig or a project.
 * @throws SinewError that says what is wrong with which file
 */
export function open(files: Files, options: OpenOptions = {}): Promise<Opened> {
  return withThreads(options, (task) => opened(files, options, task));
}

/**
 * The skeletons in files: `.tgf`, BVH, FBX, glTF.
 * @throws SinewError that says what is wrong with which file
 */
export function openSkeletons(files: Files, options: RunOptions = {}): Promise<SkeletonSource[]> {
  return withThreads(options, async (task) => readSkeletons((await filesOf(files)).map(readable), task));
}
