import type { Action } from "../../../actions/action";
import { BONE_LOCKS } from "../../../actions/bone-locks";
import { noBone, noRig } from "../../../actions/guards";
import { lockVertices, unlockAll } from "../../../document/commands";
import { shownLocks, useDocument } from "../../../document/document";
import { verticesOf } from "../../../document/measure";
import { selectedBones } from "../../../document/selection";
import { useView } from "../../../document/view-state";
import { noShownBone } from "./bone-actions";

export const LOCK_ACTIONS: Action[] = [
  {
    id: "edit.lock-bone",
    label: "Lock bone",
    icon: "lock",
    keys: ["L"],
    help: "A locked bone keeps its motion while a solve goes on.",
    menu: ["Edit", 1],
    refusal: noShownBone,
    checked: () => {
      const { selectedBone } = useView.getState();
      return selectedBone !== null && shownLocks(useDocument.getState())?.bones[selectedBone] === 1;
    },
    perform: ({ get }) => {
      const selected = selectedBones(useView.getState());
      if (selected.length === 0) return;
      get(BONE_LOCKS).lock(selected, shownLocks(useDocument.getState())?.bones[selected[0]] !== 1);
    },
  },
  {
    id: "edit.lock-weights",
    label: "Lock the bone’s weights",
    icon: "lock",
    keys: ["Shift+K"],
    help: "The vertices that it moves most keep their weights while a solve goes on.",
    menu: ["Edit", 1],
    refusal: noBone,
    perform: ({ history }) => {
      const { selectedBone } = useView.getState();
      const { rig } = useDocument.getState();
      if (rig && selectedBone !== null)
        history.run(lockVertices(verticesOf(rig.weights, selectedBone), true));
    },
  },
  {
    id: "edit.unlock-all",
    label: "Unlock everything",
    icon: "unlock",
    menu: ["Edit", 1],
    refusal: () => noRig() ?? (useDocument.getState().locks ? null : "Nothing is locked."),
    perform: ({ history }) => history.run(unlockAll()),
  },
];
