import type { Job, SolvePartial, SolveResult, SolverClient } from "../../../../../workers/client";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { OpenStep } from "../../../../document/history/open-step";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { takeFitted } from "../../../../document/solve/live-commands";
import { setSettings } from "../../../../document/solve/solve-commands";
import type { Stores } from "../../../../document/stores";
import { rigToContinue } from "../../../../document/weights/layers/base-rig";
import { keepingBones, respecting } from "../solve/continuation";
import { FITTED, isSameChange, type LiveChange, NOTHING_FITTED } from "./fitted";
import type { QuickFitting } from "./quick-fitting";
import { QuickPreview } from "./quick-preview";

/** Sweeps of the first answer that the document gets: one for the weights, and two in which bones and weights adapt. */
const FIRST_SWEEPS = 3;

/** What the work on a change of settings uses. */
export interface LiveParts {
  stores: Stores;
  client: SolverClient;
  history: History;
  fitting: QuickFitting;
}

/** The work on one change of settings: quick fits during a drag, then the fits that become a step of the history. */
export class LiveRun {
  readonly preview: QuickPreview;
  readonly #parts: LiveParts;
  readonly #start: DocumentState;
  /** The step that all its rigs are part of. */
  readonly #step: OpenStep;
  #change: LiveChange = {};
  #isDrag = true;
  /** The rig and the settings that the document has while nobody else changes them. */
  #put: Pick<DocumentState, "rig" | "settings">;
  #isWriting = false;
  #job: Job<SolveResult, SolvePartial> | null = null;
  #isKept = false;
  #isOver = false;

  constructor(parts: LiveParts) {
    const { stores, history, fitting } = parts;
    this.#parts = parts;
    this.#start = this.#put = stores.document.getState();
    this.#step = new OpenStep(history);
    this.preview = new QuickPreview(stores, fitting, this.#start);
  }

  /** Whether the artist still drags, so that the document has not changed yet. */
  get isDrag(): boolean {
    return this.#isDrag;
  }

  /** Whether somebody else has changed the rig or its settings: an undo, an edit, another setting. */
  isOutdated({ rig, settings }: DocumentState): boolean {
    return !this.#isWriting && (rig !== this.#put.rig || settings !== this.#put.settings);
  }

  /** Shows a quick fit for a change. @returns false if it changes nothing. */
  drag(change: LiveChange): boolean {
    const { settings } = this.#start;
    if (isSameChange(settings, { ...settings, ...change })) return false;
    if (isSameChange(this.#change, change)) return true;
    this.#change = change;
    void this.preview.show(change);
    return true;
  }

  /**
   * Makes the change a step of undo, at the end of a drag or without a drag.
   * @returns whether the step stays open, so that fits can be added to it.
   */
  begin(change: LiveChange): boolean {
    const { stores } = this.#parts;
    this.#change = change;
    this.#isDrag = false;
    return this.#write(() => this.#step.begin(setSettings(stores, change)));
  }

  /** Fits the rig: a quick fit for the screen, then a first answer and a refined rig for the document. */
  async fit(): Promise<void> {
    const { stores } = this.#parts;
    const { settings } = this.#put;
    const quick = { ...settings, iterations: FIRST_SWEEPS, local: false, correction: 0 };
    try {
      await this.preview.show(this.#change);
      if (this.#isOver) return;
      const first = await this.#fitTo(rigToContinue(this.#start.rig!, this.#start), quick);
      if (!first || !this.#take(first) || this.#isKept) return;
      stores.of(FITTED).setState({ shows: "first", eRms: null });
      const full = await this.#fitTo(first.rig, settings);
      // It may have more error than the first answer: smoothness and the artist's maps count too.
      if (full) this.#take(full);
    } catch (error) {
      if (!this.#isOver && !isCancel(error)) reportError(stores, error, "Fitting the rig to the settings");
    }
  }

  /** Ends with the rig that it has reached. */
  keep(): void {
    this.#isKept = true;
    this.#job?.keep();
  }

  /** Ends the work. Rigs that are in the document stay. */
  end(): void {
    this.#isOver = true;
    this.preview.end();
    this.#job?.cancel();
    this.#parts.stores.of(FITTED).setState(NOTHING_FITTED);
  }

  /** Fits a rig to settings; null if the work has ended meanwhile. */
  async #fitTo(from: Rig, settings: SolveSettings): Promise<SolveResult | null> {
    const { stores, client } = this.#parts;
    const { sequence } = stores.document.getState();
    this.#job = client.decompose({
      ...{ sequence: sequence!, settings: keepingBones(settings, from), from },
      foundBy: this.#start.report!.method,
      ...respecting(stores, from),
    });
    if (this.#isKept) this.#job.keep();
    const found = await this.#job.result;
    return this.#isOver ? null : found;
  }

  /** Puts a rig into the document, within the step. @returns false if another step has followed. */
  #take(found: SolveResult): boolean {
    const command = takeFitted(this.#parts.stores, this.#start, this.#change, found);
    const isTaken = this.#write(() => this.#step.replace(command));
    this.preview.hide();
    return isTaken;
  }

  #write(write: () => boolean): boolean {
    this.#isWriting = true;
    const isDone = write();
    this.#isWriting = false;
    this.#put = this.#parts.stores.document.getState();
    return isDone;
  }
}
