import type { DroppedFile, OpenChoice, OpenResult, SolverClient } from "../../../workers/client";
import { placeSkeleton, skeletonClipsOf } from "../../../workers/geometry/place-skeleton";
import { isTooLarge } from "../../../workers/model/files/frames-in-memory";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";
import { bytesOfFrames } from "../../../workers/model/mesh/streamed-sequence";
import { serviceKey } from "../../actions/service";
import { formatBytes, plural } from "../../common/format";
import type { History } from "../../document/history/history";
import { openSequence } from "../../document/sequence-commands";
import { closeDialog, openDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { watched } from "../../document/session/watched";
import type { Stores } from "../../document/stores";
import { putSkeleton, saySkeleton } from "./placing-skeletons";
import { isSkeletonFile, mayHoldSkeleton, ofMesh, SKELETON_ALONE } from "./skeleton-files";
import type { SourceFiles } from "./source-files";

const AS_IT_IS: OpenChoice = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
};

export interface Opening {
  /**
   * Inspects and reads files. Asks first if there is a choice. Puts skeletons that come with a mesh into it, and a
   * skeleton alone into the open mesh.
   * @param stays leaves frames in their files, also where they would fit into memory. Larger ones always stay there.
   */
  openFiles(files: DroppedFile[], stays?: boolean): Promise<void>;
  /**
   * Reads one source of the last files, and puts a skeleton into it.
   * @param stays whether its frames stay in their files, because they are too large for memory or the artist wants it.
   */
  readSource(
    index: number,
    info: SourceInfo,
    choice: OpenChoice,
    skeleton?: SkeletonSource | null,
    stays?: boolean,
  ): Promise<void>;
  /**
   * Puts a skeleton into the open mesh, as one step. While the artist fits a skeleton, offers it for the fit instead.
   * @param files the files that it came from.
   */
  takeSkeleton(source: SkeletonSource, files: DroppedFile[]): void;
  /** Takes a skeleton from these files for the open mesh, and ignores their other contents. */
  openSkeleton(files: DroppedFile[]): Promise<void>;
  /** Opens one project file without asking. @returns whether it is open now. */
  openProject(file: Blob, name: string): Promise<boolean>;
  /**
   * Reads one project file, and opens nothing.
   * @throws SinewError if it is damaged, CancelledError if the artist cancels.
   */
  readProject(file: Blob, name: string): Promise<OpenResult>;
}

export const OPENING = serviceKey<Opening>("opening");

/** The service that fits the open animation to the artist's own skeleton. */
export interface SkeletonTaker {
  /** Whether a skeleton that is opened now is meant for a fit. */
  takes(): boolean;
  /** Whether only the skeleton of these files is wanted, and not their other contents. */
  wants(files: DroppedFile[]): boolean;
  take(source: SkeletonSource, files: DroppedFile[]): Promise<void>;
}

/** A service that asks whether to use files for the open mesh, as a cage or for their weights. */
export interface FileTaker {
  /** @param instead opens the files as usual. @returns whether it asks. */
  offers(files: DroppedFile[], instead: () => void): Promise<boolean>;
}

/** The format of a project, which is read as a whole. */
const PROJECT = "Sinew project";

const CHOOSE_OTHERS = { label: "Choose other files…", action: "file.open" };

