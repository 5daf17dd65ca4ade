import type { Job, QuickFit, SolverClient } from "../../../../../workers/client";
import { NO_INTENT, type SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import type { DocumentState } from "../../../../document/document";
import { KeptUploads } from "../../../../document/session/jobs/kept-uploads";
import { LatestQuestion } from "../../../../document/session/jobs/latest-question";
import { isCancel } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { withPainted } from "../solve/continuation";

/** A fit that somebody waits for. */
interface Question {
  start: DocumentState;
  settings: SolveSettings;
  answer(fit: QuickFit | null): void;
  fail(error: unknown): void;
}

/** Time without a fit after which the uploads are freed, ms. The engine frees its part after the same time. */
const IDLE_MS = 60_000;

/** Fits a rig to changed settings in the engine. Of the fits that have to wait, only the latest runs. */
export class QuickFitting {
  private readonly stores: Stores;
  private readonly client: SolverClient;
  private readonly uploads: KeptUploads;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private job: Job<QuickFit> | null = null;
  private readonly questions = new LatestQuestion<Question>(
    ({ start, settings, answer, fail }) => this.ask(start, settings).then(answer, fail),
    ({ answer }) => answer(null),
  );

  constructor(stores: Stores, client: SolverClient) {
    this.stores = stores;
    this.client = client;
    this.uploads = new KeptUploads(client);
  }

  /** Whether the engine keeps the motion of the open sequence ready. */
  get isReady(): boolean {
    return this.uploads.isOf("sequence", this.stores.document.getState().sequence);
  }

  /** @returns null if a newer fit replaced it, or if it was stopped. */
  fit(start: DocumentState, settings: SolveSettings): Promise<QuickFit | null> {
    return new Promise((answer, fail) => this.questions.ask({ start, settings, answer, fail }));
  }

  /** Ends the work on all fits. */
  stop(): void {
    this.questions.forget();
    this.job?.cancel();
  }

  private async ask(start: DocumentState, settings: SolveSettings): Promise<QuickFit | null> {
    clearTimeout(this.timer);
    const { sequence, rig, locks, intent } = start;
    if (!sequence || !rig) return null;
    const mine = this.client.quickFit({
      sequence: this.uploads.get("sequence", sequence, () => sequence),
      rig: this.uploads.get("rig", rig, () => rigToContinue(rig, start)),
      settings,
      locks: withPainted(this.stores, locks, rig),
      ...(intent !== NO_INTENT && { intent: this.uploads.get("intent", intent, () => intent) }),
    });
    this.job = mine;
    try {
      return await mine.result;
    } catch (error) {
      if (!isCancel(error)) throw error;
      return null;
    } finally {
      this.job = null;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.uploads.letGo(), IDLE_MS);
    }
  }
}
