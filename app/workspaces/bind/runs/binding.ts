import type { SolverClient } from "../../../../workers/client";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import type { LostWeights } from "../../../../workers/model/weights/kept-weights";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { serviceKey } from "../../../actions/service";
import { plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import { useBinding } from "../../../document/binding/binding-state";
import { settledEdits } from "../../../document/binding/weight-edit-strokes";
import { patch } from "../../../document/commands";
import { useDocument } from "../../../document/document";
import type { History } from "../../../document/history";
import { toast } from "../../../document/session/toasts";
import { letGoOf } from "../../../document/weights/painted-vertices";
import { followDocument } from "./following-document";
import { createFoundWeights } from "./found-weights";
import { changeRun, runNow } from "./run-now";
import { createWeightsRun } from "./weights-run";

/** Finds weights for the document's mesh and skeleton, and follows what the artist does to them. */
export interface Binding {
  /** Finds weights from nothing. */
  bind(): void;
  /** Optimises the weights that there are, of whatever method or file. */
  optimise(): void;
  togglePause(): void;
  /** One iteration, then it pauses. */
  step(): void;
  /** Ends with the weights at hand. */
  keep(): void;
  /** Ends, and the weights from before come back. */
  cancel(): void;
  /**
   * What is wanted while a stroke goes on; null is what the document has: the stroke was given up.
   * @param send whether the weights follow at once, or wait for the stroke's end
   */
  preview(edits: WeightEdits | null, send?: boolean): void;
  /** The outcome of a stroke or of another edit, as one step; the weights settle into it. */
  edit(label: string, icon: IconName, edits: WeightEdits): void;
  /** Weights of vertices that were painted by hand are no longer kept; where they were bound they are found anew. */
  letGo(label: string, vertices: Uint32Array): void;
  /** The same skeleton with joints elsewhere, as one step; weights settle into it too. */
  moveJoints(label: string, skeleton: Skeleton): void;
}

export const BINDING = serviceKey<Binding>("binding");

/** Weights that cannot stay are no longer held, and the artist hears of it. */
function letGoOfLost(history: History, { vertices, bones }: LostWeights): void {
  const what = plural(vertices.length, "painted vertex", "painted vertices");
  const { weightEdits } = useDocument.getState();
  history.run(patch(`Let go of ${what}`, "erase", { weightEdits: letGoOf(weightEdits, vertices) }));
  const names = bones.length > 3 ? `${bones.slice(0, 3).join(", ")} and others` : bones.join(", ");
  toast(
    `${what} cannot be kept`,
    `They have weights of ${names}, and the skeleton has no such bone. Their weights are found anew. Undo brings them back.`,
  );
}

/** What the artist can ask of weights; `following-document.ts` has what follows from changes of the document. */
export function createBinding(client: SolverClient, history: History): Binding {
  const found = createFoundWeights(history);
  const run = createWeightsRun(client, found, (lost) => letGoOfLost(history, lost));
  followDocument(history, run, found);

  const binding: Binding = {
    bind: () => run.start(false),
    optimise: () => run.start(true),
    step() {
      if (runNow()?.state === "converged" || !run.awake()) return;
      found.showAgain();
      run.resume(1);
    },
    cancel() {
      run.cancel();
      useBinding.setState({ run: null });
    },
    togglePause() {
      const state = runNow()?.state;
      if (state === "running" || state === "starting") {
        run.rest();
        found.keepShown();
      } else if (run.awake()) {
        found.showAgain();
        run.resume();
      }
    },
    keep() {
      found.showAgain();
      run.keep();
    },
    preview(edits, send = true) {
      useBinding.setState({ liveEdits: edits });
      if (!send || (edits === null ? !run.goesOn : !run.awake())) return;
      if (edits) found.beginStroke();
      else found.dropStroke();
      run.tell(edits ?? useDocument.getState().weightEdits);
    },
    edit(label, icon, weightEdits) {
      useBinding.setState({ liveEdits: null });
      const goesOn = run.awake();
      const { marks = [], energy = [] } = runNow() ?? {};
      changeRun({ marks: [...marks, { at: Math.max(0, energy.length - 1), label }] });
      found.edit(label, icon, { weightEdits }, goesOn);
      if (goesOn) run.tell(useDocument.getState().weightEdits);
    },
    letGo(label, vertices) {
      const weightEdits = letGoOf(useDocument.getState().weightEdits, vertices);
      if (runNow()) binding.edit(label, "erase", weightEdits);
      else history.run(patch(label, "erase", { weightEdits: settledEdits(weightEdits) }));
    },
    moveJoints(label, skeleton) {
      found.edit(label, "ik", { skeleton }, run.awake());
      useDocument.setState({ liveSkeleton: null });
    },
  };
  return binding;
}