export function createOpening(
  stores: Stores,
  client: SolverClient,
  history: History,
  fits: SkeletonTaker,
  others: readonly FileTaker[],
  sourceFiles: Pick<SourceFiles, "remember">,
): Opening {
  /** The files of the last sources. */
  let inspected: DroppedFile[] = [];

  function put(result: OpenResult, skeleton: SkeletonSource | null = null): void {
    const { sequence, rig, report, ...extras } = result;
    const placed = skeleton && placeSkeleton(skeleton, sequence);
    const clips = placed && skeletonClipsOf(placed);
    history.run(
      openSequence(
        stores,
        sequence,
        rig,
        report,
        null,
        placed ? { ...extras, skeleton: placed.skeleton, ...(clips && { skeletonClips: clips }) } : extras,
      ),
    );
    if (skeleton && placed) saySkeleton(stores, skeleton, placed);
    // Without motion there is nothing to solve, so the mesh is bound to a skeleton instead.
    const isBound = extras.skeleton !== undefined || rig === null;
    if (sequence.frameCount === 1 && isBound) stores.view.setState({ workspace: "paint" });
  }

  const inspect = (files: DroppedFile[], what: string) =>
    watched(stores, `Reading ${what}`, client.inspect({ files }));
  const skeletonsIn = (files: DroppedFile[], what: string) =>
    watched(stores, `Looking for skeletons in ${what}`, client.readSkeletons({ files }));

  async function openFiles(files: DroppedFile[], stays = false): Promise<void> {
    if (files.length === 0) return;
    closeDialog(stores);
    if (fits.wants(files)) return openSkeleton(files);
    for (const taker of others) {
      if (await taker.offers(files, () => void openMeshes(files, stays))) return;
    }
    await openMeshes(files, stays);
  }

  async function openMeshes(files: DroppedFile[], stays: boolean): Promise<void> {
    const what = files.length === 1 ? files[0].path : plural(files.length, "file");
    let sources: SourceInfo[];
    try {
      sources = await inspect(files, what);
      inspected = files;
    } catch (error) {
      if (files.some(mayHoldSkeleton)) await openSkeletonAlone(files, what, error);
      else reportError(stores, error, `Opening ${what}`, CHOOSE_OTHERS);
      return;
    }
    const skeletons = await skeletonsBeside(files, sources, what);
    const [only] = sources;
    const isWhole = only.format === PROJECT || (only.clips.length <= 1 && !only.rateIsFree && !only.skins);
    const nothingToChoose = sources.length === 1 && isWhole && skeletons.length <= 1;
    const isFiled = only.format !== PROJECT && (stays || isTooLarge(only.sequenceBytes));
    if (nothingToChoose) {
      await readSource(0, only, AS_IT_IS, skeletons[0], isFiled);
      sayLeftOut(only);
    } else
      openDialog(stores, {
        kind: "open",
        sources,
        skeletons,
        stays,
        toFit: only.skins && fits.takes() ? files : null,
      });
  }

  /** Says what the dialog would have listed: which of the files were left out, and why. */
  function sayLeftOut({ name, leftOut = [] }: SourceInfo): void {
    const isOpen = stores.document.getState().sequence?.name === name;
    if (isOpen && leftOut.length > 0)
      toast(stores, `${plural(leftOut.length, "file")} left out`, leftOut.join(" "), { kind: "warning" });
  }

  /** The skeletons of files without a mesh. If there are no such files, those in the file of a still mesh. */
  async function skeletonsBeside(
    files: DroppedFile[],
    sources: SourceInfo[],
    what: string,
  ): Promise<SkeletonSource[]> {
    const used = new Set(sources.flatMap((source) => source.files));
    const beside = files.filter((file) => mayHoldSkeleton(file) && !used.has(file.path));
    const own = sources.length === 1 && ofMesh(sources[0]) ? files : [];
    const from = beside.length > 0 ? beside : own;
    if (from.length === 0) return [];
    try {
      return await skeletonsIn(from, what);
    } catch (error) {
      reportError(stores, error, `Looking for skeletons in ${what}`);
      return [];
    }
  }

  /** Opens files without a mesh: puts their skeleton into the open mesh. @param missing why there is no mesh. */
  async function openSkeletonAlone(files: DroppedFile[], what: string, missing: unknown): Promise<void> {
    let skeletons: SkeletonSource[];
    try {
      skeletons = await skeletonsIn(files, what);
    } catch (broken) {
      reportError(stores, files.every(isSkeletonFile) ? broken : missing, `Opening ${what}`, CHOOSE_OTHERS);
      return;
    }
    if (stores.document.getState().sequence) chooseSkeleton(skeletons, files);
    else reportError(stores, SKELETON_ALONE(skeletons[0]), `Opening ${what}`, CHOOSE_OTHERS);
  }

  function chooseSkeleton(skeletons: SkeletonSource[], files: DroppedFile[]): void {
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
    const what = files.length === 1 ? files[0].path : plural(files.length, "file");
    try {
      chooseSkeleton(await skeletonsIn(files, what), files);
    } catch (error) {
      reportError(stores, error, `Looking for skeletons in ${what}`);
    }
  }

  async function readSource(
    index: number,
    info: SourceInfo,
    choice: OpenChoice,
    skeleton: SkeletonSource | null = null,
    stays = false,
  ): Promise<void> {
    closeDialog(stores);
    try {
      if (stays) return await openInFiles(index, info, choice);
      put(await watched(stores, `Reading ${info.name}`, client.read({ source: index, choice })), skeleton);
    } catch (error) {
      reportError(stores, error, `Reading ${info.name}`, CHOOSE_OTHERS);
    }
  }

  /** Opens a sequence whose frames stay in their files. */
  async function openInFiles(source: number, info: SourceInfo, choice: OpenChoice): Promise<void> {
    const files = inspected;
    const id = crypto.randomUUID();
    const job = client.openStream({ source, choice: { ...choice, keepRig: false }, id });
    const sequence = await watched(stores, `Opening ${info.name}`, job);
    sourceFiles.remember(sequence.frames, files);
    put({ sequence, rig: null, report: null });
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
      put(await readProject(file, name));
      return true;
    } catch (error) {
      reportError(stores, error, `Opening ${name}`);
      return false;
    }
  }

  return { openFiles, readSource, takeSkeleton, openSkeleton, openProject, readProject };
}
