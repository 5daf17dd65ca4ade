import type { RowMethod } from "../../../document/reduce/reduce-state";

/** The names and descriptions of methods in the table, ours first. */
export const METHOD_WORDS: Readonly<Record<RowMethod, { name: string; about: string }>> = {
  auto: { name: "Sinew", about: "Fits influences and values together over examples, with the normals." },
  "two-layer": {
    name: "Two-layer",
    about: "Blends virtual bones once per frame, then two of them per vertex. Engines need two passes.",
  },
  poisson: { name: "Poisson", about: "Fits the gradients of the poses. Good normals, more error." },
  geometric: { name: "Geometric", about: "Fits the positions of the poses, vertex by vertex." },
  arap: {
    name: "Rigid",
    about: "Keeps the mesh as rigid as possible in the poses. For weights that were found that way.",
  },
  smooth: { name: "Smooth", about: "Keeps weights smooth. Needs no poses." },
  "k-largest": { name: "k-largest", about: "Keeps the largest weights, as most exporters do." },
};

export const METHOD_ORDER = Object.keys(METHOD_WORDS) as RowMethod[];
