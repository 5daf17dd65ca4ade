import { composedWeights } from "../../../../workers/model/weights/layers/compose";
import type { WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import type { DocumentState } from "../../../document/document";
import { bareStack, compositionOf } from "../../../document/weights/layers/composition";
import { canShareLayers, unionOfLayers } from "./merge-layers";
import { type Difference, differences, PARTS } from "./project-parts";

type State = Partial<DocumentState>;

export interface Merged {
  /** The fields of mine that change. */
  fields: State;
  /** A sentence about each part that they changed. */
  words: string[];
}

/** Why two states cannot be merged, or null. */
export const whyNotMergeable = (parts: readonly Difference[]): string | null =>
  parts.some(({ part }) => part === "mesh") ? "The meshes differ, so only one of them can stay." : null;

/**
 * Takes the parts that only they changed into mine. A part that both changed stays mine, except that weights keep the
 * layers of both.
 */
export function mergedStates(mine: DocumentState, theirs: State, base: State | null): Merged {
  const fields: State = {};
  const words: string[] = [];
  for (const { part, label, changedBy } of differences(mine, theirs, base)) {
    if (changedBy === "mine") continue;
    const layers = part === "weights" && changedBy === "both" ? layersOfBoth(mine, theirs, base) : null;
    if (layers) {
      Object.assign(fields, layers.fields);
      words.push(layers.words);
    } else if (changedBy === "theirs") {
      for (const key of PARTS[part].keys) Object.assign(fields, { [key]: theirs[key] });
      words.push(`${label}: theirs.`);
    } else words.push(`${label}: mine, because both changed them.`);
  }
  return { fields, words };
}

/** The weights with the layers of both; null if their bases differ. */
function layersOfBoth(mine: DocumentState, theirs: State, base: State | null) {
  const [own, other] = [stackOf(mine), stackOf(theirs)];
  if (!mine.rig || !own || !other || !canShareLayers(own, other)) return null;
  const weightLayers = unionOfLayers(own, other, base ? stackOf(base) : null);
  const weights = composedWeights(compositionOf(mine, mine.rig, weightLayers));
  const { correction: _, ...rig } = mine.rig;
  const fields: State = {
    weightLayers,
    rig: { ...rig, weights },
    report: mine.report && { ...mine.report, weightsChanged: true },
  };
  return { fields, words: "Bones, weights and layers: the layers of both." };
}

/** The layers of a state, or its weights as a base without layers. */
const stackOf = ({ weightLayers, rig }: State): WeightLayers | null =>
  weightLayers ?? (rig ? bareStack(rig) : null);
