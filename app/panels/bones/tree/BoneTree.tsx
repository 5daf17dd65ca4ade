import { type ReactNode, useMemo } from "react";
import type { Bone } from "../../../../workers/model/rig/rig";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import { selectRow } from "../../../document/selection";
import type { Stores } from "../../../document/stores";
import { useDocument, useStore, useStores } from "../../../document/use-stores";
import { useRowHeight } from "../../../ui/layout/use-layout";
import { VirtualList } from "../../../ui/lists/VirtualList";
import { BoneName } from "../BoneName";
import { Swatch } from "../swatch";
import css from "./BoneTree.module.css";
import { BONE_DRAG, dropWords } from "./bone-drag";
import { type Branch, indentOf, influenceTree } from "./bone-tree";
import { DropGhost } from "./DropGhost";
import { Twist } from "./Twist";
import { useBoneDrag } from "./use-bone-drag";
import { useBoneRows } from "./use-bone-rows";
import { type Folding, useFolding } from "./use-folding";

interface BoneTreeProps {
  bones: readonly Bone[];
  filter: string;
  /** Lists these bones without levels, in this order. */
  flat?: readonly number[] | null;
  /** Why dragging cannot give bones other parents, or null. */
  dragRefusal: string | null;
  /** The cells after the name. */
  cells(bone: number): ReactNode;
}

/** A row without levels. */
const flatRow = (bone: number): Branch => ({ bone, depth: 0, hasChildren: false });

/** The lines of the levels above a row, and the button that folds its branch. */
function Lead({
  row,
  name,
  folded,
  onFold,
}: {
  row: Branch;
  name: string;
  folded: boolean;
  onFold(deep: boolean): void;
}) {
  return (
    <>
      <span style={{ width: indentOf(row.depth), flex: "none" }} />
      {Array.from({ length: row.depth }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the level identifies a line
        <i key={level} className={css.guide} style={{ left: 14 + indentOf(level) }} />
      ))}
      {row.hasChildren ? (
        <Twist name={name} folded={folded} onFold={onFold} />
      ) : (
        <span className={css.noTwist} />
      )}
    </>
  );
}

/**
 * The bones of a rig as a tree. Arrows select and fold; with Shift they fold the whole branch. F2 and a double click
 * rename. A row that is dragged onto another one becomes its child.
 */
export function BoneTree({ bones, filter, flat = null, dragRefusal, cells }: BoneTreeProps) {
  const stores = useStores();
  const folding = useFolding(bones);
  const { folded, fold } = folding;
  const rowHeight = useRowHeight();
  const isPartial = useDocument((state) => state.partial !== null);
  const drag = useStore(BONE_DRAG, (state) => state.drag);
  const tree = useMemo(
    () => (flat ? flat.map(flatRow) : influenceTree(bones, folded, filter)),
    [bones, folded, filter, flat],
  );
  const rows = useBoneRows(tree);
  const isTree = !flat && filter.trim() === "" && areConnected(bones);
  const press = useBoneDrag({
    bones,
    tree,
    refusal: dragRefusal ?? (isPartial ? "A solve is running." : null),
    unfold: (bone) => fold(bone, false),
  });
  const drop = drag && dropWords(bones, drag);

  const row = (index: number) => {
    const branch = tree[index];
    const { bone, depth, hasChildren } = branch;
    const { name } = bones[bone];
    const isShut = folded.has(bone);
    const content = (
      <>
        {isTree ? (
          <Lead row={branch} name={name} folded={isShut} onFold={(deep) => fold(bone, !isShut, deep)} />
        ) : (
          <span style={{ width: "1rem" }} />
        )}
        <Swatch bone={bone} />
        <BoneName bone={bone} name={name} />
        {cells(bone)}
      </>
    );
    const isTarget = drag !== null && drag.onto === bone && drop?.allowed === true;
    return {
      key: bone,
      className: drag?.bone === bone ? css.lifted : isTarget ? css.into : "",
      content,
      level: isTree ? depth + 1 : undefined,
      open: isTree && hasChildren ? !isShut : null,
    };
  };

  return (
    <div
      className={css.around}
      role="presentation"
      data-refused={(drag && drop?.allowed === false) || undefined}
      {...press}
    >
      <VirtualList
        label="Bones"
        tree={isTree}
        rowHeight={rowHeight}
        {...rows}
        onMenu={(_, place) => stores.panels.setState({ boneMenu: place })}
        onEnter={(index) => !isPartial && stores.panels.setState({ renaming: tree[index].bone })}
        onSide={isTree ? goAside(stores, bones, tree, folding) : undefined}
        row={row}
      />
      <DropGhost bones={bones} />
    </div>
  );
}

const NO_KEYS = { ctrl: false, shift: false };

/** Left and Right fold and unfold; if there is nothing to fold, they go to the parent or the first child. */
function goAside(stores: Stores, bones: readonly Bone[], tree: readonly Branch[], { folded, fold }: Folding) {
  const select = (bone: number) => selectRow(stores, [bone], 0, NO_KEYS);
  return (index: number, by: -1 | 1, deep: boolean): void => {
    const { bone, hasChildren } = tree[index];
    const isShut = folded.has(bone);
    if (hasChildren && (isShut === by > 0 || deep)) fold(bone, by < 0, deep);
    else if (by < 0 && bones[bone].parent >= 0) select(bones[bone].parent);
    else if (by > 0 && hasChildren) select(tree[index + 1].bone);
  };
}
