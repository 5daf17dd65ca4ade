import type { FitSettings } from "../../../../workers/model/skeleton/fit/fit-settings";
import type { Action } from "../../../actions/action";
import { noBone, noFramesInMemory, noSequence, solving } from "../../../actions/guards/guards";
import type { Studio } from "../../../actions/studio";
import { selectedBones } from "../../../document/selection";
import { lockForFit } from "../../../document/skeleton/fit-commands";
import { isFitted, type LockKind, ownInScene, startsInScene } from "../../../document/skeleton/own-skeleton";
import type { Stores } from "../../../document/stores";
import { ALIGNING } from "../runs/fit/aligning";
import { FIT_DESK } from "../runs/fit/fit-desk";
import { FITTING } from "../runs/fit/fitting";

const noOwnSkeleton = (stores: Stores): string | null =>
  stores.document.getState().ownSkeleton
    ? null
    : stores.of(FIT_DESK).getState().proposal
      ? "The skeleton is not placed yet. Check the alignment in the viewport and apply it."
      : "No skeleton of your own yet. Choose or drop a file.";

/** Why the chosen kind of fit cannot start, or null: the skeleton lacks something. */
const lacking = ({ document }: Stores): string | null => {
  const state = document.getState();
  const { ownSkeleton, fitting } = state;
  if (!ownSkeleton || startsInScene(state)) return null;
  return lackOf(ownSkeleton.skeleton, fitting.solve);
};

/** Says what a skeleton lacks for a kind of fit; null if nothing. */
export function lackOf(
  { motion, weights }: { motion: unknown; weights: unknown },
  solve: FitSettings["solve"],
): string | null {
  if (solve === "weights" && !motion)
    return "Fitting weights alone needs a clip that moves like the mesh, and the file has none. Choose Both.";
  if (solve === "motion" && !weights)
    return "Fitting motion alone needs weights for this mesh, and the file has none. Choose Both.";
  return null;
}

const noProposal = (stores: Stores): string | null => {
  const { proposal } = stores.of(FIT_DESK).getState();
  if (!proposal)
    return stores.document.getState().ownSkeleton
      ? "This older project lacks the skeleton’s file. Choose the file again to align it."
      : "No skeleton of your own yet. Choose or drop a file.";
  return proposal.found ? null : "The skeleton is still being aligned.";
};

const isApplied = (stores: Stores): boolean =>
  stores.of(FIT_DESK).getState().proposal?.found?.alignment ===
  stores.document.getState().ownSkeleton?.alignment;

const noLock = (stores: Stores): string | null =>
  noBone(stores) ??
  (ownInScene(stores.document.getState())
    ? null
    : "These locks are for fits to your own skeleton. Choose one under Fit mine.");

const names = ({ document, view }: Stores): string[] => {
  const { rig } = document.getState();
  return selectedBones(view.getState()).flatMap((j) => rig?.bones[j]?.name ?? []);
};

const isLocked = (stores: Stores, kind: LockKind): boolean => {
  const [first] = names(stores);
  return stores.document.getState().fitting.bones[first]?.[kind] === true;
};

const toggleLock = (studio: Studio, kind: LockKind) =>
  studio.history.run(lockForFit(studio, names(studio), kind, !isLocked(studio, kind)));

/** Actions that fit the mesh to the artist's own skeleton. */
export const FIT_ACTIONS: Action[] = [
  {
    id: "fit.align",
    label: "Show alignment",
    icon: "axes",
    words: "place scale turn move skeleton",
    help: "Shows how the skeleton lies in the mesh.",
    menu: ["Rig", 3],
    refusal: noProposal,
    checked: ({ of }) => of(FIT_DESK).getState().card,
    perform: ({ of }) => of(FIT_DESK).setState(({ card }) => ({ card: !card })),
  },
  {
    id: "fit.apply",
    label: "Apply alignment",
    icon: "check",
    keys: ["Enter"],
    help: "Replaces the rig in the scene by the skeleton. Undo restores the rig.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noProposal(stores) ??
      solving(stores) ??
      (isApplied(stores) ? "This alignment is already applied." : null),
    perform: ({ get }) => get(ALIGNING).apply(),
  },
  {
    id: "fit.align-again",
    label: "Align again",
    icon: "restart",
    help: "Finds the place of the skeleton in the mesh again.",
    menu: ["Rig", 3],
    refusal: noProposal,
    perform: ({ get }) => get(ALIGNING).again(),
  },
  {
    id: "fit.start",
    label: "Fit mesh to skeleton",
    icon: "align",
    words: "weights motion helpers solve own rig",
    help: "Finds weights, motion or both, and helper bones.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noSequence(stores) ??
      noFramesInMemory(stores) ??
      solving(stores) ??
      noOwnSkeleton(stores) ??
      lacking(stores),
    perform: ({ get }) => get(FITTING).start("file"),
  },
  {
    id: "fit.continue",
    label: "Continue fit",
    icon: "again",
    help: "Continues from the rig in the scene.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noOwnSkeleton(stores) ??
      solving(stores) ??
      (isFitted(stores.document.getState()) ? null : "Nothing is fitted yet. Fit first."),
    perform: ({ get }) => get(FITTING).start("scene"),
  },
  {
    id: "fit.lock-motion",
    label: "Lock bone motion in fits",
    icon: "lock",
    keys: ["L"],
    help: "Keeps the bone’s motion relative to its parent.",
    menu: ["Edit", 1],
    refusal: noLock,
    checked: (stores) => isLocked(stores, "lockMotion"),
    perform: (studio) => toggleLock(studio, "lockMotion"),
  },
  {
    id: "fit.lock-weights",
    label: "Lock bone weights in fits",
    icon: "lock",
    keys: ["Shift+K"],
    help: "Keeps the bone’s weights on all vertices.",
    menu: ["Edit", 1],
    refusal: noLock,
    checked: (stores) => isLocked(stores, "lockWeights"),
    perform: (studio) => toggleLock(studio, "lockWeights"),
  },
];
