import { formatFigure } from "../../../common/format";
import type { Stores } from "../../../document/stores";
import { useBinding, useStores } from "../../../document/use-stores";
import { IterationCurve } from "../../../ui/chart/IterationCurve";
import css from "./EnergyChart.module.css";

function read(stores: Stores) {
  const { run } = stores.binding.getState();
  const marks = (run?.marks ?? []).map(({ at, label }) => ({ at, kind: "across" as const, words: label }));
  return { values: run?.energy ?? [], scale: "linear" as const, marks };
}

const follow = (stores: Stores, changed: () => void) =>
  stores.binding.subscribe((state) => state.run, changed);

/** The energy of each iteration. Marks show when strokes were painted. */
export function EnergyChart() {
  const stores = useStores();
  // Renders at every iteration, so that the reading shows the newest values.
  useBinding(({ run }) => run?.energy.length ?? 0);
  return (
    <div className={css.energy}>
      <IterationCurve
        title="Energy per iteration"
        unit="mean squared strain"
        read={() => read(stores)}
        follow={(changed) => follow(stores, changed)}
        tell={(energy) => formatFigure(energy)}
        className={css.chart}
      />
    </div>
  );
}
