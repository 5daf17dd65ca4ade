import type { Stores } from "./stores";
import type { ViewState } from "./view-state";

/** All selected bones. Panels show the first. */
export const selectedBones = ({ selectedBone, alsoSelected }: ViewState): number[] =>
  selectedBone === null ? [] : [selectedBone, ...alsoSelected];

/** Selects these bones and no others. Panels show the first. */
export function selectBones(stores: Stores, bones: readonly number[]): void {
  const [first = null, ...others] = bones;
  stores.view.setState({ selectedBone: first, alsoSelected: others });
}

/** Adds a bone to the selection as the one that panels show, or removes it. */
export function toggleBone(stores: Stores, bone: number): void {
  const now = selectedBones(stores.view.getState());
  selectBones(stores, now.includes(bone) ? now.filter((each) => each !== bone) : [bone, ...now]);
}

/** Selects the range from one row of a list of bones to another. Panels keep showing the first. */
function selectStretch(stores: Stores, bones: readonly number[], from: number, to: number): void {
  const stretch = bones.slice(Math.min(from, to), Math.max(from, to) + 1);
  selectBones(stores, from <= to ? stretch : stretch.reverse());
}

/** A click on a row of a list of bones: Ctrl toggles the bone, and Shift selects a range. */
export function selectRow(
  stores: Stores,
  bones: readonly number[],
  row: number,
  { ctrl, shift }: { ctrl: boolean; shift: boolean },
): void {
  const { selectedBone } = stores.view.getState();
  const from = shift && selectedBone !== null ? bones.indexOf(selectedBone) : -1;
  if (ctrl) toggleBone(stores, bones[row]);
  else if (from >= 0) selectStretch(stores, bones, from, row);
  else selectBones(stores, [bones[row]]);
}

/** Selecting one bone clears the others. */
export function followSelection(stores: Stores): void {
  stores.view.subscribe((state, before) => {
    const isOther = state.selectedBone !== before.selectedBone;
    if (isOther && state.alsoSelected === before.alsoSelected && state.alsoSelected.length > 0) {
      stores.view.setState({ alsoSelected: [] });
    }
  });
}
