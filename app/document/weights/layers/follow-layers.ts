/** Updates layers with each step of the document. Only here does a new rig become the base below them. */
import type { Rig } from "../../../../workers/model/rig/rig";
import { touchedBy, type WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import type { DocumentState } from "../../document";
import type { Stores } from "../../stores";
import { measuredBefore } from "../painting/outdated-report";
import { heldBones } from "./composition";
import { type BoneChange, laidFound, recomposed, relaid, withReleasedLayers } from "./new-base";

type Fields = Partial<DocumentState>;

/**
 * The fields that a step must also set, so that the rig's weights stay the composite of the layers and locked bones
 * keep their weights. Empty for steps that set `weightLayers` themselves.
 */
export function followLayers(stores: Stores, next: Fields, change: BoneChange = {}): Fields {
  const state = stores.document.getState();
  if ("weightLayers" in next) return {};
  const weightEdits = next.weightEdits ?? state.weightEdits;
  if (next.rig && next.rig !== state.rig) return underLayers(stores, next.rig, weightEdits, next, change);
  const { weightLayers, rig } = state;
  if (!rig || !weightLayers || next.rig === null || !next.weightEdits) {
    return "rig" in next && weightLayers ? { weightLayers } : {};
  }
  const free = withReleasedLayers(state, weightEdits.painted);
  return {
    ...("rig" in next && { weightLayers }),
    ...free,
    ...unlocked(state, rig, weightLayers, weightEdits),
  };
}

/** The fields for a step that sets another rig: its weights become the base. */
function underLayers(
  stores: Stores,
  rig: Rig,
  weightEdits: WeightEdits,
  next: Fields,
  change: BoneChange,
): Fields {
  const state = stores.document.getState();
  const { weightLayers, rig: before } = state;
  const known = laidFound(stores, rig);
  if (known) return { ...known, ...withReleasedLayers({ ...state, ...known }, weightEdits.painted) };
  const freed = { ...state, ...withReleasedLayers(state, weightEdits.painted) };
  if (before && sameWeights(before, rig)) {
    return freed.weightLayers ? { weightLayers: renamed(freed.weightLayers, rig) } : {};
  }
  const laid = relaid(freed, rig, change, weightEdits);
  return {
    ...((weightLayers || laid.weightLayers) && { weightLayers: laid.weightLayers }),
    ...(laid.weightEdits !== weightEdits && { weightEdits: laid.weightEdits }),
    ...(laid.rig !== rig && { rig: laid.rig, ...(next.report && { report: measuredBefore(next.report) }) }),
  };
}

/** Whether a rig has the same weights, for instance because only its motion changed. */
function sameWeights(before: Rig, rig: Rig): boolean {
  if (before.weights === rig.weights) return true;
  if (before.bones.length !== rig.bones.length) return false;
  const sameNames = before.bones.every(({ name }, j) => name === rig.bones[j].name);
  const [a, b] = [before.weights, rig.weights];
  return (
    sameNames &&
    a.values.length === b.values.length &&
    a.offsets.length === b.offsets.length &&
    a.values.every((w, e) => w === b.values[e]) &&
    a.bones.every((j, e) => j === b.bones[e]) &&
    a.offsets.every((at, i) => at === b.offsets[i])
  );
}

/** The stack with the names of the rig's bones. Missing bones keep their names. */
function renamed(stack: WeightLayers, { bones }: Rig): WeightLayers {
  const names = [...bones.map(({ name }) => name), ...stack.bones.slice(bones.length)];
  return names.every((name, j) => name === stack.bones[j]) ? stack : { ...stack, bones: names };
}

/** The rig after bones are unlocked: layers decide on their weights again. */
function unlocked(state: DocumentState, rig: Rig, stack: WeightLayers, { locked }: WeightEdits): Fields {
  if (state.weightEdits.locked.every((name) => locked.includes(name))) return {};
  const weights = recomposed(state, rig, stack, touchedBy(stack.layers), heldBones(rig, locked));
  return sameWeights({ ...rig, weights }, rig) ? {} : { rig: { ...rig, weights } };
}
