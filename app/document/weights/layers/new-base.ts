/** Layers and locks after a rig with other weights or other bones replaces the document's. */
import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { composedRows } from "../../../../workers/model/weights/layers/compose";
import { dependents } from "../../../../workers/model/weights/layers/composer";
import { heldVertices } from "../../../../workers/model/weights/layers/held-vertices";
import { layOver } from "../../../../workers/model/weights/layers/lay-over";
import { matchBones, type NamedWeights } from "../../../../workers/model/weights/layers/match-bones";
import { rebased } from "../../../../workers/model/weights/layers/rebase";
import type { HeldBones } from "../../../../workers/model/weights/layers/row-accumulator";
import { replaceRows, rowsOf, withoutRows } from "../../../../workers/model/weights/layers/sparse-rows";
import { sameOr, without } from "../../../../workers/model/weights/layers/vertex-sets";
import { isShown, type WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import type { DocumentState } from "../../document";
import { type Stores, storeKey } from "../../stores";
import { ringsOf } from "./composition";

type State = Pick<DocumentState, "sequence" | "rig" | "weightEdits" | "weightLayers">;

/** The fields that change when a rig replaces another. */
type Relaid = Pick<DocumentState, "rig" | "weightLayers" | "weightEdits">;

/** How the bones of the new rig relate to those of the old one. */
export interface BoneChange {
  /** The new names of renamed bones, by their old names. */
  now?: ReadonlyMap<string, string>;
  /** Names of bones whose weights the edit itself changes, even if they are locked. */
  edited?: readonly string[];
}

const NONE = new Uint32Array(0);

const named = ({ bones, weights }: Rig): NamedWeights => ({ names: bones.map(({ name }) => name), weights });

/**
 * Puts the document's layers over the weights of a new rig, and restores the weights of locked bones. Matches bones by
 * name.
 * @param rig the new rig, possibly with other bones. Its weights become the base.
 * @param weightEdits the edits for the new rig; `locked` has the names of its bones.
 */
export function relaid(
  state: State,
  rig: Rig,
  { now, edited = [] }: BoneChange = {},
  weightEdits: WeightEdits = state.weightEdits,
): Relaid {
  const sameMesh = (weights?: SparseWeights) => weights?.offsets.length === rig.weights.offsets.length;
  const before = state.rig && sameMesh(state.rig.weights) ? named(state.rig) : null;
  const own = state.weightLayers;
  const stack = own && sameMesh(own.base) ? own : null;
  const { painted } = weightEdits;
  const locked = weightEdits.locked.filter((name) => !edited.includes(name));
  const rings = ringsOf(state.sequence, rig.weights.offsets.length - 1);
  const laid = layOver({ stack, before, rings, painted, locked, now }, named(rig));
  const kept = sameOr(painted, laid.painted, new Uint32Array(0));
  return {
    rig: laid.weights === rig.weights ? rig : { ...withoutCorrection(rig), weights: laid.weights },
    weightLayers: laid.stack,
    weightEdits: kept === painted ? weightEdits : { ...weightEdits, painted: kept },
  };
}

/**
 * The base of each rig that `composedFound` made: the weights that the engine found. A step that puts such a rig into
 * the document needs them.
 */
const FOUND_BASES = storeKey(() => new WeakMap<Rig, { base: SparseWeights; over: WeightLayers }>());

/** A rig that the engine found with the document's layers over it, to show now and to put into the document later. */
export function composedFound(stores: Stores, rig: Rig): Rig {
  const state = stores.document.getState();
  if (!state.weightLayers) return rig;
  const laid = relaid(state, rig);
  if (!laid.rig || !laid.weightLayers) return rig;
  const { base } = laid.weightLayers;
  // A new object even if nothing differs, because it is the key of its base.
  const shown = laid.rig === rig ? { ...rig } : laid.rig;
  stores.of(FOUND_BASES).set(shown, { base, over: state.weightLayers });
  return shown;
}

/**
 * The fields of the document for a rig from `composedFound`. Null for other rigs, and if the layers have changed since.
 */
export function laidFound(stores: Stores, rig: Rig): Partial<Relaid> | null {
  const { weightLayers } = stores.document.getState();
  const found = stores.of(FOUND_BASES).get(rig);
  if (!found || !weightLayers || found.over.layers !== weightLayers.layers) return null;
  const { stack } = rebased(weightLayers, found.base, named(rig).names);
  return { rig, weightLayers: stack };
}

/**
 * As `relaid`, for a rig with new bones, such as the result of another solve. A new bone matches the old bone that
 * moves the same vertices. Drops the locks of bones without a match.
 */
export function relaidByWeights(state: State, rig: Rig): Partial<Relaid> {
  const { rig: before, weightEdits, weightLayers } = state;
  const isFree = weightEdits.painted.length === 0 && weightEdits.locked.length === 0;
  if (!before || (!weightLayers && weightEdits.locked.length === 0)) {
    return isFree ? {} : { weightEdits: { ...weightEdits, painted: NONE, locked: [] } };
  }
  const after = named(rig);
  const old = named(before);
  const found = matchBones({ ...old, weights: weightLayers?.base ?? old.weights }, after);
  // An old bone without a match is not the new bone of the same name: the solve gave that name to another bone.
  const now = new Map(
    (weightLayers?.bones ?? old.names).map((name) => [name, found.get(name) ?? unlike(name, after.names)]),
  );
  const locked = weightEdits.locked.flatMap((name) => found.get(name) ?? []);
  const painted = weightLayers ? weightEdits.painted : NONE;
  return relaid(state, rig, { now }, { ...weightEdits, painted, locked });
}

/** A new name for a missing bone, which no bone of the new rig has. */
function unlike(name: string, names: readonly string[]): string {
  let other = name;
  while (names.includes(other)) other = `${other} (before)`;
  return other;
}

/** Releases vertices from the layers. The base takes their composite, so that it stays until the next binding. */
export function withReleasedLayers(state: State, painted: Uint32Array): Partial<Relaid> {
  const { rig, weightLayers, weightEdits } = state;
  if (!rig || !weightLayers) return {};
  const held = heldVertices(weightLayers, rig.bones.length);
  const freed = without(weightEdits.painted, painted);
  const gone = without(freed, without(freed, held));
  if (gone.length === 0) return {};
  const layers = weightLayers.layers.map((layer) =>
    isShown(weightLayers, layer) && layer.kind !== "smooth"
      ? {
          ...layer,
          rows: withoutRows(layer.rows, gone),
          below: layer.below && withoutRows(layer.below, gone),
        }
      : layer,
  );
  return {
    weightLayers: {
      ...weightLayers,
      base: replaceRows(weightLayers.base, rowsOf(rig.weights, gone)),
      layers,
    },
  };
}

/** The rig's weights after the stack changes. Recomputes some vertices and those that depend on them. */
export function recomposed(
  state: Pick<DocumentState, "sequence">,
  rig: Rig,
  stack: WeightLayers,
  vertices: Uint32Array,
  held: HeldBones | null,
): SparseWeights {
  const rings = ringsOf(state.sequence, rig.weights.offsets.length - 1);
  const at = dependents(stack, rings, -1, vertices);
  return replaceRows(rig.weights, composedRows({ stack, rings, boneCount: rig.bones.length, held }, at));
}
