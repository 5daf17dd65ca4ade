import type { Bone } from "../../workers/model/rig/rig";
import { shownRig } from "./document";
import type { Influence } from "./measure";
import type { Stores } from "./stores";
import type { ViewState } from "./view-state";

/** All selected bones. Panels show the first. */
export const selectedBones = ({
  selectedBone,
  alsoSelected,
}: Pick<ViewState, "selectedBone" | "alsoSelected">): number[] =>
  selectedBone === null ? [] : [selectedBone, ...alsoSelected];

/** The total weight of the selected bones among the influences of a vertex. */
export function selectedWeight(view: ViewState, influences: readonly Influence[]): number {
  const bones = selectedBones(view);
  return influences.reduce((sum, { bone, weight }) => sum + (bones.includes(bone) ? weight : 0), 0);
}

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

/**
 * The index of bone `j` among other bones: that of the bone with its name, or `j` itself if it was only renamed. A
 * solve that finds as many bones as there were gives them other names and other heads: none of them is the old one.
 */
function placeAfter(before: readonly Bone[], now: readonly Bone[], j: number): number | null {
  const { name } = before[j] ?? {};
  const found = now.findIndex((bone) => bone.name === name);
  if (found >= 0) return found;
  const isRenamed =
    before.length === now.length &&
    !before.some((bone) => bone.name === now[j]?.name) &&
    before[j]?.head.join() === now[j]?.head.join();
  return isRenamed ? j : null;
}

/** Keeps bones selected and hidden when an edit or its undo changes their order. */
function followBones(stores: Stores, before: readonly Bone[], now: readonly Bone[]): void {
  const { selectedBone, alsoSelected, hiddenBones } = stores.view.getState();
  const among = (all: readonly number[]) =>
    all.map((j) => placeAfter(before, now, j)).filter((j): j is number => j !== null);
  const selected = selectedBone === null ? null : placeAfter(before, now, selectedBone);
  const [also, hidden] = [among(alsoSelected), among(hiddenBones)];
  const isSame = (a: readonly number[], b: readonly number[]) => a.join() === b.join();
  if (selected === selectedBone && isSame(also, alsoSelected) && isSame(hidden, hiddenBones)) return;
  stores.view.setState({
    selectedBone: selected ?? also[0] ?? null,
    alsoSelected: selected === null ? also.slice(1) : also,
    hiddenBones: hidden,
  });
}

/** Clears the other selected bones when one is selected, and keeps the selection when bones change their order. */
export function followSelection(stores: Stores): void {
  stores.document.subscribe(
    (state) => shownRig(state)?.bones ?? null,
    (now, before) => now && before && followBones(stores, before, now),
  );
  stores.view.subscribe((state, before) => {
    const isOther = state.selectedBone !== before.selectedBone;
    if (isOther && state.alsoSelected === before.alsoSelected && state.alsoSelected.length > 0) {
      stores.view.setState({ alsoSelected: [] });
    }
  });
}
