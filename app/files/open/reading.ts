import type { DroppedFile, OpenChoice, OpenResult, SolverClient } from "../../../workers/client";
import { placeSkeleton, skeletonClipsOf } from "../../../workers/geometry/place-skeleton";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";
import { bytesOfFrames } from "../../../workers/model/mesh/streamed-sequence";
import { formatBytes } from "../../common/format";
import type { History } from "../../document/history/history";
import { openSequence } from "../../document/sequence-commands";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { watched } from "../../document/session/watched";
import type { Stores } from "../../document/stores";
import { CHOOSE_OTHERS } from "./file-words";
import { saySkeleton } from "./skeletons/placing-skeletons";
import type { SourceFiles } from "./source-files";

/** A source of inspected files, and what the artist chose for it. */
export interface ChosenSource {
  /** Its place in the list of sources that the files hold, from 0. */
  index: number;
  info: SourceInfo;
  choice: OpenChoice;
  /** A skeleton to put into it. */
  skeleton?: SkeletonSource | null;
  /** Whether frames are read from the files as needed: they are too large for memory, or the artist chose this. */
  stays?: boolean;
}

/** Reads sources and projects, and puts them into the document as one step. */
export interface Reading {
  /** @param files the files that were inspected last. */
  readSource(source: ChosenSource, files: DroppedFile[]): Promise<void>;
  /** Opens a project file and asks nothing. @returns false if it could not be read; the artist sees why. */
  openProject(file: Blob, name: string): Promise<boolean>;
  /**
   * Reads one project file, and opens nothing.
   * @throws SinewError if it is damaged, CancelledError if the artist cancels.
   */
  readProject(file: Blob, name: string): Promise<OpenResult>;
}

export function createReading(
  stores: Stores,
  client: SolverClient,
  history: History,
  sourceFiles: Pick<SourceFiles, "remember">,
): Reading {
  async function readSource(source: ChosenSource, files: DroppedFile[]): Promise<void> {
    const { index, info, choice, skeleton = null, stays = false } = source;
    closeDialog(stores);
    try {
      if (stays) return await openInFiles(source, files);
      const result = await watched(stores, `Reading ${info.name}`, client.read({ source: index, choice }));
      putOpened(stores, history, result, skeleton);
    } catch (error) {
      reportError(stores, error, `Reading ${info.name}`, CHOOSE_OTHERS);
    }
  }

  /** Opens a sequence whose frames stay in their files. */
  async function openInFiles({ index, info, choice }: ChosenSource, files: DroppedFile[]): Promise<void> {
    const id = crypto.randomUUID();
    const job = client.openStream({ source: index, choice: { ...choice, keepRig: false }, id });
    const sequence = await watched(stores, `Opening ${info.name}`, job);
    sourceFiles.remember(sequence.frames, files);
    putOpened(stores, history, { sequence, rig: null, report: null });
    toast(
      stores,
      `${sequence.name} stays in its ${files.length === 1 ? "file" : "files"}`,
      `Its frames take ${formatBytes(bytesOfFrames(sequence))}. They are read as you need them.`,
    );
  }

  async function readProject(file: Blob, name: string): Promise<OpenResult> {
    const path = name.endsWith(".sinew") ? name : `${name}.sinew`;
    return watched(stores, `Opening ${name}`, client.readProject({ file: { path, file } }));
  }

  async function openProject(file: Blob, name: string): Promise<boolean> {
    try {
      putOpened(stores, history, await readProject(file, name));
      return true;
    } catch (error) {
      reportError(stores, error, `Opening ${name}`);
      return false;
    }
  }

  return { readSource, openProject, readProject };
}

/** Puts what was read into the document, as one step, with a skeleton if one was chosen. */
function putOpened(
  stores: Stores,
  history: History,
  { sequence, rig, report, ...extras }: OpenResult,
  skeleton: SkeletonSource | null = null,
): void {
  const placed = skeleton && placeSkeleton(skeleton, sequence);
  const clips = placed && skeletonClipsOf(placed);
  const all = placed
    ? { ...extras, skeleton: placed.skeleton, ...(clips && { skeletonClips: clips }) }
    : extras;
  history.run(openSequence(stores, sequence, rig, report, null, all));
  if (skeleton && placed) saySkeleton(stores, skeleton, placed);
  const hasSkeleton = placed !== null || extras.skeleton !== undefined;
  // Without motion there is nothing to solve, so the mesh is bound to a skeleton instead.
  if (sequence.frameCount === 1) {
    if (hasSkeleton || rig === null) stores.view.setState({ workspace: "paint" });
    return;
  }
  // A solve finds the bones of an animation, where Paint would ask to draw some.
  const { workspace } = stores.view.getState();
  if (rig === null && !hasSkeleton && workspace === "paint") stores.view.setState({ workspace: "solve" });
}
