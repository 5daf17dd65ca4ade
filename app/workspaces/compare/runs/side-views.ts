import { runOf, type Side } from "../../../document/compare/compare-state";
import { diagonalOf, errorRampEnd } from "../../../document/measure";
import type { Stores } from "../../../document/stores";
import type { RigCache } from "./rig-cache";

/** The two results that stand side by side. */
export interface SideViews {
  /** Shows a run on a side; null shows nothing there. One whose rig was let go is asked for again. */
  show(side: Side, id: number | null): void;
  /** Takes the rigs of what is shown from the shelf, as it is now. */
  look(): void;
}

/** @param again asks for a run's rig once more */
export function createSideViews(stores: Stores, shelf: RigCache, again: (id: number) => void): SideViews {
  function show(side: Side, id: number | null): void {
    stores.compare.setState(({ sides }) => {
      const other: Side = side === "a" ? "b" : "a";
      // A run is on one side: showing it on the other one swaps them.
      const swapped = id !== null && sides[other] === id ? sides[side] : sides[other];
      return { sides: { ...sides, [side]: id, [other]: swapped } };
    });
    look();
    if (id !== null && !shelf.get(id)) again(id);
  }

  /** The rigs of what is shown. */
  function look(): void {
    const { sides, rigs } = stores.compare.getState();
    const rigOf = (id: number | null) => (id === null ? null : (shelf.get(id)?.rig ?? null));
    const next = { a: rigOf(sides.a), b: rigOf(sides.b) };
    if (next.a === rigs.a && next.b === rigs.b) return;
    stores.compare.setState({ rigs: next });
    fitRamp();
  }

  /** One ramp for both, as long as the worse needs. */
  function fitRamp(): void {
    const { sequence } = stores.document.getState();
    const { runs, sides } = stores.compare.getState();
    const ends = [sides.a, sides.b].flatMap((id) => {
      const report = runOf(runs, id)?.report;
      return report && sequence ? [errorRampEnd(report, diagonalOf(sequence))] : [];
    });
    if (ends.length > 0) stores.view.setState({ candidateRange: [0, Math.max(...ends)] });
  }

  return { show, look };
}
