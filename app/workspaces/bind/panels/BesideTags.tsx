import { capital } from "../../../common/capital";
import { useBinding, useView } from "../../../document/use-stores";
import css from "./BesideTags.module.css";
import { useNameOfFirst } from "./use-name-of-first";

/** Whether the heat weights are shown beside the current weights. */
export function useHeatBeside(): boolean {
  const shown = useView(({ paint }) => paint.beside !== null && paint.tool !== "skeleton");
  const hasHeat = useBinding((state) => state.heat !== null);
  return shown && hasHeat;
}

/** Labels of the two views when the heat weights are shown beside the current weights. */
export function BesideTags() {
  const first = useNameOfFirst();
  if (!useHeatBeside()) return null;
  return (
    <div data-ui="beside-tags" className={css.tags} aria-hidden="true">
      <span>
        <b>Current weights</b>
      </span>
      <span>
        <b>{capital(first)} weights</b>
      </span>
    </div>
  );
}
