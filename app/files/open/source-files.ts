import type { DroppedFile, SolverClient } from "../../../workers/client";
import { SinewError } from "../../../workers/model/errors";
import type { SourceInfo } from "../../../workers/model/files/source-info";
import type { FiledSequence, FramesInFiles } from "../../../workers/model/mesh/streamed-sequence";
import { isFiled } from "../../../workers/model/mesh/streamed-sequence";
import { serviceKey } from "../../actions/service";
import { plural } from "../../common/format";
import { SOURCE_FRAMES } from "../../document/frames/source-frames";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { watched } from "../../document/session/watched";
import type { Stores } from "../../document/stores";
import { pickFiles } from "./dropped-files";

/** Keeps the files of sequences whose frames stay in them, and asks for files again. */
export interface SourceFiles {
  /** Notes the files of a sequence that was opened now. */
  remember(frames: FramesInFiles, files: DroppedFile[]): void;
  /**
   * Opens the files of the open document again: those of this session, or others that the artist picks. Call it from a
   * user gesture.
   */
  locate(): Promise<void>;
  /**
   * Takes dropped files as those of the open document, if it misses them and they have their names.
   * @returns whether it took them.
   */
  offers(files: DroppedFile[]): Promise<boolean>;
}

export const SOURCE_FILES = serviceKey<SourceFiles>("source files");

/** The open document, if its frames stay in their files. */
function filedDocument(stores: Stores): FiledSequence | null {
  const { sequence } = stores.document.getState();
  return sequence && isFiled(sequence) ? sequence : null;
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** The source of the files that the frames came from. */
function sourceOf(sources: readonly SourceInfo[], { files }: FramesInFiles): number {
  const names = files.join("\n");
  return Math.max(
    0,
    sources.findIndex((source) => source.files.join("\n") === names),
  );
}

/** Whether two files have the same positions, to the bit: f32 numbers are read without loss. */
const samePositions = (a: FramesInFiles, b: FramesInFiles) =>
  a.box.every((x, n) => x === b.box[n]) && (b.checksum === undefined || a.checksum === b.checksum);

/** @throws SinewError if the files have other frames than the document. */
function checkSame(given: FiledSequence, wanted: FiledSequence): void {
  const isOther = given.vertexCount !== wanted.vertexCount || given.frameCount !== wanted.frameCount;
  const size = ({ vertexCount, frameCount }: FiledSequence) =>
    `${plural(vertexCount, "vertex", "vertices")} in ${plural(frameCount, "frame")}`;
  if (!isOther && samePositions(given.frames, wanted.frames)) return;
  throw new SinewError({
    title: `These are not the frames of ${wanted.name}`,
    body: isOther
      ? `They have ${size(given)}, and it has ${size(wanted)}. Choose ${wanted.frames.files.join(", ")}, or open these files as a new sequence.`
      : "Their positions are different, so the file has changed. Open it as a new sequence, and solve again.",
  });
}

export function createSourceFiles(
  stores: Stores,
  client: Pick<SolverClient, "inspect" | "openStream" | "streamedFrame" | "closeStream">,
): SourceFiles {
  const remembered = new Map<string, DroppedFile[]>();
  const frames = stores.of(SOURCE_FRAMES);
  frames.connect((id, frame) => client.streamedFrame({ id, frame }).result);

  async function open(files: DroppedFile[], wanted: FiledSequence): Promise<void> {
    const { name, frames: place } = wanted;
    const doing = `Opening ${name}`;
    const sources = await watched(stores, doing, client.inspect({ files }));
    const source = sourceOf(sources, place);
    const opened = client.openStream({ source, choice: place.choice, id: place.id });
    const given = await watched(stores, doing, opened);
    try {
      checkSame(given, wanted);
    } catch (error) {
      frames.closed(place.id);
      await client.closeStream({ id: place.id }).result;
      throw error;
    }
    remembered.set(place.id, files);
    frames.opened(place.id);
  }

  async function take(files: DroppedFile[]): Promise<void> {
    const wanted = filedDocument(stores);
    if (!wanted || files.length === 0) return;
    try {
      await open(files, wanted);
      toast(stores, `${wanted.name} has its frames again`, "They are read from the file as you need them.");
    } catch (error) {
      // The next try asks for other files.
      remembered.delete(wanted.frames.id);
      reportError(stores, error, `Opening ${wanted.name}`);
    }
  }

  return {
    remember(place, files) {
      remembered.set(place.id, files);
      frames.opened(place.id);
    },
    async locate() {
      const known = remembered.get(filedDocument(stores)?.frames.id ?? "");
      await take(known ?? (await pickFiles("files")));
    },
    async offers(files) {
      const wanted = filedDocument(stores);
      if (!wanted || frames.isOpen(wanted)) return false;
      const names = new Set(files.map(({ path }) => baseName(path)));
      if (!wanted.frames.files.every((path) => names.has(baseName(path)))) return false;
      await take(files);
      return true;
    },
  };
}
