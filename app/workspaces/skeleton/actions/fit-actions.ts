import type { FitSettings } from "../../../../workers/model/skeleton/fit/fit-settings";
import type { Action } from "../../../actions/action";
import { noBone, noSequence, solving, tooFewFrames } from "../../../actions/guards/guards";
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
      ? "The skeleton is not placed yet. Check the alignment in the viewport, and apply it."
      : "There is no skeleton of yours yet. Choose a file, or drop one.";

/** Why the chosen kind of fit cannot start from what is there. */
const lacking = ({ document }: Stores): string | null => {
  const state = document.getState();
  const { ownSkeleton, fitting } = state;
  if (!ownSkeleton || startsInScene(state)) return null;
  return lackOf(ownSkeleton.skeleton, fitting.solve);
};

/** What a skeleton lacks for a kind of fit, or null. */
export function lackOf(
  { motion, weights }: { motion: unknown; weights: unknown },
  solve: FitSettings["solve"],
): string | null {
  if (solve === "weights" && !motion)
    return "Weights alone need a clip that moves like the mesh, and the file has none. Choose Both.";
  if (solve === "motion" && !weights)
    return "Motion alone needs weights for this mesh, and the file has none. Choose Both.";
  return null;
}

const noProposal = (stores: Stores): string | null => {
  const { proposal } = stores.of(FIT_DESK).getState();
  if (!proposal)
    return stores.document.getState().ownSkeleton
      ? "This project is older, and does not have the skeleton’s file. Choose it again to align it."
      : "There is no skeleton of yours yet. Choose a file, or drop one.";
  return proposal.found ? null : "The alignment is still being found.";
};

const isApplied = (stores: Stores): boolean =>
  stores.of(FIT_DESK).getState().proposal?.found?.alignment ===
  stores.document.getState().ownSkeleton?.alignment;

const noLock = (stores: Stores): string | null =>
  noBone(stores) ??
  (ownInScene(stores.document.getState())
    ? null
    : "Locks are for fits onto a skeleton of yours. Choose one under Fit mine.");

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

/** Fitting the mesh onto a skeleton that the artist brings. */
export const FIT_ACTIONS: Action[] = [
  {
    id: "fit.align",
    label: "Show the alignment",
    icon: "axes",
    words: "place scale turn move skeleton",
    help: "How the skeleton’s file lies in the mesh.",
    menu: ["Rig", 3],
    refusal: noProposal,
    checked: ({ of }) => of(FIT_DESK).getState().card,
    perform: ({ of }) => of(FIT_DESK).setState(({ card }) => ({ card: !card })),
  },
  {
    id: "fit.apply",
    label: "Apply the alignment",
    icon: "check",
    keys: ["Enter"],
    help: "Puts the skeleton into the scene, in the place of the rig. Undo brings that back.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noProposal(stores) ??
      solving(stores) ??
      (isApplied(stores) ? "This alignment is applied already." : null),
    perform: ({ get }) => get(ALIGNING).apply(),
  },
  {
    id: "fit.align-again",
    label: "Align again",
    icon: "restart",
    help: "Looks for the place of the skeleton in the mesh.",
    menu: ["Rig", 3],
    refusal: noProposal,
    perform: ({ get }) => get(ALIGNING).again(),
  },
  {
    id: "fit.start",
    label: "Fit the mesh onto this skeleton",
    icon: "align",
    words: "weights motion helpers solve own rig",
    help: "Finds weights, motion or both, and helper bones.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noSequence(stores) ??
      tooFewFrames(stores) ??
      solving(stores) ??
      noOwnSkeleton(stores) ??
      lacking(stores),
    perform: ({ get }) => get(FITTING).start("file"),
  },
  {
    id: "fit.continue",
    label: "Continue the fit",
    icon: "again",
    help: "Goes on from the rig in the scene.",
    menu: ["Rig", 3],
    refusal: (stores) =>
      noOwnSkeleton(stores) ??
      solving(stores) ??
      (isFitted(stores.document.getState()) ? null : "Nothing is fitted yet. Fit first."),
    perform: ({ get }) => get(FITTING).start("scene"),
  },
  {
    id: "fit.lock-motion",
    label: "Lock the bone’s motion in fits",
    icon: "lock",
    keys: ["L"],
    help: "It moves against its parent as it does now.",
    menu: ["Edit", 1],
    refusal: noLock,
    checked: (stores) => isLocked(stores, "lockMotion"),
    perform: (studio) => toggleLock(studio, "lockMotion"),
  },
  {
    id: "fit.lock-weights",
    label: "Lock the bone’s weights in fits",
    icon: "lock",
    keys: ["Shift+K"],
    help: "They stay as they are, at all vertices.",
    menu: ["Edit", 1],
    refusal: noLock,
    checked: (stores) => isLocked(stores, "lockWeights"),
    perform: (studio) => toggleLock(studio, "lockWeights"),
  },
];
