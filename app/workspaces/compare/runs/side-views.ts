import { type CompareSide, referenceRun, runOf } from "../../../document/compare/compare-state";
import { diagonalOf, errorRampEnd } from "../../../document/measure";
import type { Stores } from "../../../document/stores";
import { passesFilters } from "./compare-table";
import type { RigCache } from "./rig-cache";

/** The ramp of differences ends at this share of the ramp of errors, because most differences are smaller. */
const CHANGE = 0.5;

/** The two results that are shown side by side. */
export interface SideViews {
  /** Shows a run on one side, or nothing if null. If its rig was released, it is requested again. */
  show(side: CompareSide, id: number | null): void;
  /** Updates the shown rigs from the cache, and by the filters. */
  look(): void;
}

/** @param again requests a run's rig again */
export function createSideViews(stores: Stores, shelf: RigCache, again: (id: number) => void): SideViews {
  function show(side: CompareSide, id: number | null): void {
    stores.compare.setState(({ sides }) => {
      const other: CompareSide = side === "a" ? "b" : "a";
      // A run is on one side only. To show it on the other, the two swap.
      const swapped = id !== null && sides[other] === id ? sides[side] : sides[other];
      return { sides: { ...sides, [side]: id, [other]: swapped } };
    });
    look();
    if (id !== null && !shelf.get(id)) again(id);
  }

  /** Updates the shown rigs. A run that the filters hide stays chosen, and comes back with them. */
  function look(): void {
    const compare = stores.compare.getState();
    const { sides, rigs, runs } = compare;
    const filters = { ...compare, reference: referenceRun(compare) };
    const rigOf = (id: number | null) => {
      const run = runOf(runs, id);
      // A run without figures is solved for the first time.
      const isHidden = run?.report && !passesFilters(run, filters);
      return run && !isHidden ? (shelf.get(run.id)?.rig ?? null) : null;
    };
    const next = { a: rigOf(sides.a), b: rigOf(sides.b) };
    if (next.a === rigs.a && next.b === rigs.b) return;
    stores.compare.setState({ rigs: next });
    fitRamp();
  }

  /** Fits one ramp for both views to the larger error. */
  function fitRamp(): void {
    const { sequence } = stores.document.getState();
    const { runs, sides } = stores.compare.getState();
    const ends = [sides.a, sides.b].flatMap((id) => {
      const report = runOf(runs, id)?.report;
      return report && sequence ? [errorRampEnd(report, diagonalOf(sequence))] : [];
    });
    if (ends.length === 0) return;
    const end = Math.max(...ends);
    stores.view.setState({ candidateRange: [0, end], candidateChange: CHANGE * end });
  }

  return { show, look };
}
