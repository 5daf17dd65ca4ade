import { useDocument, useView } from "../../document/use-stores";
import css from "./view-tags.module.css";
import { sharesSolveViews } from "./views";

/** Names over the two halves of the side-by-side layout, and the line between them. */
export function ViewTags() {
  const shown = useView((state) => state.layout === "side-by-side" && sharesSolveViews(state.workspace));
  const hasRig = useDocument((state) => Boolean(state.partial ?? state.rig));
  if (!shown || !hasRig) return null;
  return (
    <>
      <span className={css.divider} />
      <span data-ui="view-tag" className={css.tag} style={{ left: "25%" }}>
        Source
      </span>
      <span data-ui="view-tag" className={css.tag} style={{ left: "75%" }}>
        Rig
      </span>
    </>
  );
}
