import type { RowMethod } from "../../../document/reduce/reduce-state";

/** The methods in the words of the table, ours first. */
export const METHOD_WORDS: Readonly<Record<RowMethod, { name: string; about: string }>> = {
  auto: { name: "Sinew", about: "Supports and values fitted together over examples, with the normals." },
  "two-layer": {
    name: "Two-layer",
    about:
      "Virtual bones are blended once a frame, and each vertex blends two of them. Engines need two passes.",
  },
  poisson: { name: "Poisson", about: "Fits the gradients of the poses. Good normals, more error." },
  geometric: { name: "Geometric", about: "Fits the positions of the poses, vertex by vertex." },
  arap: {
    name: "Rigid",
    about:
      "Keeps the mesh as rigid as possible in the poses, and does not imitate the old weights. For weights that were found that way.",
  },
  smooth: { name: "Smooth", about: "Keeps weights smooth. It needs no poses." },
  "k-largest": { name: "k-largest", about: "Keeps the largest weights. It is what most exporters do." },
};

export const METHOD_ORDER = Object.keys(METHOD_WORDS) as RowMethod[];
