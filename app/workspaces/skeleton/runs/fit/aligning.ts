import type { DroppedFile, SolverClient } from "../../../../../workers/client";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { AlignInput, AlignResult } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit-alignment";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { diagonalOf } from "../../../../document/measure";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { watched } from "../../../../document/session/watched";
import { bringSkeleton, type Fitted, reportOfFit } from "../../../../document/skeleton/fit-commands";
import { fitErrorRange } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { EMPTY_DESK, FIT_DESK, type Proposal } from "./fit-desk";

/** Work that takes longer than this shows its progress, ms. */
const SHOWN_AFTER_MS = 500;

/** Brings a skeleton from a file, proposes how it lies in the mesh, and puts it into the scene as one step. */
export interface Aligning {
  /** Takes a skeleton as the one to fit to, and aligns it. @param files those that it came from. */
  take(source: SkeletonSource, files: DroppedFile[]): Promise<void>;
  /** Looks for the alignment again. */
  again(): void;
  /** Places the skeleton as the artist says. */
  place(change: Partial<FitAlignment>): void;
  /** Puts the aligned skeleton into the scene. */
  apply(): Promise<void>;
  /** Lets go of the proposal, or only closes its card if it is applied. */
  close(): void;
}

export const ALIGNING = serviceKey<Aligning>("aligning");

export function createAligning(stores: Stores, client: SolverClient, history: History): Aligning {
  const desk = stores.of(FIT_DESK);
  let cancel: (() => void) | null = null;

  const patchProposal = (change: Partial<Proposal>) =>
    desk.setState(({ proposal }) => ({ proposal: proposal && { ...proposal, ...change } }));

  async function take(source: SkeletonSource, files: DroppedFile[]): Promise<void> {
    const { sequence } = stores.document.getState();
    if (!sequence) return;
    const skinned = await readSkinned(files, source.file);
    if (stores.document.getState().sequence !== sequence) return;
    desk.setState({
      half: "fit",
      proposal: { source, skinned, found: null, busy: false },
      card: true,
      byHand: false,
      outside: false,
    });
    stores.view.setState({ workspace: "skeleton" });
    await align(null);
  }

  /** The skinned mesh of a skeleton's file, for its weights; null if it has none that can be read. */
  async function readSkinned(files: DroppedFile[], name: string): Promise<AlignInput["skinned"]> {
    try {
      const sources = await watched(stores, `Reading ${name}`, client.inspect({ files }), SHOWN_AFTER_MS);
      const [info] = sources;
      if (sources.length !== 1 || !info.skins) return null;
      const choice = {
        clips: info.clips.length > 0 ? [0] : [],
        fps: null,
        upAxis: null,
        metresPerUnit: null,
        restFrame: null,
        keepRig: true,
      };
      const read = client.read({ source: 0, choice });
      const { sequence, rig } = await watched(stores, `Reading ${name}`, read, SHOWN_AFTER_MS);
      return rig && { sequence, rig };
    } catch {
      // A file with a skeleton alone has no mesh to open. What is wrong with a skeleton was said when it was read.
      return null;
    }
  }

  /** @param alignment places the skeleton as it says; null looks for one. */
  async function align(alignment: FitAlignment | null): Promise<void> {
    const { sequence } = stores.document.getState();
    const { proposal } = desk.getState();
    if (!sequence || !proposal) return;
    cancel?.();
    const { source, skinned } = proposal;
    const job = client.alignSkeleton({ sequence, source, alignment, skinned });
    cancel = () => job.cancel();
    const isMine = () => desk.getState().proposal?.source === source;
    patchProposal({ busy: true });
    try {
      const found: AlignResult = await job.result;
      if (isMine()) patchProposal({ found, busy: false });
    } catch (error) {
      if (isCancel(error) || !isMine()) return;
      desk.setState(proposal.found ? { proposal } : { proposal: null, card: false });
      reportError(stores, error, `Aligning ${source.name}`);
    }
  }

  async function apply(): Promise<void> {
    const { sequence, fitting: settings } = stores.document.getState();
    const { proposal } = desk.getState();
    if (!sequence || !proposal?.found) return;
    const { alignment, skeleton } = proposal.found;
    const { file } = proposal.source;
    const title = `Measuring ${file}`;
    try {
      const rig = await client.importSkeleton({ sequence, skeleton, settings }).result;
      const measures = await watched(stores, title, client.measureRig({ sequence, rig }), SHOWN_AFTER_MS);
      if (stores.document.getState().sequence !== sequence) return;
      const { eRms, maxErrorPercent, rmsePercent } = measures;
      const largest = (maxErrorPercent / 100) * diagonalOf(sequence);
      // Without a motion and weights of its own, its figures are no import's.
      const isWhole = skeleton.motion !== null && skeleton.weights !== null;
      const imported: Fitted = {
        rig,
        record: {
          stages: isWhole ? [{ step: "imported", eRms, rmsePercent, largest }] : [],
          report: null,
          goesOn: false,
          rig,
        },
        report: reportOfFit(measures, rig, null, sequence.frameCount),
      };
      stores.view.setState({ selectedBone: null, alsoSelected: [], hiddenBones: [] });
      runAndTell(stores, history, bringSkeleton(stores, { file, alignment, skeleton }, imported));
      desk.setState({ results: { imported }, byHand: false, failure: null });
      fitErrorRange(stores, imported.report, diagonalOf(sequence));
      if (stores.view.getState().layout === "source") stores.view.setState({ layout: "rig" });
    } catch (error) {
      reportError(stores, error, `Using ${file}`);
    }
  }

  function close(): void {
    const { proposal } = desk.getState();
    const { ownSkeleton } = stores.document.getState();
    const isApplied = proposal?.found && proposal.found.alignment === ownSkeleton?.alignment;
    if (!isApplied) cancel?.();
    desk.setState({ card: false, byHand: false, outside: false, ...(isApplied ? {} : { proposal: null }) });
  }

  // What lies on the desk belongs to the frames that it was brought for.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      cancel?.();
      const { ownSkeleton } = stores.document.getState();
      desk.setState({ ...EMPTY_DESK, frames, ...(ownSkeleton && { half: "fit" }) });
    },
  );

  return {
    take,
    again: () => void align(null),
    place(change) {
      const { proposal } = desk.getState();
      if (!proposal?.found) return;
      // What was found of the old place is not true of the new one.
      void align({ ...proposal.found.alignment, rmsePercent: null, notes: [], ...change });
    },
    apply,
    close,
  };
}
