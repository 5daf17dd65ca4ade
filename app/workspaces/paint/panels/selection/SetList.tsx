import { useEffect } from "react";
import { useStudio } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import { toast } from "../../../../document/session/toasts";
import { useDocument, useStore } from "../../../../document/use-stores";
import { SET_NAMING } from "../../../../document/vertices/set-naming";
import {
  deleteSet,
  renameSet,
  saveSet,
  selectVertices,
} from "../../../../document/vertices/vertex-selection";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { RenameInput } from "../../../../ui/fields/RenameInput";
import textFieldCss from "../../../../ui/fields/TextField.module.css";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Tip } from "../../../../ui/overlays/Tip";
import textCss from "../../../../ui/text/text.module.css";
import css from "./SelectionSection.module.css";

interface SetProps {
  name: string;
  onRename(): void;
}

/** Selects a set. A double click or F2 renames it. */
function SetButton({ name, onRename }: SetProps) {
  const studio = useStudio();
  const set = useDocument((state) => state.vertexSelection.sets.find((each) => each.name === name));
  if (!set) return null;
  const choose = () => {
    const command = selectVertices(studio, set.vertices, name);
    if (command) studio.history.run(command);
  };
  return (
    <button
      type="button"
      className={`${css.set} ${layoutCss.grow}`}
      onClick={choose}
      onDoubleClick={onRename}
      onKeyDown={(event) => {
        if (event.key !== "F2") return;
        // Else it would rename the selected bone too.
        event.stopPropagation();
        onRename();
      }}
    >
      <span className={textCss.ellipsis}>{name}</span>
      <span className={textCss.tertiary}>{formatCount(set.vertices.length)}</span>
    </button>
  );
}

/** The field for the name of a set. */
function SetName({ name, onEnd }: { name: string; onEnd(): void }) {
  const studio = useStudio();
  const finish = (next: string | null) => {
    onEnd();
    if (next === null) return;
    const { sets } = studio.document.getState().vertexSelection;
    if (sets.some((set) => set.name === next))
      toast(studio, `${next} is taken`, `${name} keeps its name.`, { kind: "warning" });
    else studio.history.run(renameSet(studio, name, next));
  };
  return <RenameInput className={`${textFieldCss.field} ${layoutCss.grow}`} name={name} onEnd={finish} />;
}

/** Replaces, renames or deletes a set. */
function SetButtons({ name, onRename }: SetProps) {
  const studio = useStudio();
  const { history } = studio;
  return (
    <>
      <Tip title="Replace with the selected vertices">
        <IconButton aria-label={`Replace set ${name}`} onClick={() => history.run(saveSet(studio, name))}>
          <Icon name="again" />
        </IconButton>
      </Tip>
      <Tip title="Rename">
        <IconButton aria-label={`Rename set ${name}`} onClick={onRename}>
          <Icon name="rename" />
        </IconButton>
      </Tip>
      <Tip title="Delete">
        <IconButton aria-label={`Delete set ${name}`} onClick={() => history.run(deleteSet(studio, name))}>
          <Icon name="trash" />
        </IconButton>
      </Tip>
    </>
  );
}

/** The named sets. A new one gets its name here at once. */
export function SetList() {
  const naming = useStudio().of(SET_NAMING);
  const named = useStore(SET_NAMING, (state) => state.naming);
  const sets = useDocument((state) => state.vertexSelection.sets);
  useEffect(() => {
    naming.setState({ onScreen: true });
    return () => naming.setState({ onScreen: false, naming: null });
  }, [naming]);
  return sets.map(({ name }) => {
    const rename = () => naming.setState({ naming: name });
    return (
      <div key={name} className={layoutCss.line}>
        {name === named ? (
          <SetName name={name} onEnd={() => naming.setState({ naming: null })} />
        ) : (
          <SetButton name={name} onRename={rename} />
        )}
        <SetButtons name={name} onRename={rename} />
      </div>
    );
  });
}
