import { type AssembledStream, assemble, assembleStreamed } from "../formats/assemble/assemble-sequence";
import { inspect } from "../formats/open";
import { readProject } from "../formats/project/read";
import { sniff } from "../formats/sniff";
import type { SequenceSource, SourceFile } from "../formats/source/source";
import { blobFile, readAll, stemOf } from "../formats/source/source-file";
import { SinewError } from "../model/errors";
import type { SourceInfo } from "../model/files/source-info";
import {
  type AnySequence,
  bytesOfFrames,
  type FiledSequence,
  frameAt,
  isFiled,
  type OpenedSequence,
  type StreamedSequence,
} from "../model/mesh/streamed-sequence";
import { type Task, withoutProgress } from "../model/task";
import type { DroppedFile, OpenChoice, OpenResult, RigBeside } from "./api";

/** An opened source: an animation that is read once chosen, or a project that is already read. */
interface Opened {
  info: SourceInfo;
  read(choice: OpenChoice, task: Task): Promise<OpenResult>;
  /** The sequence with its frames left in its files; absent for projects, which are read whole. */
  stream?(choice: OpenChoice, task: Task): Promise<OpenStream>;
}

/** A sequence whose frames stay in its files. */
interface OpenStream extends AssembledStream {
  /** The same sequence by readers of its own, so that a job can read while the page looks at other frames. */
  anew(task: Task): Promise<StreamedSequence>;
}

const animation = (source: SequenceSource): Opened => ({
  info: source.info,
  async read(choice, task) {
    const raw = await source.read(choice, task);
    return { ...(await assemble(raw, choice, task)), report: null };
  },
  async stream(choice, task) {
    const stream = await assembleStreamed(await source.read(choice, task), choice, task);
    return {
      ...stream,
      anew: async (quiet) => ({
        ...stream.sequence,
        frames: stream.framesOf(await source.read(choice, withoutProgress(quiet))),
      }),
    };
  },
});

/** A project opens as it was saved, so there is nothing to choose. */
async function openProject(file: SourceFile): Promise<Opened> {
  const project = readProject(await readAll(file), file.name);
  const { sequence } = project;
  return {
    info: {
      name: stemOf(file.name),
      files: [file.name],
      format: "Sinew project",
      points: sequence.vertexCount,
      polygons: sequence.polygonOffsets.length - 1,
      meshes: sequence.parts.map((part) => part.name),
      clips: sequence.clips.map(({ name, first, last }) => ({
        name,
        frames: last - first + 1,
        seconds: (last - first) / sequence.fps,
      })),
      fps: sequence.fps,
      rateIsFree: false,
      upAxis: sequence.upAxis,
      metresPerUnit: sequence.metresPerUnit,
      sequenceBytes: bytesOfFrames(sequence),
      notes: [],
    },
    read: async () => project,
  };
}

/** The project in a file. The sources that are open stay open. */
export const projectIn = async (file: SourceFile): Promise<OpenResult> =>
  readProject(await readAll(file), file.name);

async function open(files: SourceFile[], task: Task): Promise<Opened[]> {
  const kinds = await Promise.all(files.map(sniff));
  const projects = files.filter((_, i) => kinds[i] === "project");
  const others = files.filter((_, i) => kinds[i] !== "project");
  const opened = await Promise.all(projects.map(openProject));
  if (others.length > 0) opened.push(...(await inspect(others, task)).map(animation));
  return opened;
}

/** The rest pose of the first rig in some files. The sources that are open stay open. */
export async function readRig(files: SourceFile[], task: Task): Promise<RigBeside> {
  for (const source of await open(files, task)) {
    const { sequence, rig } = await source.read(FIRST_RIG, task);
    if (!rig) continue;
    const { rest, name } = sequence;
    return {
      sequence: { ...sequence, frameCount: 1, frames: rest, clips: [{ name, first: 0, last: 0 }] },
      rig,
    };
  }
  throw new SinewError({
    title: `${files[0]?.name ?? "The file"} has no weights`,
    body: "Give a skinned GLB or FBX, or a project with a rig.",
  });
}

const FIRST_RIG: OpenChoice = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
  keepRig: true,
};

export const readable = (file: DroppedFile | SourceFile): SourceFile =>
  "read" in file ? file : blobFile(file.file, file.path);

const notOpen = (): never => {
  throw new SinewError({
    title: "The files are no longer open",
    body: "The engine restarted after they were dropped. Drop them again.",
  });
};

/** The sources of the last inspected files, and the streams that are open. */
export class OpenSources {
  private opened: Opened[] = [];
  /** By the names of their frames. */
  private readonly streams = new Map<string, OpenStream>();

  async inspect(files: (DroppedFile | SourceFile)[], task: Task): Promise<SourceInfo[]> {
    this.opened = await open(files.map(readable), task);
    return this.opened.map((source) => source.info);
  }

  /** @param source index into the result of `inspect`. */
  async read(source: number, choice: OpenChoice, task: Task): Promise<OpenResult> {
    return this.at(source).read(choice, task);
  }

  /**
   * Opens a source and leaves its frames in its files. The stream stays open until `close`.
   * @param id names the stream; one of that name is replaced.
   */
  async open(source: number, choice: OpenChoice, id: string, task: Task): Promise<FiledSequence> {
    const opened = this.at(source);
    if (!opened.stream) {
      throw new SinewError({
        title: `${opened.info.name} is a project`,
        body: "A project is read as a whole. Open the animation that it was made from.",
      });
    }
    const stream = await opened.stream(choice, task);
    this.streams.set(id, stream);
    const { sequence, box, checksum } = stream;
    return { ...sequence, frames: { id, files: opened.info.files, choice, box, checksum } };
  }

  /** Positions of one frame of an open stream, 3V. */
  async frame(id: string, k: number): Promise<Float32Array> {
    return (await frameAt(this.stream(id).sequence, k)).slice();
  }

  close(id: string): void {
    this.streams.delete(id);
  }

  /** The same sequence with its frames in memory, or with a reader of its own for its files. */
  async whole(sequence: OpenedSequence, task: Task): Promise<AnySequence> {
    return isFiled(sequence) ? this.streamed(sequence, task) : sequence;
  }

  /** The same sequence with a reader of its own for its files. */
  async streamed(sequence: FiledSequence, task: Task): Promise<StreamedSequence> {
    const { frames } = await this.stream(sequence.frames.id).anew(task);
    return { ...sequence, frames };
  }

  private stream(id: string): OpenStream {
    return this.streams.get(id) ?? notOpen();
  }

  private at(source: number): Opened {
    return this.opened[source] ?? notOpen();
  }
}
