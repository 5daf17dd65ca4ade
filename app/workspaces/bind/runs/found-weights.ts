import type { WeightReport } from "../../../../workers/model/reports/weight-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { IconName } from "../../../common/icon-names";
import type { Found, WeightChange } from "../../../document/binding/weight-edit-commands";
import { useDocument } from "../../../document/document";
import type { History } from "../../../document/history";
import { boundInMotion } from "./bound-in-motion";
import { runNow } from "./run-now";
import { createSettling } from "./settling";

/** What weights that are found do to the document: shown beside it on the way, a step of its history where they rest. */
export interface FoundWeights {
  /** Another run begins; its weights are shown. */
  begin(): void;
  /** Weights under way are on screen: not after an undo, until something is asked for again. */
  readonly showing: boolean;
  showAgain(): void;
  /** What an undo or a redo brought back stays on screen; the engine follows from wherever it is. */
  goBack(): void;
  /** A stroke that weights follow goes on: what they settle to is not of the step before it. */
  beginStroke(): void;
  /** The stroke is given up: where nothing was under way before it, the document's weights are on screen again. */
  dropStroke(): void;
  /** @param rests whether nothing goes on from here by itself: the document's weights they are then. */
  take(bound: Rig, rests: boolean, report: WeightReport | null): void;
  /** The last weights of a run. */
  finish(bound: Rig, report: WeightReport): void;
  /** The weights at hand become the document's. */
  keepShown(): void;
  /** A change of what weights follow, and the weights as they are now, as one step. @param settles whether a run goes on. */
  edit(label: string, icon: IconName, change: WeightChange, settles: boolean): void;
  /** The document's weights are on screen. */
  hide(): void;
  /** Whether the document's rig is another one than the last step of ours, or the last undo, left there. */
  isForeign(): boolean;
  /** Whatever rig the document has is where weights go on from. */
  accept(): void;
  /** With the very rest pose and motion of the document: what is the same is not taken up anew. */
  asShown(bound: Rig): Rig;
  forget(): void;
}

export function createFoundWeights(history: History): FoundWeights {
  /** The rig that the last step of ours, or the last undo, left in the document. */
  let ours: Rig | null = null;
  /** Whether weights under way are on screen: after an undo those of the document are. */
  let showing = true;
  /** A stroke that goes on, and whether weights were under way as it began. */
  let stroke: { underWay: boolean } | null = null;
  const settling = createSettling(history);

  const accept = () => {
    ours = useDocument.getState().rig;
  };
  const hide = () => useDocument.setState({ liveRig: null });

  function settle(found: Found): void {
    if (!showing) return;
    ours = found.rig;
    settling.settle(found, runNow()?.energy.length ?? 0);
  }

  function asShown(bound: Rig): Rig {
    const { sequence, rig } = useDocument.getState();
    return sequence ? boundInMotion({ ...bound, rest: sequence.rest }, sequence, rig) : bound;
  }

  function goBack(): void {
    showing = false;
    accept();
    if (useDocument.getState().liveRig) hide();
  }

  return {
    accept,
    hide,
    asShown,
    goBack,
    get showing() {
      return showing;
    },
    begin() {
      accept();
      showing = true;
    },
    showAgain() {
      showing = true;
    },
    beginStroke() {
      stroke ??= { underWay: useDocument.getState().liveRig !== null };
      showing = true;
    },
    dropStroke() {
      if (stroke?.underWay === false) goBack();
      stroke = null;
    },
    take(bound, rests, weightReport) {
      const rig = asShown(bound);
      if (rests && !stroke) settle({ rig, weightReport });
      else if (showing) useDocument.setState({ liveRig: rig });
    },
    finish(bound, weightReport) {
      const wasShown = showing;
      showing = true;
      if (wasShown) settle({ rig: asShown(bound), weightReport });
    },
    keepShown() {
      const { liveRig } = useDocument.getState();
      if (liveRig) settle({ rig: liveRig, weightReport: null });
    },
    edit(label, icon, change, settles) {
      const { liveRig, rig } = useDocument.getState();
      stroke = null;
      showing = true;
      ours = liveRig ?? rig;
      settling.edit(label, icon, change, ours, settles);
    },
    isForeign: () => useDocument.getState().rig !== ours,
    forget() {
      ours = null;
      stroke = null;
      settling.forget();
      hide();
    },
  };
}
