import type { DroppedFile, SolverClient } from "../../../../../workers/client";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import { wholeSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { OwnSkeleton } from "../../../../../workers/model/reports/fit-record";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { reportError } from "../../../../document/session/report-error";
import { watched } from "../../../../document/session/watched";
import { bringSkeleton, type FittedRig } from "../../../../document/skeleton/fit-commands";
import { showNewRig } from "../../../../document/solve/shown-solve";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { followScene } from "./desk-in-scene";
import { AT_REST, appliedProposal, FIT_DESK } from "./fit-desk";
import { importedRig } from "./imported-rig";
import { ProposedPlace } from "./proposed-place";
import { readSkinned } from "./skinned-source";

/** Measuring that takes longer than this shows its progress, ms. */
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
  const place = new ProposedPlace(stores, client);
  followScene(stores, () => place.cancel());

  async function take(source: SkeletonSource, files: DroppedFile[]): Promise<void> {
    const { sequence } = stores.document.getState();
    if (!sequence) return;
    const skinned = await readSkinned(stores, client, files, source.file);
    if (stores.document.getState().sequence !== sequence) return;
    desk.setState({
      half: "fit",
      proposal: { source, skinned, found: null, busy: false },
      card: true,
      ...AT_REST,
    });
    stores.view.setState({ workspace: "skeleton" });
    await place.find(null);
  }

  async function apply(): Promise<void> {
    const { sequence, fitting: settings } = stores.document.getState();
    const { proposal } = desk.getState();
    if (!sequence || !proposal?.found) return;
    const {
      source,
      skinned,
      found: { alignment, skeleton },
    } = proposal;
    const { file } = source;
    const input = { sequence: wholeSequence(sequence), skeleton, settings };
    try {
      const imported = await importedRig(client, input, (job) =>
        watched(stores, `Measuring ${file}`, job, SHOWN_AFTER_MS),
      );
      if (stores.document.getState().sequence !== sequence) return;
      put({ file, alignment, skeleton, from: { source, skinned } }, imported);
    } catch (error) {
      reportError(stores, error, `Using ${file}`);
    }
  }

  function put(own: OwnSkeleton, imported: FittedRig): void {
    stores.view.setState({ selectedBone: null, alsoSelected: [], hiddenBones: [] });
    runAndTell(stores, history, bringSkeleton(stores, own, imported));
    desk.setState({ results: { imported }, byHand: false, failure: null });
    showNewRig(stores, imported.report);
  }

  function close(): void {
    const { proposal } = desk.getState();
    const { ownSkeleton } = stores.document.getState();
    const isApplied = proposal?.found && proposal.found.alignment === ownSkeleton?.alignment;
    desk.setState({ card: false, ...AT_REST });
    if (isApplied) return;
    place.cancel();
    desk.setState({ proposal: appliedProposal(ownSkeleton) });
  }

  return {
    ...{ take, apply, close },
    again: () => void place.find(null),
    place: (change) => place.change(change),
  };
}
