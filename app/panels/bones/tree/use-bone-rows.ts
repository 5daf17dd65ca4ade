import { selectRow } from "../../../document/selection";
import { useStores, useView } from "../../../document/use-stores";
import type { Branch } from "./bone-tree";

/** What a `VirtualList` of bones needs to show and to change which of them are selected. */
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
