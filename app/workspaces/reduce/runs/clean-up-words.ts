import type { CleanUpKind } from "../../../../workers/model/reduce/clean-up";

/** The operations in the words of the inspector. */
export const CLEAN_UP_WORDS: Readonly<
  Record<CleanUpKind, { name: string; about: string; past: string; nothing: string }>
> = {
  normalise: {
    name: "Normalise",
    about: "Scales the weights of each vertex to a sum of 1.",
    past: "Normalise weights",
    nothing: "All weights already sum to 1.",
  },
  limit: {
    name: "Limit",
    about: "Keeps the largest weights of each vertex.",
    past: "Limit influences",
    nothing: "No vertex has more influences.",
  },
  prune: {
    name: "Prune",
    about: "Removes small weights; the other weights share them.",
    past: "Prune weights",
    nothing: "No weight is below this.",
  },
  smooth: {
    name: "Smooth",
    about: "Each pass moves every weight halfway to the mean of its neighbours.",
    past: "Smooth weights",
    nothing: "The weights are already smooth.",
  },
  fill: {
    name: "Fill in",
    about: "Gives vertices without weights those of the vertices around them.",
    past: "Fill in weights",
    nothing: "Every vertex has weights.",
  },
  islands: {
    name: "Remove islands",
    about: "Removes patches of a bone that are small compared with its largest one.",
    past: "Remove islands",
    nothing: "No bone has islands.",
  },
  hammer: {
    name: "Hammer outliers",
    about: "Sets vertices that differ much from their neighbours to their mean.",
    past: "Hammer outliers",
    nothing: "No vertex differs that much from its neighbours.",
  },
};
