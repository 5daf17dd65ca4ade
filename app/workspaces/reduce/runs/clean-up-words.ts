import type { CleanUpKind } from "../../../../workers/model/reduce/clean-up";

/** The operations in the words of the inspector. */
export const CLEAN_UP_WORDS: Readonly<
  Record<CleanUpKind, { name: string; about: string; past: string; nothing: string }>
> = {
  normalise: {
    name: "Normalise",
    about: "Scales the weights of each vertex to the sum 1.",
    past: "Normalise weights",
    nothing: "All weights sum to 1 already.",
  },
  limit: {
    name: "Limit",
    about: "Keeps the largest weights of each vertex.",
    past: "Limit influences",
    nothing: "No vertex has more influences.",
  },
  prune: {
    name: "Prune",
    about: "Drops small weights and shares them out among the others.",
    past: "Prune weights",
    nothing: "No weight is below this.",
  },
  smooth: {
    name: "Smooth",
    about: "Moves every vertex half of the way to the mean of its neighbours, in each pass.",
    past: "Smooth weights",
    nothing: "The weights are smooth already.",
  },
  fill: {
    name: "Fill in",
    about: "Gives vertices without weights the weights around them.",
    past: "Fill in weights",
    nothing: "Every vertex has weights.",
  },
  islands: {
    name: "Remove islands",
    about: "Removes a bone from patches that are small beside its largest one.",
    past: "Remove islands",
    nothing: "No bone has islands.",
  },
  hammer: {
    name: "Hammer outliers",
    about: "Gives vertices that differ much from their neighbours the mean of these.",
    past: "Hammer outliers",
    nothing: "No vertex differs so much from its neighbours.",
  },
};
