import type { Action } from "../../../actions/action";
import { BONE_LOCKS } from "../../../actions/guards/bone-locks";
import { noBone, noRig } from "../../../actions/guards/guards";
import { shownLocks } from "../../../document/document";
import { verticesOf } from "../../../document/measure";
import { selectedBones } from "../../../document/selection";
import { lockVertices, unlockAll } from "../../../document/solve/lock-commands";
import { noShownBone } from "./bone-actions";

export const LOCK_ACTIONS: Action[] = [
  {
    id: "edit.lock-bone",
    label: "Lock bone",
    icon: "lock",
    keys: ["L"],
    help: "Keeps the bone’s motion when a solve continues.",
    menu: ["Edit", 1],
    refusal: noShownBone,
    checked: ({ view, document }) => {
      const { selectedBone } = view.getState();
      return selectedBone !== null && shownLocks(document.getState())?.bones[selectedBone] === 1;
    },
    perform: ({ get, view, document }) => {
      const selected = selectedBones(view.getState());
      if (selected.length === 0) return;
      get(BONE_LOCKS).lock(selected, shownLocks(document.getState())?.bones[selected[0]] !== 1);
    },
  },
  {
    id: "edit.lock-weights",
    label: "Lock bone weights",
    icon: "lock",
    keys: ["Shift+K"],
    help: "Keeps the weights of the vertices that it moves most when a solve continues.",
    menu: ["Edit", 1],
    refusal: noBone,
    perform: (studio) => {
      const { selectedBone } = studio.view.getState();
      const { rig } = studio.document.getState();
      if (rig && selectedBone !== null)
        studio.history.run(lockVertices(studio, verticesOf(rig.weights, selectedBone), true));
    },
  },
  {
    id: "edit.unlock-all",
    label: "Unlock everything",
    icon: "unlock",
    menu: ["Edit", 1],
    refusal: (stores) => noRig(stores) ?? (stores.document.getState().locks ? null : "Nothing is locked."),
    perform: (studio) => studio.history.run(unlockAll(studio)),
  },
];
