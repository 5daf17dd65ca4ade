import type { SolverClient } from "../../../../../workers/client";
import { composed } from "../../../../../workers/geometry/placing";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { FIT_DESK } from "./fit-desk";

/** Finds the place of the proposed skeleton in the mesh, and changes it by hand. */
export class ProposedPlace {
  readonly #stores: Stores;
  readonly #client: Pick<SolverClient, "alignSkeleton">;
  #cancel: (() => void) | null = null;

  constructor(stores: Stores, client: Pick<SolverClient, "alignSkeleton">) {
    this.#stores = stores;
    this.#client = client;
    this.#desk.subscribe(({ dropped, proposal }, before) => {
      if (dropped && dropped !== before.dropped && proposal?.found)
        this.change(composed(dropped, proposal.found.alignment));
    });
  }

  get #desk() {
    return this.#stores.of(FIT_DESK);
  }

  /** @param alignment the placement to use; null finds one. */
  async find(alignment: FitAlignment | null): Promise<void> {
    const { sequence } = this.#stores.document.getState();
    const { proposal } = this.#desk.getState();
    if (!sequence || !proposal) return;
    this.cancel();
    const { source, skinned } = proposal;
    const job = this.#client.alignSkeleton({ sequence, source, alignment, skinned });
    this.#cancel = () => job.cancel();
    const isMine = () => this.#desk.getState().proposal?.source === source;
    this.#desk.setState({ proposal: { ...proposal, busy: true } });
    try {
      const found = await job.result;
      if (!isMine()) return;
      const placed = { ...proposal, source: found.source, found, busy: false };
      this.#desk.setState({ proposal: placed, dragged: null });
    } catch (error) {
      if (isCancel(error) || !isMine()) return;
      this.#desk.setState(proposal.found ? { proposal, dragged: null } : { proposal: null, card: false });
      reportError(this.#stores, error, `Aligning ${source.name}`);
    }
  }

  change(change: Partial<FitAlignment>): void {
    const { proposal } = this.#desk.getState();
    if (!proposal?.found) return;
    // The figures of the old place do not apply to the new one.
    void this.find({ ...proposal.found.alignment, rmsePercent: null, notes: [], ...change });
  }

  /** Stops looking for a place. */
  cancel(): void {
    this.#cancel?.();
  }
}
