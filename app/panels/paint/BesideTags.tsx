import { useBinding } from "../../document/binding/binding-state";
import { useView } from "../../document/view-state";

/** Names over the two views, where the heat weights stand beside the weights at hand. */
export function BesideTags() {
  const shown = useView((view) => view.paint.beside !== null);
  const hasHeat = useBinding((state) => state.heat !== null);
  if (!shown || !hasHeat) return null;
  return (
    <div className="besidetags" aria-hidden="true">
      <span>
        <b>These weights</b>
      </span>
      <span>
        <b>Heat alone</b>
      </span>
    </div>
  );
}
