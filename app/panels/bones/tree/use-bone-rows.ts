import { selectRow } from "../../../document/selection";
import { useStores, useView } from "../../../document/use-stores";
import type { Branch } from "./bone-tree";

/** The properties of a `VirtualList` of bones that show and change the selection. */
export function useBoneRows(rows: readonly Branch[]) {
  const stores = useStores();
  const selected = useView((view) => view.selectedBone);
  const also = useView((view) => view.alsoSelected);
  const bones = rows.map(({ bone }) => bone);
  return {
    count: rows.length,
    selected: selected === null ? null : bones.indexOf(selected),
    also: new Set(also.map((bone) => bones.indexOf(bone))),
    onSelect: (index: number, keys: { ctrl: boolean; shift: boolean }) =>
      selectRow(stores, bones, index, keys),
  };
}
