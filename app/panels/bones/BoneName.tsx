import { useStudio } from "../../actions/studio";
import { classNames } from "../../common/class-names";
import { renameBone } from "../../document/binding/renaming";
import { toast } from "../../document/session/toasts";
import { useDocument, usePanels, useStores } from "../../document/use-stores";
import { RenameInput } from "../../ui/fields/RenameInput";
import { RowName } from "../../ui/lists/Row";
import css from "./tree/BoneTree.module.css";

/** Longer names may be cut in the middle. Their last `END` characters are always visible. */
const LONG = 8;
const END = 5;

/** The field that renames a bone. */
function NameField({ bone, name }: { bone: number; name: string }) {
  const stores = useStores();
  const { history } = useStudio();
  const finish = (next: string | null) => {
    stores.panels.setState({ renaming: null });
    if (next === null) return;
    const taken = stores.document.getState().rig?.bones.some((each) => each.name === next);
    if (taken)
      toast(stores, `${next} is taken`, `${name} keeps its name, because names must be unique.`, {
        kind: "warning",
      });
    else history.run(renameBone(stores, bone, next));
  };
  return <RenameInput name={name} onEnd={finish} />;
}

/** A name that is cut in the middle, not at the end, if there is too little room. */
function WholeOrCut({ name }: { name: string }) {
  if (name.length <= LONG) return name;
  return (
    <>
      <span className={css.front}>{name.slice(0, -END)}</span>
      <span className={css.end}>{name.slice(-END)}</span>
    </>
  );
}

/** The cell with a bone's name. A double click or F2 renames it. */
export function BoneName({ bone, name, className }: { bone: number; name: string; className?: string }) {
  const stores = useStores();
  const renaming = usePanels((panels) => panels.renaming === bone);
  const isPartial = useDocument((state) => state.partial !== null);
  const editing = renaming && !isPartial;
  return (
    <RowName
      role="gridcell"
      aria-label={editing ? undefined : name}
      className={classNames(css.name, className)}
      title={name}
      onDoubleClick={() => !isPartial && stores.panels.setState({ renaming: bone })}
    >
      {editing ? <NameField bone={bone} name={name} /> : <WholeOrCut name={name} />}
    </RowName>
  );
}
