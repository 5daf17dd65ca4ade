import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import { shownRig } from "../document";
import { setPaint } from "../paint-settings";
import { selectBones } from "../selection";
import type { Stores } from "../stores";
import { suspicious } from "./binding-state";
import { isSameHeld } from "./held-now";
import { segmentsOfBones } from "./segment-weights";

/** Selects the first bone of the rig on screen that belongs to a segment. Does nothing if the rig has other bones. */
export function selectBoneOf(stores: Stores, segment: number): void {
  const state = stores.document.getState();
  const rig = shownRig(state);
  const segments = state.skeleton && rig && segmentsOfBones(state.skeleton, rig);
  const bone = segments ? segments.indexOf(segment) : -1;
  if (bone >= 0) selectBones(stores, [bone]);
}

/** Selects a constraint and its bone, so that both are visible. */
export function selectHeld(stores: Stores, { kind, vertex, bone }: HeldWeight): void {
  selectBoneOf(stores, bone);
  stores.binding.setState({ selectedHeld: { kind, vertex, bone } });
}

/** Selects the next suspicious attachment, with the first after the last, and switches to the attachment tool. */
export function selectNextSuspicious(stores: Stores): void {
  const { selectedHeld, held } = stores.binding.getState();
  const all = suspicious(held);
  if (all.length === 0) return;
  const at = all.findIndex((each) => isSameHeld(each, selectedHeld));
  setPaint(stores, { tool: "attach" });
  selectHeld(stores, all[(at + 1) % all.length]);
}
