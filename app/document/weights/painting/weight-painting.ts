import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import { type Bone, type Rig, withoutCorrection } from "../../../../workers/model/rig/rig";
import { composedRows } from "../../../../workers/model/weights/layers/compose";
import { dependents } from "../../../../workers/model/weights/layers/composer";
import { heldVertices } from "../../../../workers/model/weights/layers/held-vertices";
import { noRows, replaceRows, rowsOf } from "../../../../workers/model/weights/layers/sparse-rows";
import { sameOr, union, without } from "../../../../workers/model/weights/layers/vertex-sets";
import type { WeightLayer, WeightLayers } from "../../../../workers/model/weights/layers/weight-layers";
import {
  contentAt,
  type LayerRows,
  rowsForTarget,
  withContent,
} from "../../../../workers/model/weights/layers/write-rows";
import { plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import type { DocumentState } from "../../document";
import type { Command } from "../../history/history";
import type { Stores } from "../../stores";
import { bareStack, compositionOf } from "../layers/composition";
import { LAYER_PICK, levelOf, selectedLayer, strokeLayer, whyNotPainted } from "../layers/selected-layer";
import { lockedBones } from "../weight-locks";
import { gainedIn, type WeightRows } from "../weight-rows";
import { measuredBefore } from "./outdated-report";

/** The changed layer, before or after the change. */
interface LayerPart {
  id: number;
  /** The place of a new layer. */
  level: number;
  /** The layer without its rows; null if it does not exist. */
  layer: WeightLayer | null;
  /** Its rows at the changed vertices. */
  content: Omit<LayerRows, "refused"> | null;
  /** The layer to select. */
  selected: number | null;
}

/** Rows of weights before or after a change, and the fields that change with them. */
interface PaintedRows {
  rows: WeightRows;
  part: LayerPart;
  correction: Rig["correction"] | null;
  report: SolveReport | null;
  /** The vertices painted by hand, ascending: they keep their rows when weights are found. */
  byHand: Uint32Array;
}

/** The destination of a change of weights; by default the selected layer. */
interface Destination {
  /** The name of a layer to make above the selected one. */
  newLayer?: string;
}

/**
 * Sets rows of the rig's weights by changing the selected layer. Makes a layer if there is none, or if the selected one
 * cannot be painted. Where the layer covers the base fully, its vertices count as painted by hand, and the optimisation
 * keeps them. The step stores only the old and the new rows, not all weights. Removes the rig's correction, which fits
 * the old weights, and marks the report as outdated.
 * @returns a sentence if the layer shows at none of the vertices, so that there is no step to make.
 */
export function changeWeights(
  stores: Stores,
  label: string,
  icon: IconName,
  changed: WeightRows,
  { newLayer }: Destination = {},
): Command<PaintedRows> | string {
  const state = stores.document.getState();
  const { rig, report, weightEdits } = state;
  if (!rig) throw new Error("There is no rig.");
  const { correction = null } = rig;
  const { stack, layer, level, isNew } = layerFor(stores, rig, newLayer);
  const of = compositionOf(state, rig, stack);
  const content = rowsForTarget(of, level, changed);
  if (content.refused === changed.vertices.length) return whyNoneShows(layer.name);
  if (content.refused > 0) tellRefused(stores, layer.name, content.refused);
  const whole = withContent({ ...layer, strokes: layer.strokes + 1, time: Date.now() }, content);
  const after = { ...stack, layers: stack.layers.with(level, whole) };
  const at = dependents(after, of.rings, level, content.rows.vertices);
  const rows = composedRows({ ...of, stack: after }, at);
  const held = (each: WeightLayers) => heldVertices(each, rig.bones.length);
  const others = without(weightEdits.painted, held(stack));
  const byHand = sameOr(weightEdits.painted, union(others, held(after)), rows.vertices);
  const part = { id: layer.id, level };
  const selected = stores.of(LAYER_PICK).getState().id;
  return {
    label: correction ? `${label}; correction removed` : label,
    icon,
    before: {
      ...{ rows: rowsOf(rig.weights, at), correction, report, byHand: weightEdits.painted },
      part: {
        ...part,
        layer: isNew ? null : withoutContent(layer),
        content: isNew ? null : contentAt(layer, content.rows.vertices),
        selected,
      },
    },
    after: {
      ...{ rows, correction: null, report: measuredBefore(report), byHand },
      part: { ...part, layer: withoutContent(whole), content, selected: layer.id },
    },
    apply: (value) => putRows(stores, value),
  };
}

/** The layer that a change goes to, and the stack with that layer. */
function layerFor(stores: Stores, rig: Rig, name?: string) {
  const { weightLayers } = stores.document.getState();
  const stack = weightLayers ?? bareStack(rig);
  const picked = selectedLayer(stores);
  const can = picked && picked.kind !== "smooth" && whyNotPainted(stack, picked) === null;
  if (can && name === undefined) {
    return { stack, layer: picked, level: levelOf(stack, picked.id), isNew: false };
  }
  const layer = strokeLayer(stack, name);
  const level = picked ? levelOf(stack, picked.id) + 1 : stack.layers.length;
  // While another layer is solo, the new one is visible only if it is solo too.
  const solo = stack.layers.some((each) => each.solo);
  const made = { ...layer, solo };
  return {
    stack: { ...stack, layers: stack.layers.toSpliced(level, 0, made) },
    layer: made,
    level,
    isNew: true,
  };
}

const whyNoneShows = (layer: string): string =>
  `Here ${layer} is masked, or a layer above covers it. Select another layer, or change its mask.`;

/** Adds to the message about the change that some vertices stayed. */
function tellRefused(stores: Stores, layer: string, count: number): void {
  const { words } = stores.paintNews.getState();
  const why = `${plural(count, "vertex", "vertices")} stayed: there ${layer} is masked or a layer above covers it.`;
  stores.paintNews.setState({ words: words ? `${words} ${why}` : why });
}

const withoutContent = (layer: WeightLayer): WeightLayer => ({
  ...layer,
  rows: noRows(),
  below: layer.below && noRows(),
});

function putRows(stores: Stores, { rows, part, correction, report, byHand }: PaintedRows): void {
  const { rig, weightEdits, weightLayers } = stores.document.getState();
  if (!rig) return;
  const weights = replaceRows(rig.weights, rows);
  stores.document.setState({
    rig: { ...withoutCorrection(rig), ...(correction && { correction }), weights },
    weightLayers: withPart(weightLayers, rig, part),
    report,
    weightEdits: { ...weightEdits, painted: byHand },
  });
  stores.of(LAYER_PICK).setState({ id: part.selected });
}

function withPart(
  weightLayers: DocumentState["weightLayers"],
  rig: Rig,
  part: LayerPart,
): WeightLayers | null {
  const stack = weightLayers ?? bareStack(rig);
  const { id, level, layer, content } = part;
  const now = stack.layers.find((each) => each.id === id);
  if (!layer || !content) {
    const layers = stack.layers.filter((each) => each !== now);
    return layers.length > 0 ? { ...stack, layers } : null;
  }
  const full = withContent(
    { ...layer, rows: now?.rows ?? layer.rows, below: now?.below ?? layer.below },
    content,
  );
  const layers = now
    ? stack.layers.map((each) => (each === now ? full : each))
    : stack.layers.toSpliced(level, 0, full);
  return { ...stack, layers };
}

/**
 * Names at most this many bones. Skips bones that gave or received less than this fraction of the first one's share.
 */
const NAMED = 3;
const NOTABLE = 0.02;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

const named = (bones: readonly Bone[], numbers: readonly number[]): string =>
  listed([
    ...numbers.slice(0, NAMED).map((j) => bones[j].name),
    ...(numbers.length > NAMED ? [`${numbers.length - NAMED} more`] : []),
  ]);

/** Reports which bones gave or received the weight of a change, and which are locked. */
export function tellChange(
  stores: Stores,
  rig: Rig,
  rows: WeightRows,
  bones: readonly number[],
  stuck: number,
): void {
  const gained = gainedIn(rig.weights, rows, rig.bones.length);
  const more = bones.reduce((sum, j) => sum + gained[j], 0) > 0;
  const gave = (j: number) => (more ? -gained[j] : gained[j]);
  const most = gained.reduce((all, _, j) => (bones.includes(j) ? all : Math.max(all, gave(j))), 0);
  const others = [...gained.keys()]
    .filter((j) => !bones.includes(j) && gave(j) > Math.max(1e-4, NOTABLE * most))
    .sort((a, b) => gave(b) - gave(a));
  const shut = lockedBones(stores, rig.bones);
  const locked = [...shut.keys()].filter((j) => shut[j]);
  const parts = [
    others.length > 0 && `${more ? "Taken from" : "Given to"} ${named(rig.bones, others)}`,
    locked.length > 0 && `${named(rig.bones, locked)} ${locked.length > 1 ? "are" : "is"} locked`,
    stuck > 0 && `${plural(stuck, "touch", "touches")} changed nothing: all other bones there are locked`,
  ].filter(Boolean);
  stores.paintNews.setState({ words: parts.length > 0 ? `${parts.join("; ")}.` : null });
}
