import type { DroppedFile, SolverClient } from "../../../../../workers/client";
import { composed } from "../../../../../workers/geometry/placing";
import { type SkinnedMesh, skinnedMesh } from "../../../../../workers/model/files/skeleton-file";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import { wholeSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { AlignResult } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { diagonalOf } from "../../../../document/measure";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { watched } from "../../../../document/session/watched";
import { bringSkeleton } from "../../../../document/skeleton/fit-commands";
import { fitErrorRange } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { appliedProposal, EMPTY_DESK, FIT_DESK, type Proposal } from "./fit-desk";
import { importedRig } from "./imported-rig";

/** Work that takes longer than this shows its progress, ms. */
const SHOWN_AFTER_MS = 500;

/** Takes a skeleton from a file, proposes its place in the mesh, and puts it into the scene as one step. */
export interface Aligning {
  /** Takes a skeleton to fit to, and aligns it. @param files the files that it came from. */
  take(source: SkeletonSource, files: DroppedFile[]): Promise<void>;
  /** Aligns the skeleton again. */
  again(): void;
  /** Changes the placement by hand. */
  place(change: Partial<FitAlignment>): void;
  /** Puts the aligned skeleton into the scene. */
  apply(): Promise<void>;
  /** Drops the proposal, or only closes its card if it was applied. */
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
      dragged: null,
      outside: false,
    });
    stores.view.setState({ workspace: "skeleton" });
    await align(null);
  }

  /** The skinned mesh of a skeleton's file, for its weights; null if it has none that can be read. */
  async function readSkinned(files: DroppedFile[], name: string): Promise<SkinnedMesh | null> {
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
      return rig && skinnedMesh(sequence, rig);
    } catch {
      // A file with only a skeleton has no mesh to open. Faults of the skeleton were reported when it was read.
      return null;
    }
  }

  /** @param alignment the placement to use; null finds one. */
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
      const { source: placed } = found;
      if (isMine())
        desk.setState({ proposal: { ...proposal, source: placed, found, busy: false }, dragged: null });
    } catch (error) {
      if (isCancel(error) || !isMine()) return;
      desk.setState(proposal.found ? { proposal, dragged: null } : { proposal: null, card: false });
      reportError(stores, error, `Aligning ${source.name}`);
    }
  }

  function place(change: Partial<FitAlignment>): void {
    const { proposal } = desk.getState();
    if (!proposal?.found) return;
    // The figures of the old place do not apply to the new one.
    void align({ ...proposal.found.alignment, rmsePercent: null, notes: [], ...change });
  }

  desk.subscribe(({ dropped, proposal }, before) => {
    if (dropped && dropped !== before.dropped && proposal?.found) {
      place(composed(dropped, proposal.found.alignment));
    }
  });

  async function apply(): Promise<void> {
    const { sequence, fitting: settings } = stores.document.getState();
    const { proposal } = desk.getState();
    if (!sequence || !proposal?.found) return;
    const { alignment, skeleton } = proposal.found;
    const { source, skinned } = proposal;
    const { file } = source;
    try {
      const imported = await importedRig(
        client,
        { sequence: wholeSequence(sequence), skeleton, settings },
        (job) => watched(stores, `Measuring ${file}`, job, SHOWN_AFTER_MS),
      );
      if (stores.document.getState().sequence !== sequence) return;
      stores.view.setState({ selectedBone: null, alsoSelected: [], hiddenBones: [] });
      runAndTell(
        stores,
        history,
        bringSkeleton(stores, { file, alignment, skeleton, from: { source, skinned } }, imported),
      );
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
    const closed = { card: false, byHand: false, dragged: null, outside: false };
    desk.setState(isApplied ? closed : { ...closed, proposal: appliedProposal(ownSkeleton) });
  }

  // The contents of the desk belong to the frames that were open when the skeleton came.
  stores.document.subscribe(
    (state) => state.sequence?.frames ?? null,
    (frames) => {
      cancel?.();
      const { ownSkeleton } = stores.document.getState();
      const proposal = appliedProposal(ownSkeleton);
      desk.setState({ ...EMPTY_DESK, proposal, frames, ...(ownSkeleton && { half: "fit" }) });
    },
  );

  // The skeleton in the scene can always be placed again. A proposal that is not applied yet stays.
  stores.document.subscribe(
    (state) => state.ownSkeleton,
    (own, before) => {
      const { proposal } = desk.getState();
      const wasApplied = before !== null && proposal?.found?.alignment === before.alignment;
      const applied = appliedProposal(own);
      if (applied && (!proposal || wasApplied)) desk.setState({ proposal: applied });
    },
  );

  return {
    take,
    again: () => void align(null),
    place,
    apply,
    close,
  };
}
