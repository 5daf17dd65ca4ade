import { useView, type ViewState } from "./view-state";

/** All bones that are selected, the one that panels speak of first. */
export const selectedBones = ({ selectedBone, alsoSelected }: ViewState): number[] =>
  selectedBone === null ? [] : [selectedBone, ...alsoSelected];

/** Selects these bones and no others; panels speak of the first. */
export function selectBones(bones: readonly number[]): void {
  const [first = null, ...others] = bones;
  useView.setState({ selectedBone: first, alsoSelected: others });
}

/** Adds a bone to what is selected, as the one that panels speak of, or takes it out. */
export function toggleBone(bone: number): void {
  const now = selectedBones(useView.getState());
  selectBones(now.includes(bone) ? now.filter((each) => each !== bone) : [bone, ...now]);
}

/** Selects all from one row of a list of bones to another; panels go on to speak of the first. */
function selectStretch(bones: readonly number[], from: number, to: number): void {
  const stretch = bones.slice(Math.min(from, to), Math.max(from, to) + 1);
  selectBones(from <= to ? stretch : stretch.reverse());
}

/** A click on a row of a list of bones: with Ctrl it joins or leaves the selection, with Shift it stretches it. */
export function selectRow(
  bones: readonly number[],
  row: number,
  { ctrl, shift }: { ctrl: boolean; shift: boolean },
): void {
  const { selectedBone } = useView.getState();
  const from = shift && selectedBone !== null ? bones.indexOf(selectedBone) : -1;
  if (ctrl) toggleBone(bones[row]);
  else if (from >= 0) selectStretch(bones, from, row);
  else selectBones([bones[row]]);
}

/** Whoever selects one bone selects no others with it. */
export function followSelection(): void {
  useView.subscribe((state, before) => {
    const isOther = state.selectedBone !== before.selectedBone;
    if (isOther && state.alsoSelected === before.alsoSelected && state.alsoSelected.length > 0) {
      useView.setState({ alsoSelected: [] });
    }
  });
}
