import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { Progress } from "../../../../../workers/model/task";
import type { LostWeights } from "../../../../../workers/model/weights/kept-weights";
import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import type { IconName } from "../../../../common/icon-names";
import type { WeightFigures } from "../../../../document/binding/binding-state";
import type { Found, WeightChange } from "../../../../document/binding/weight-edit-commands";
import type { Asked } from "./flow";

/** What the artist asks for. `binding.ts` explains each. */
export type ArtistEvent =
  | { type: "bind" }
  | { type: "optimise" }
  | { type: "togglePause" }
  | { type: "step" }
  | { type: "keep" }
  | { type: "cancel" }
  /** A stroke goes on. @param follows whether the weights follow at once. */
  | { type: "stroke"; edits: WeightEdits; follows: boolean }
  /** A stroke is given up. */
  | { type: "dropStroke"; follows: boolean }
  /** A stroke or another edit is done. */
  | { type: "edit"; label: string; icon: IconName; weightEdits: WeightEdits }
  | { type: "moveJoints"; label: string; change: Required<Pick<WeightChange, "skeleton">> };

/** The document is another one than before, whoever changed it. */
export interface DocumentEvent {
  type: "documentChanged";
  /** By an undo or a redo. */
  undone: boolean;
  /** Another mesh was opened, or the mesh was closed. */
  opened: boolean;
}

/** What a job of the engine answers; `job` is its number. */
export type EngineEvent = { job: number } & (
  | { type: "progress"; progress: Progress }
  /** What the engine sends once, and not with each iteration. */
  | { type: "figures"; figures: Partial<WeightFigures> }
  | {
      type: "weights";
      rig: Rig;
      figures: Partial<WeightFigures>;
      iteration: number;
      /** Of the last iteration. */
      seconds: number;
      /** Of this job, one number an iteration. */
      energy: readonly number[];
      /** Whether the weights have converged. */
      idle: boolean;
      report: WeightReport | null;
    }
  | { type: "finished"; rig: Rig; figures: Partial<WeightFigures>; report: WeightReport }
  | { type: "failed"; error: unknown }
  /** The answer to `tell`. @param followed false where the engine cannot take the edits in without starting again. */
  | { type: "told"; followed: boolean }
  | { type: "tellFailed"; error: unknown }
  /** Enough time has passed since the last `tell`. */
  | { type: "mayTell" }
);

export type BindingEvent = ArtistEvent | DocumentEvent | EngineEvent;

/** What is to be done to the engine, the document, its history and the screen. */
export type Effect =
  /**
   * Starts the engine's job of this number.
   * @param goOn from the weights on screen, where they fit; else from nothing
   * @param underWayFit whether weights under way are of as many segments as the skeleton has
   */
  | { type: "startJob"; job: number; asked: Asked; goOn: boolean; underWayFit: boolean }
  | { type: "cancelJob" }
  | { type: "pauseJob" }
  | { type: "resumeJob" }
  | { type: "keepJob" }
  /** Tells the engine what is wanted now. */
  | { type: "tell"; job: number; edits: WeightEdits }
  /** Painted weights that cannot stay are no longer kept, as a step, and the artist hears of it. */
  | { type: "letGo"; lost: LostWeights; weightEdits: WeightEdits }
  /** Weights under way are on screen. */
  | { type: "show"; rig: Rig }
  /** The document's weights are on screen. */
  | { type: "hide" }
  /** Weights that were found become the document's: in the step that asked for them, or in one of their own. */
  | { type: "settle"; found: Found; iterations: number }
  /** What the artist wants, and the weights as they are, as one step. @param settles whether a run goes on from it. */
  | { type: "edit"; label: string; icon: IconName; change: WeightChange; rig: Rig | null; settles: boolean }
  /** No step of the history waits for weights any more. */
  | { type: "forgetSteps" }
  /** Changes what is known of the weights beside the document. */
  | { type: "figures"; figures: Partial<WeightFigures> }
  | { type: "report"; error: unknown; doing: string };
