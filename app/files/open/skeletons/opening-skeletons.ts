import type { DroppedFile, SolverClient } from "../../../../workers/client";
import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../../workers/model/files/source-info";
import type { History } from "../../../document/history/history";
import { closeDialog, openDialog } from "../../../document/session/dialogs";
import { reportError } from "../../../document/session/report-error";
import { watched } from "../../../document/session/watched";
import type { Stores } from "../../../document/stores";
import { CHOOSE_OTHERS, wordsFor } from "../file-words";
import { putSkeleton } from "./placing-skeletons";
import { isSkeletonFile, mayHoldSkeleton, ofMesh, SKELETON_ALONE } from "./skeleton-files";

/** The service that fits the open animation to the artist's own skeleton. */
export interface SkeletonTaker {
  /** Whether a skeleton that is opened now is meant for a fit. */
  takes(): boolean;
  /** Whether only the skeleton of these files is wanted, and not their other contents. */
  wants(files: DroppedFile[]): boolean;
  take(source: SkeletonSource, files: DroppedFile[]): Promise<void>;
}

/** Finds skeletons in files, and puts them into the open mesh or a fit. */
export interface SkeletonOpening {
  /**
   * Puts a skeleton into the open mesh, as one step. While the artist fits a skeleton, offers it for the fit instead.
   * @param files the files that it came from.
   */
  takeSkeleton(source: SkeletonSource, files: DroppedFile[]): void;
  /** Takes a skeleton from these files for the open mesh, and ignores their other contents. */
  openSkeleton(files: DroppedFile[]): Promise<void>;
  /** Opens files without a mesh: puts their skeleton into the open mesh. @param missing why there is no mesh. */
  openAlone(files: DroppedFile[], missing: unknown): Promise<void>;
  /** The skeletons of files without a mesh. If there are no such files, those in the file of a still mesh. */
  beside(files: DroppedFile[], sources: SourceInfo[]): Promise<SkeletonSource[]>;
}

export function createSkeletonOpening(
  stores: Stores,
  client: SolverClient,
  history: History,
  fits: SkeletonTaker,
): SkeletonOpening {
  const looking = (files: DroppedFile[]) => `Looking for skeletons in ${wordsFor(files)}`;
  const skeletonsIn = (files: DroppedFile[], title = looking(files)) =>
    watched(stores, title, client.readSkeletons({ files }));

  function choose(skeletons: SkeletonSource[], files: DroppedFile[]): void {
    if (skeletons.length === 1) takeSkeleton(skeletons[0], files);
    else openDialog(stores, { kind: "skeletons", skeletons, files });
  }

  function takeSkeleton(source: SkeletonSource, files: DroppedFile[]): void {
    closeDialog(stores);
    if (fits.takes()) void fits.take(source, files);
    else putSkeleton(stores, history, source);
  }

  async function openSkeleton(files: DroppedFile[]): Promise<void> {
    if (files.length === 0) return;
    closeDialog(stores);
    try {
      choose(await skeletonsIn(files), files);
    } catch (error) {
      reportError(stores, error, looking(files));
    }
  }

  async function openAlone(files: DroppedFile[], missing: unknown): Promise<void> {
    const title = `Opening ${wordsFor(files)}`;
    let skeletons: SkeletonSource[];
    try {
      skeletons = await skeletonsIn(files);
    } catch (broken) {
      reportError(stores, files.every(isSkeletonFile) ? broken : missing, title, CHOOSE_OTHERS);
      return;
    }
    if (stores.document.getState().sequence) choose(skeletons, files);
    else reportError(stores, SKELETON_ALONE(skeletons[0]), title, CHOOSE_OTHERS);
  }

  async function beside(files: DroppedFile[], sources: SourceInfo[]): Promise<SkeletonSource[]> {
    const used = new Set(sources.flatMap((source) => source.files));
    const others = files.filter((file) => mayHoldSkeleton(file) && !used.has(file.path));
    const own = sources.length === 1 && ofMesh(sources[0]) ? files : [];
    const from = others.length > 0 ? others : own;
    if (from.length === 0) return [];
    try {
      return await skeletonsIn(from, looking(files));
    } catch (error) {
      reportError(stores, error, looking(files));
      return [];
    }
  }

  return { takeSkeleton, openSkeleton, openAlone, beside };
}
