import { placeWords, type StillPlace } from "../../../../../workers/model/reports/skeleton-report";
import { noTreeEdit } from "../../../../actions/guards";
import { useService } from "../../../../actions/studio";
import { TREE_EDITING } from "../../../../actions/tree-editing";
import { useDocument, useStores, useWork } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import noteCss from "../../../../ui/feedback/Note.module.css";
import { Icon } from "../../../../ui/icons/Icon";
import { Tip } from "../../../../ui/overlays/Tip";
import css from "./StillNotes.module.css";

/** Bones that bend where nothing ever moves, each with the button that splits it there. */
export function StillNotes({ places }: { places: readonly StillPlace[] }) {
  const stores = useStores();
  const tree = useService(TREE_EDITING);
  const bones = useDocument((state) => state.rig?.bones ?? null);
  // The refusal below depends on work that runs.
  useWork((work) => work.solve !== null || work.extraction !== null);
  const refusal = noTreeEdit(stores);
  return places.map(({ bone: name, position }) => {
    const bone = bones?.findIndex((each) => each.name === name) ?? -1;
    if (bone < 0) return null;
    return (
      <div key={`${name} ${placeWords(position)}`} className={`${noteCss.note} ${css.note}`}>
        <Icon name="info" />
        <span className={css.words}>
          {name} bends at {placeWords(position)}, but nothing ever moves there.
        </span>
        <Tip
          title={`Split ${name} where it bends`}
          body={refusal ?? "What lies beyond gets a bone of its own. The motion and the error stay."}
        >
          <Button
            aria-disabled={refusal ? true : undefined}
            onClick={() => refusal ?? void tree.perform({ kind: "split-still", bone })}
          >
            Split off
          </Button>
        </Tip>
      </div>
    );
  });
}
