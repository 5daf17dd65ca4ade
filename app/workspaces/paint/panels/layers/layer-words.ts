import { methodLabel } from "../../../../../workers/model/solve/methods";
import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import type { WeightMethod } from "../../../../../workers/model/weights/weight-settings";
import { capital } from "../../../../common/capital";
import { formatClock, plural } from "../../../../common/format";
import { WEIGHT_METHOD_NAMES } from "../../../../document/binding/weight-settings-text";
import { type DocumentState, shownRig } from "../../../../document/document";
import { LAYER_KIND_NAMES } from "../../../../document/weights/layers/layer-commands";

/** The line below a layer's name: "14 strokes, masked". */
export function layerWords(layer: WeightLayer, missing: readonly string[]): string {
  const { kind, strokes, mask, time, rows } = layer;
  const parts = [
    kind !== "replace" && LAYER_KIND_NAMES[kind].toLowerCase(),
    rows.vertices.length === 0 ? "empty" : strokes > 0 && plural(strokes, "stroke"),
    mask && "masked",
    missing.length > 0 && plural(missing.length, "missing bone"),
  ].filter((part): part is string => Boolean(part));
  if (parts.length < 2 && rows.vertices.length > 0) parts.push(formatClock(time));
  return parts.join(", ");
}

const boundBy = (method: string): string =>
  Object.hasOwn(WEIGHT_METHOD_NAMES, method) ? WEIGHT_METHOD_NAMES[method as WeightMethod] : method;

/** The name of the base, which depends on the source of its weights, and the line below: "SSDR, 32 bones". */
export function baseWords(state: DocumentState): { name: string; about: string } {
  const { report, weightReport } = state;
  const bones = plural(shownRig(state)?.bones.length ?? 0, "bone");
  if (weightReport)
    return { name: "Bound weights", about: `${capital(boundBy(weightReport.method))}, ${bones}` };
  if (report) return { name: "Solver weights", about: `${methodLabel(report.method)}, ${bones}` };
  return { name: "Base weights", about: bones };
}
