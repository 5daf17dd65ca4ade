import type { Job, SolverClient } from "../../../../../workers/client";
import type { ResolveResult } from "../../../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../../../workers/model/reports/solve-report";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { baseRig } from "../../../../document/weights/layers/base-rig";
import { EditCard } from "./edit-card";

/** Solves edits of the document's skeleton, with a card for the one that is being solved. */
export class EditSolver {
  readonly #stores: Stores;
  readonly #client: SolverClient;
  /** Adds to the title of the card. */
  readonly #titleOf: (doing: string) => string;
  #card: EditCard | null = null;

  constructor(stores: Stores, client: SolverClient, titleOf: (doing: string) => string) {
    this.#stores = stores;
    this.#client = client;
    this.#titleOf = titleOf;
  }

  /** The job that solves an edit; null if there is nothing to solve. */
  ask(edit: HierarchyEdit): Job<ResolveResult> | null {
    const state = this.#stores.document.getState();
    const { sequence, extraction: settings, locks } = state;
    const rig = baseRig(state.rig, state);
    return sequence && rig ? this.#client.resolveSkeleton({ sequence, rig, edit, settings, locks }) : null;
  }

  /**
   * Solves an edit and measures the result.
   *
   * @param doing what the card says: "Parenting tail to hip".
   * @param take takes the result while the card is still open.
   * @returns what `take` returns; null without a result, which the artist is told about.
   */
  async solve<T>(
    edit: HierarchyEdit,
    doing: string,
    take: (result: ResolveResult, measures: Measures) => T,
  ): Promise<T | null> {
    const { sequence } = this.#stores.document.getState();
    const solve = this.ask(edit);
    if (!solve || !sequence) return null;
    let job: { cancel(): void } = solve;
    const close = this.#show(doing, () => job.cancel());
    const stop = solve.onProgress((progress) => this.#card?.progress(progress));
    try {
      const result = await solve.result;
      const measuring = this.#client.measureRig({ sequence, rig: result.rig });
      job = measuring;
      return take(result, await measuring.result);
    } catch (error) {
      if (!isCancel(error)) reportError(this.#stores, error, doing);
      return null;
    } finally {
      stop();
      close();
    }
  }

  /** Writes the title of the card again. */
  nameAgain(): void {
    const { resolving } = this.#stores.work.getState();
    if (resolving) this.#card?.title(this.#titleOf(resolving));
  }

  #show(doing: string, cancel: () => void): () => void {
    const card = new EditCard(this.#stores, this.#titleOf(doing), cancel);
    this.#card = card;
    this.#stores.work.setState({ resolving: doing });
    return () => {
      this.#card = null;
      card.close();
      this.#stores.work.setState({ resolving: null });
    };
  }
}
