import { useState } from "react";
import { placeWords, type StillPlace } from "../../../../../workers/model/reports/skeleton-report";
import { noTreeEdit } from "../../../../actions/guards/guards";
import { TREE_EDITING } from "../../../../actions/guards/tree-editing";
import { useService } from "../../../../actions/studio";
import { useDocument, useStores, useWork } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { Note } from "../../../../ui/feedback/Note";
import { Icon } from "../../../../ui/icons/Icon";
import { Tip } from "../../../../ui/overlays/Tip";
import textCss from "../../../../ui/text/text.module.css";
import css from "./StillNotes.module.css";

/** The number of rows before "Show more". */
const FIRST = 3;

interface SplitButtonProps {
  label: string;
  title: string;
  body: string;
  refusal: string | null;
  onSplit: () => void;
}

/** Lists the bones that bend at a place where nothing moves, each with a button that splits it there. */
export function StillNotes({ places }: { places: readonly StillPlace[] }) {
  const stores = useStores();
  const tree = useService(TREE_EDITING);
  const rig = useDocument((state) => state.rig);
  // Renders again when running work changes, because the refusal depends on it.
  useWork((work) => work.solve !== null || work.extraction !== null);
  const refusal = noTreeEdit(stores);
  const [isOpen, setOpen] = useState(false);
  const found = places.flatMap(({ bone: name, position }) => {
    const bone = rig?.bones.findIndex((each) => each.name === name) ?? -1;
    return bone < 0 ? [] : [{ bone, name, place: placeWords(position) }];
  });
  const split = (bone: number) => void tree.perform({ kind: "split-still", bone }, rig);
  if (found.length === 0) return null;
  if (found.length === 1) {
    const [{ bone, name, place }] = found;
    return (
      <Note className={css.note}>
        <Icon name="info" />
        <span className={css.words}>
          {name} bends at {place}, but nothing moves there.
        </span>
        <SplitButton {...splitOff(name)} refusal={refusal} onSplit={() => split(bone)} />
      </Note>
    );
  }
  return (
    <Note className={css.note}>
      <Icon name="info" />
      <div className={css.words}>
        <div className={css.row}>
          <span className={css.words}>{found.length} bones bend where nothing moves.</span>
          <SplitButton
            label="Split all"
            title="Split all where they bend"
            body="Each split is one undo step. Motion and error stay."
            refusal={refusal}
            onSplit={() => {
              for (const { bone } of found) split(bone);
            }}
          />
        </div>
        <ul className={css.list}>
          {found.slice(0, isOpen ? undefined : FIRST).map(({ bone, name, place }) => (
            <li key={`${name} ${place}`} className={css.row}>
              <span className={`${css.words} ${textCss.ellipsis}`} title={`It bends at ${place}`}>
                {name}
              </span>
              <SplitButton {...splitOff(name)} refusal={refusal} onSplit={() => split(bone)} />
            </li>
          ))}
        </ul>
        {found.length > FIRST && (
          <button type="button" className={textCss.link} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Show fewer" : `Show ${found.length - FIRST} more`}
          </button>
        )}
      </div>
    </Note>
  );
}

const splitOff = (name: string) => ({
  label: "Split off",
  title: `Split ${name} where it bends`,
  body: "The part beyond the bend becomes a bone of its own. Motion and error stay.",
});

function SplitButton({ label, title, body, refusal, onSplit }: SplitButtonProps) {
  return (
    <Tip title={title} body={refusal ?? body}>
      <Button aria-disabled={refusal ? true : undefined} onClick={() => refusal ?? onSplit()}>
        {label}
      </Button>
    </Tip>
  );
}
