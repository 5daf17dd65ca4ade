import type { SolverClient } from "../../../../../workers/client";
import { wholeSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { FitStep } from "../../../../../workers/model/reports/fit-report";
import { serviceKey } from "../../../../actions/service";
import { BEFORE_FIT } from "../../../../document/skeleton/before-fit";
import { isFitted, stepInScene } from "../../../../document/skeleton/own-skeleton";
import type { Stores } from "../../../../document/stores";
import { FIT_DESK } from "./fit-desk";
import { importedRig, isWhole } from "./imported-rig";

const STEPS: readonly FitStep[] = ["imported", "weights", "motion", "both", "helpers"];
const KEY = "\\";
const TYPING = "input, textarea, select, [contenteditable]";

/** Shows the rig before the fit in the viewport and the timeline while the artist compares. */
export interface ComparingFit {
  show(shown: boolean): void;
}

export const COMPARING_FIT = serviceKey<ComparingFit>("comparison of fits");

export function createComparingFit(stores: Stores, client: SolverClient): ComparingFit {
  const before = stores.of(BEFORE_FIT);
  const desk = stores.of(FIT_DESK);
  /** The skeleton whose import is being measured. */
  let measured: object | null = null;

  /** The first step whose rig is in memory and not in the scene. */
  function find() {
    const state = stores.document.getState();
    const isHere = stores.view.getState().workspace === "skeleton" && desk.getState().half === "fit";
    if (!isHere || !isFitted(state)) return null;
    const { results } = desk.getState();
    const { stages = [] } = state.fitRecord ?? {};
    const now = stepInScene(state);
    const step = STEPS.find((each) => {
      const isMeasured = stages.some((stage) => stage.step === each);
      return isMeasured && each !== now && results[each];
    });
    return (step && results[step]) ?? null;
  }

  /** Measures the import again after a reload of the page. */
  async function measureImport(): Promise<void> {
    const { sequence, ownSkeleton, fitting, fitRecord } = stores.document.getState();
    const isImported = fitRecord?.stages.some(({ step }) => step === "imported");
    if (!sequence || !ownSkeleton || !isImported || !isWhole(ownSkeleton.skeleton)) return;
    const { skeleton } = ownSkeleton;
    if (desk.getState().results.imported || measured === skeleton) return;
    measured = skeleton;
    try {
      const imported = await importedRig(client, {
        sequence: wholeSequence(sequence),
        skeleton,
        settings: fitting,
      });
      if (stores.document.getState().ownSkeleton?.skeleton !== skeleton) return;
      desk.setState(({ results }) => ({ results: { imported, ...results } }));
    } catch {
      // There is nothing to compare with, so the button stays hidden.
    }
  }

  function look(): void {
    const fitted = find();
    if (fitted === before.getState().fitted) return;
    show(false);
    before.setState({ fitted });
  }

  function show(shown: boolean): void {
    const { fitted, shown: was } = before.getState();
    if (shown === was || (shown && !fitted)) return;
    before.setState({ shown });
    const { liveRig } = stores.document.getState();
    if (shown) stores.document.setState({ liveRig: fitted!.rig });
    else if (liveRig === fitted?.rig) stores.document.setState({ liveRig: null });
  }

  function follow(): void {
    look();
    const isHere = stores.view.getState().workspace === "skeleton" && desk.getState().half === "fit";
    if (isHere && isFitted(stores.document.getState())) void measureImport();
  }
  desk.subscribe(({ results, half }, was) => (results !== was.results || half !== was.half) && follow());
  stores.view.subscribe(({ workspace }) => workspace, follow);
  stores.document.subscribe(({ fitRecord, rig }, was) => {
    if (fitRecord !== was.fitRecord || rig !== was.rig) follow();
  });

  window.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, target } = event;
    if (event.key !== KEY || ctrlKey || metaKey || altKey || !before.getState().fitted) return;
    if (target instanceof Element && target.closest(TYPING)) return;
    event.preventDefault();
    show(true);
  });
  window.addEventListener("keyup", (event) => event.key === KEY && show(false));
  window.addEventListener("blur", () => show(false));

  return { show };
}
