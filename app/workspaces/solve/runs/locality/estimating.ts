import type { Job, SolverClient } from "../../../../../workers/client";
import { isFiled } from "../../../../../workers/model/mesh/streamed-sequence";
import type { LocalityEstimate } from "../../../../../workers/model/solve/locality";
import { KeptUploads } from "../../../../document/session/jobs/kept-uploads";
import { LatestQuestion } from "../../../../document/session/jobs/latest-question";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { withPainted } from "../solve/continuation";
import { LOCALITY, type Reach } from "./locality-state";

/** Estimates what local weights would cost the rig on screen, while the artist drags their settings. */
export class Estimating {
  readonly #stores: Stores;
  readonly #client: SolverClient;
  /** The sequence, and the rig without its weight layers. */
  readonly #uploads: KeptUploads;
  readonly #questions = new LatestQuestion<Reach>((asked) => this.#estimate(asked));
  #job: Job<LocalityEstimate> | null = null;

  constructor(stores: Stores, client: SolverClient) {
    this.#stores = stores;
    this.#client = client;
    this.#uploads = new KeptUploads(client);
  }

  ask(reach: Reach): void {
    this.#questions.ask(reach);
  }

  cancel(): void {
    this.#questions.forget();
    this.#job?.cancel();
  }

  /** Forgets the rig, because there is another. */
  leave(): void {
    this.cancel();
    this.#uploads.letGo();
  }

  async #estimate(asked: Reach): Promise<void> {
    const job = this.#jobFor(asked);
    if (!job) return;
    const { rig } = this.#stores.document.getState();
    this.#job = job;
    try {
      const estimate = await job.result;
      if (this.#stores.document.getState().rig === rig)
        this.#stores.of(LOCALITY).setState({ asked, estimate });
    } catch (error) {
      this.#questions.forget();
      if (!isCancel(error)) reportError(this.#stores, error, "Estimating the cost of locality");
    } finally {
      this.#job = null;
    }
  }

  #jobFor(asked: Reach): Job<LocalityEstimate> | null {
    const state = this.#stores.document.getState();
    const { sequence, rig, partial, settings, locks } = state;
    if (!sequence || isFiled(sequence) || !rig || partial) return null;
    return this.#client.estimateLocality({
      sequence: this.#uploads.get("sequence", sequence, () => sequence),
      rig: this.#uploads.get("rig", rig, () => rigToContinue(rig, state)),
      ...asked,
      influences: settings.influences,
      held: withPainted(this.#stores, locks, rig)?.vertices ?? null,
    });
  }
}
