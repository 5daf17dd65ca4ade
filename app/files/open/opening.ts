import type { DroppedFile, OpenChoice, SolverClient } from "../../../workers/client";
import { isTooLarge } from "../../../workers/model/files/frames-in-memory";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";
import { serviceKey } from "../../actions/service";
import { plural } from "../../common/format";
import type { History } from "../../document/history/history";
import { closeDialog, openDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { watched } from "../../document/session/watched";
import type { Stores } from "../../document/stores";
import { CHOOSE_OTHERS, wordsFor } from "./file-words";
import { type ChosenSource, createReading, type Reading } from "./reading";
import {
  createSkeletonOpening,
  type SkeletonOpening,
  type SkeletonTaker,
} from "./skeletons/opening-skeletons";
import { mayHoldSkeleton } from "./skeletons/skeleton-files";
import type { SourceFiles } from "./source-files";

const AS_IT_IS: OpenChoice = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
};

/** Opens files: meshes, skeletons and projects. */
export interface Opening
  extends Pick<Reading, "openProject" | "readProject">,
    Pick<SkeletonOpening, "takeSkeleton" | "openSkeleton"> {
  /**
   * Inspects and reads files. Asks first if there is a choice. Puts skeletons that come with a mesh into it, and a
   * skeleton alone into the open mesh.
   * @param stays leaves frames in their files, also where they would fit into memory. Larger ones always stay there.
   */
  openFiles(files: DroppedFile[], stays?: boolean): Promise<void>;
  /** Reads one source of the last files, and puts a skeleton into it. */
  readSource(source: ChosenSource): Promise<void>;
}

export const OPENING = serviceKey<Opening>("opening");

/** A service that asks whether to use files for the open mesh, as a cage or for their weights. */
export interface FileTaker {
  /** @param instead opens the files as usual. @returns whether it asks. */
  offers(files: DroppedFile[], instead: () => void): Promise<boolean>;
}

/** The format of a project, which is read as a whole. */
const PROJECT = "Sinew project";

export function createOpening(
  stores: Stores,
  client: SolverClient,
  history: History,
  fits: SkeletonTaker,
  others: readonly FileTaker[],
  sourceFiles: Pick<SourceFiles, "remember">,
): Opening {
  const reading = createReading(stores, client, history, sourceFiles);
  const ofSkeletons = createSkeletonOpening(stores, client, history, fits);
  const { takeSkeleton, openSkeleton } = ofSkeletons;
  /** The files of the last sources. */
  let inspected: DroppedFile[] = [];

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
    const what = wordsFor(files);
    let sources: SourceInfo[];
    try {
      sources = await watched(stores, `Reading ${what}`, client.inspect({ files }));
      inspected = files;
    } catch (error) {
      if (files.some(mayHoldSkeleton)) await ofSkeletons.openAlone(files, error);
      else reportError(stores, error, `Opening ${what}`, CHOOSE_OTHERS);
      return;
    }
    const skeletons = await ofSkeletons.beside(files, sources);
    const [only] = sources;
    if (sources.length === 1 && !asksFirst(only, skeletons)) {
      const isFiled = only.format !== PROJECT && (stays || isTooLarge(only.sequenceBytes));
      const source = { index: 0, info: only, choice: AS_IT_IS, skeleton: skeletons[0], stays: isFiled };
      await reading.readSource(source, files);
      sayLeftOut(stores, only);
      return;
    }
    const toFit = only.skins && fits.takes() ? files : null;
    openDialog(stores, { kind: "open", sources, skeletons, stays, toFit });
  }

  return {
    ...{ openFiles, takeSkeleton, openSkeleton },
    ...{ openProject: reading.openProject, readProject: reading.readProject },
    readSource: (source) => reading.readSource(source, inspected),
  };
}

/** Whether the artist has something to choose in a source: a clip, a frame rate, its rig or one of its skeletons. */
function asksFirst(source: SourceInfo, skeletons: readonly SkeletonSource[]): boolean {
  const isWhole =
    source.format === PROJECT || (source.clips.length <= 1 && !source.rateIsFree && !source.skins);
  return !isWhole || skeletons.length > 1;
}

/** Says what the dialog would have listed: which files were left out, and what is not there, and why. */
function sayLeftOut(stores: Stores, { name, leftOut = [], missing = [] }: SourceInfo): void {
  if (stores.document.getState().sequence?.name !== name) return;
  if (missing.length > 0) {
    const body = `${missing.join(" ")} If that is wrong, export it again: the file may be cut short.`;
    toast(stores, `Not all of ${name} is there`, body, { kind: "warning" });
  }
  if (leftOut.length > 0)
    toast(stores, `${plural(leftOut.length, "file")} left out`, leftOut.join(" "), { kind: "warning" });
}
