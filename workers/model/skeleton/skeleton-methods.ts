import type { SkeletonMethod } from "./extract-settings";

/** A method as the artist sees it. */
interface SkeletonMethodWords {
  label: string;
  /** What follows the label in a list. */
  note?: string;
  about: string;
  /** It keeps the bones of the rig that there is, and needs one. */
  keepsBones?: boolean;
}

/** The methods that find skeletons, in the order of the list. */
export const SKELETON_METHODS_IN_WORDS: Record<SkeletonMethod, SkeletonMethodWords> = {
  auto: {
    label: "Auto",
    about: "Bones, tree, joints, weights and motion together, from several starts. The lowest error.",
  },
  "multi-pass": {
    label: "Multi-pass",
    about: "Starts with too many bones and prunes them, with joints and smooth weights (Le & Deng 2014).",
  },
  schaefer: {
    label: "Schaefer & Yuksel",
    about: "Merges faces that move alike, then finds joints (Schaefer & Yuksel 2007).",
  },
  aguiar: {
    label: "de Aguiar",
    about: "Groups vertices whose distances stay, then finds joints (de Aguiar et al. 2008).",
  },
  hasler: {
    label: "Hasler",
    about: "Groups rigid motions, then finds the hierarchy (Hasler et al. 2010).",
  },
  connect: {
    label: "Connect",
    note: "the solve’s bones",
    about:
      "Keeps bones and weights as they are, and only hangs the bones on each other where they share a joint.",
    keepsBones: true,
  },
};

export const SKELETON_METHOD_NAMES = Object.keys(SKELETON_METHODS_IN_WORDS) as SkeletonMethod[];
