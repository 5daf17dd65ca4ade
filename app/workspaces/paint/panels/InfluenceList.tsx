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
import { type Branch, indentOf, influenceTree } from "../../../panels/bones/tree/bone-tree";
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

interface InfluenceProps {
  rig: Rig;
  row: Branch;
  selected: boolean;
  /** The largest mass of a bone. */
  most: number;
  folded: boolean;
  onFold(deep: boolean): void;
}

/** A bone of the list: colour, name, share of the mesh, padlock. */
function Influence({
  rig,
  row: { bone, depth, hasChildren },
  selected,
  most,
  folded,
  onFold,
}: InfluenceProps) {
  const { name } = rig.bones[bone];
  const mass = massOf(rig)[bone];
  // The square root keeps small bones visible if sizes differ a hundredfold.
  const share = Math.sqrt(mass / most);
  return (
    <>
      <span style={{ width: indentOf(depth), flex: "none" }} />
      {hasChildren ? (
        <Twist name={name} folded={folded} onFold={onFold} />
      ) : (
        <span style={{ width: "0.75rem" }} />
      )}
      <Swatch bone={bone} />
      <BoneName {...{ bone, name }} className={classNames(css.name, selected && textCss.strong)} />
      <span role="gridcell" className={css.mass} title={`Moves ${formatFigure(mass)} vertices in total`}>
        <i style={{ width: `${(100 * share).toFixed(1)}%` }} />
      </span>
      <span role="gridcell">
        <BonePadlock bone={bone} name={name} />
      </span>
    </>
  );
}

/** Locks the weights of a bone, or those of all others. */
function BonePadlock({ bone, name }: { bone: number; name: string }) {
  const stores = useStores();
  const { history } = useStudio();
  const locked = useDocument((state) => state.weightEdits.locked.includes(name));
  return (
    <Padlock
      locked={locked}
      label={`Lock weights of ${name}`}
      title="Alt-click locks all others"
      onToggle={({ altKey }) => history.run(altKey ? lockOthers(stores, bone) : toggleLock(stores, name))}
    />
  );
}

/** The bones to paint. */
export function InfluenceList({ rig, filter }: { rig: Rig; filter: string }) {
  const { folded, fold } = useFolding(rig.bones);
  const selected = useView((view) => view.selectedBone);
  const rowHeight = useRowHeight();
  const most = massOf(rig).reduce((a, b) => Math.max(a, b), 1e-9);
  const tree = useMemo(() => influenceTree(rig.bones, folded, filter), [rig.bones, folded, filter]);
  const rows = useBoneRows(tree);

  const row = (index: number) => {
    const { bone } = tree[index];
    const isFolded = folded.has(bone);
    const content = (
      <Influence
        {...{ rig, most, row: tree[index], selected: bone === selected, folded: isFolded }}
        onFold={(deep) => fold(bone, !isFolded, deep)}
      />
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
