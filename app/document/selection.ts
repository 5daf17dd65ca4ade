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

/** Whoever selects one bone selects no others with it. */
export function followSelection(): void {
  useView.subscribe((state, before) => {
    const isOther = state.selectedBone !== before.selectedBone;
    if (isOther && state.alsoSelected === before.alsoSelected && state.alsoSelected.length > 0) {
      useView.setState({ alsoSelected: [] });
    }
  });
}
