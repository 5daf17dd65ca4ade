import { useMemo } from "react";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { useStudio } from "../../../actions/studio";
import { classNames } from "../../../common/class-names";
import { formatFigure } from "../../../common/format";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { boneMass } from "../../../document/weights/painting/whole-mesh";
import { lockOthers, toggleLock } from "../../../document/weights/weight-locks";
import { BoneName } from "../../../panels/bones/BoneName";
import { Swatch } from "../../../panels/bones/swatch";
import { indentOf, influenceTree } from "../../../panels/bones/tree/bone-tree";
import { Twist } from "../../../panels/bones/tree/Twist";
import { useBoneRows } from "../../../panels/bones/tree/use-bone-rows";
import { useFolding } from "../../../panels/bones/tree/use-folding";
import { Padlock } from "../../../ui/buttons/Padlock";
import { Note } from "../../../ui/feedback/Note";
import { useRowHeight } from "../../../ui/layout/use-layout";
import { VirtualList } from "../../../ui/lists/VirtualList";
import textCss from "../../../ui/text/text.module.css";
import css from "./InfluenceList.module.css";

const masses = new WeakMap<SparseWeights, Float64Array>();

/** Mass of each bone, cached by the weights. */
function massOf({ weights, bones }: Rig): Float64Array {
  const known = masses.get(weights);
  if (known) return known;
  const made = boneMass(weights, bones.length);
  masses.set(weights, made);
  return made;
}

/** The bones to paint: colour, share of the mesh, padlock. */
export function InfluenceList({ rig, filter }: { rig: Rig; filter: string }) {
  const stores = useStores();
  const { folded, fold } = useFolding(rig.bones);
  const selected = useView((view) => view.selectedBone);
  const locked = useDocument((state) => state.weightEdits.locked);
  const { history } = useStudio();
  const rowHeight = useRowHeight();
  const mass = massOf(rig);
  const most = mass.reduce((a, b) => Math.max(a, b), 1e-9);
  const tree = useMemo(() => influenceTree(rig.bones, folded, filter), [rig.bones, folded, filter]);
  const rows = useBoneRows(tree);

  const row = (index: number) => {
    const { bone, depth, hasChildren } = tree[index];
    const { name } = rig.bones[bone];
    const isLocked = locked.includes(name);
    // The square root keeps small bones visible if sizes differ a hundredfold.
    const share = Math.sqrt(mass[bone] / most);
    const content = (
      <>
        <span style={{ width: indentOf(depth), flex: "none" }} />
        {hasChildren ? (
          <Twist
            name={name}
            folded={folded.has(bone)}
            onFold={(deep) => fold(bone, !folded.has(bone), deep)}
          />
        ) : (
          <span style={{ width: 12 }} />
        )}
        <Swatch bone={bone} />
        <BoneName {...{ bone, name }} className={classNames(css.name, bone === selected && textCss.strong)} />
        <span
          role="gridcell"
          className={css.mass}
          title={`Moves ${formatFigure(mass[bone])} vertices in total`}
        >
          <i style={{ width: `${(100 * share).toFixed(1)}%` }} />
        </span>
        <span role="gridcell">
          <Padlock
            locked={isLocked}
            label={`Lock weights of ${name}`}
            title="Alt-click locks all others"
            onToggle={({ altKey }) =>
              history.run(altKey ? lockOthers(stores, bone) : toggleLock(stores, name))
            }
          />
        </span>
      </>
    );
    return { key: bone, className: css.row, content };
  };

  if (tree.length === 0) return <Note inset>No bone is called “{filter}”.</Note>;
  return (
    <VirtualList
      label="Influences"
      rowHeight={rowHeight}
      {...rows}
      onSide={(index, by, deep) => {
        const { bone, hasChildren } = tree[index];
        if (hasChildren && (folded.has(bone) === by > 0 || deep)) fold(bone, by < 0, deep);
      }}
      row={row}
    />
  );
}
