import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import type { LostWeights } from "../../../../../workers/model/weights/kept-weights";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { IconName } from "../../../../common/icon-names";
import type { WeightFigures } from "../../../../document/binding/binding-state";
import type { Found, WeightChange } from "../../../../document/binding/weight-edit-commands";
import type { Asked } from "./flow";

/** Requests of the artist. `binding.ts` explains each. */
export type ArtistEvent =
  | { type: "bind" }
  | { type: "optimise" }
  | { type: "togglePause" }
  | { type: "step" }
  | { type: "keep" }
  | { type: "cancel" }
  /** A stroke is in progress. @param follows whether the weights follow at once. */
  | { type: "stroke"; edits: WeightEdits; follows: boolean }
  /** A stroke is cancelled. */
  | { type: "dropStroke"; follows: boolean }
  /** A stroke or another edit is finished. */
  | { type: "edit"; label: string; icon: IconName; weightEdits: WeightEdits }
  | { type: "moveJoints"; label: string; change: Required<Pick<WeightChange, "skeleton">> };

/** The document changed for any reason. */
export interface DocumentEvent {
  type: "documentChanged";
  /** Whether an undo or a redo changed it. */
  undone: boolean;
  /** Whether another mesh was opened, or the mesh was closed. */
  opened: boolean;
}

/** An answer of the engine; `job` is the number of the job that sent it. */
export type EngineEvent = { job: number } & (
  | { type: "progress"; progress: Progress }
  /** Figures that the engine sends once, and not with each iteration. */
  | { type: "figures"; figures: Partial<WeightFigures> }
  | {
      type: "weights";
      rig: Rig;
      figures: Partial<WeightFigures>;
      iteration: number;
      /** Duration of the last iteration. */
      seconds: number;
      /** The energy after each iteration of this job. */
      energy: readonly number[];
      /** Whether the weights have converged. */
      idle: boolean;
      report: WeightReport | null;
    }
  | { type: "finished"; rig: Rig; figures: Partial<WeightFigures>; report: WeightReport }
  | { type: "failed"; error: unknown }
  /** The answer to `tell`. @param followed false if the engine has to restart for these edits. */
  | { type: "told"; followed: boolean }
  | { type: "tellFailed"; error: unknown }
  /** Enough time has passed since the last `tell`. */
  | { type: "mayTell" }
);

export type BindingEvent = ArtistEvent | DocumentEvent | EngineEvent;

/** A change to make to the engine, the document, its history or the screen. */
export type Effect =
  /**
   * Starts a job of the engine with this number.
   * @param goOn from the weights on screen, if they fit, instead of from scratch
   * @param underWayFit whether the weights on screen have as many segments as the skeleton
   */
  | { type: "startJob"; job: number; asked: Asked; goOn: boolean; underWayFit: boolean }
  | { type: "cancelJob" }
  | { type: "pauseJob" }
  | { type: "resumeJob" }
  | { type: "keepJob" }
  /** Sends the current edits to the engine. */
  | { type: "tell"; job: number; edits: WeightEdits }
  /** Stops keeping painted weights that cannot stay, as an undo step, and notifies the artist. */
  | { type: "letGo"; lost: LostWeights; weightEdits: WeightEdits }
  /** Shows the weights of a run that is in progress. */
  | { type: "show"; rig: Rig }
  /** Shows the document's weights. */
  | { type: "hide" }
  /** Puts found weights into the document: into the step that requested them, or into a step of their own. */
  | { type: "settle"; found: Found; iterations: number }
  /** Makes one step of an edit and the current weights. @param settles whether the weights of a run settle into it. */
  | { type: "edit"; label: string; icon: IconName; change: WeightChange; rig: Rig | null; settles: boolean }
  /** Notes that no step of the history waits for weights. */
  | { type: "forgetSteps" }
  /** Changes the figures about the weights that are not part of the document. */
  | { type: "figures"; figures: Partial<WeightFigures> }
  | { type: "report"; error: unknown; doing: string };
