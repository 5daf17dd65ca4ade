import { type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { composedRows } from "../../../../workers/model/weights/layers/compose";
import { dependents } from "../../../../workers/model/weights/layers/composer";
import { heldVertices } from "../../../../workers/model/weights/layers/held-vertices";
import { replaceRows, rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import { sameOr, union, without } from "../../../../workers/model/weights/layers/vertex-sets";
import type { WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import type { IconName } from "../../../common/icon-names";
import type { DocumentState } from "../../document";
import type { Command } from "../../history/history";
import type { Stores } from "../../stores";
import { measuredBefore } from "../painting/outdated-report";
import { RowsBuilder, type WeightRows } from "../weight-rows";
import { bareStack, compositionOf } from "./composition";
import { LAYER_PICK } from "./selected-layer";

/** The layers and the fields that depend on them, before or after a change of the stack. */
interface StackState {
  weightLayers: WeightLayers | null;
  /** The rows of the composite that change. */
  rows: WeightRows;
  correction: Rig["correction"] | null;
  report: DocumentState["report"];
  painted: Uint32Array;
  selected: number | null;
}

/** A change of the stack. */
interface StackChange {
  /** The new stack; null without layers. */
  after: WeightLayers | null;
  /** The vertices where layers change. */
  vertices: Uint32Array;
  /** The layer to select afterwards; by default the same. */
  selected?: number | null;
}

/** The open rig and its stack. @throws if there is no rig; the panel is hidden then. */
export function openStack(stores: Stores): { state: DocumentState; rig: Rig; stack: WeightLayers } {
  const state = stores.document.getState();
  if (!state.rig) throw new Error("There is no rig.");
  return { state, rig: state.rig, stack: state.weightLayers ?? bareStack(state.rig) };
}

/** The rows of the composite that differ under another stack. */
export function changedRows(
  state: DocumentState,
  rig: Rig,
  before: WeightLayers,
  after: WeightLayers,
  vertices: Uint32Array,
): WeightRows {
  const of = compositionOf(state, rig, after);
  const at = union(dependents(before, of.rings, -1, vertices), dependents(after, of.rings, -1, vertices));
  const made = composedRows(of, at);
  const rows = new RowsBuilder(rig.weights);
  made.vertices.forEach((i, n) => {
    rows.add(i, made.bones, made.values, made.offsets[n], made.offsets[n + 1]);
  });
  return rows.rows;
}

/**
 * A step that replaces the stack. If the composite changes, it removes the rig's correction and marks the report as
 * outdated.
 */
export function stackCommand(
  stores: Stores,
  label: string,
  icon: IconName,
  { after, vertices, selected }: StackChange,
): Command<StackState> {
  const { state, rig, stack } = openStack(stores);
  const { correction = null } = rig;
  const { report, weightEdits } = state;
  const next = after && after.layers.length > 0 ? after : null;
  const under = after ?? { ...stack, layers: [] };
  const rows = changedRows(state, rig, stack, under, vertices);
  const changes = rows.vertices.length > 0;
  const held = (each: WeightLayers) => heldVertices(each, rig.bones.length);
  const others = without(weightEdits.painted, held(stack));
  const all = union(others, next ? held(next) : new Uint32Array(0));
  const painted = sameOr(weightEdits.painted, all, rows.vertices);
  const now = stores.of(LAYER_PICK).getState().id;
  return {
    label: changes && correction ? `${label}; correction removed` : label,
    icon,
    before: {
      ...{ weightLayers: state.weightLayers, rows: rowsOf(rig.weights, rows.vertices), correction, report },
      ...{ painted: weightEdits.painted, selected: now },
    },
    after: {
      ...{ weightLayers: next, rows, painted, selected: selected === undefined ? now : selected },
      correction: changes ? null : correction,
      report: changes ? measuredBefore(report) : report,
    },
    apply: (value) => putStack(stores, value),
  };
}

function putStack(stores: Stores, { rows, weightLayers, correction, report, painted, selected }: StackState) {
  const { rig, weightEdits } = stores.document.getState();
  if (!rig) return;
  const isSame = rows.vertices.length === 0;
  stores.document.setState({
    ...(!isSame && {
      rig: {
        ...withoutCorrection(rig),
        ...(correction && { correction }),
        weights: replaceRows(rig.weights, rows),
      },
      report,
    }),
    weightLayers,
    ...(painted !== weightEdits.painted && { weightEdits: { ...weightEdits, painted } }),
  });
  stores.of(LAYER_PICK).setState({ id: selected });
}
