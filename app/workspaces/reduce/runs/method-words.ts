import type { ReduceMethod } from "../../../../workers/model/reduce/reduce-settings";

/** The methods in the words of the table, ours first. */
export const METHOD_WORDS: Readonly<Record<ReduceMethod, { name: string; about: string }>> = {
  auto: { name: "Sinew", about: "Supports and values fitted together over examples, with the normals." },
  poisson: { name: "Poisson", about: "Fits the gradients of the poses. Good normals, more error." },
  geometric: { name: "Geometric", about: "Fits the positions of the poses, vertex by vertex." },
  smooth: { name: "Smooth", about: "Keeps weights smooth. It needs no poses." },
  "k-largest": { name: "k-largest", about: "Keeps the largest weights. It is what most exporters do." },
};

export const METHOD_ORDER = Object.keys(METHOD_WORDS) as ReduceMethod[];
