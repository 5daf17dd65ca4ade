import type { SolverClient } from "../../../../workers/client";
import type { CleanUpKind } from "../../../../workers/model/reduce/clean-up";
import { serviceKey } from "../../../actions/service";
import { plural } from "../../../common/format";
import type { History } from "../../../document/history/history";
import { verticesOf } from "../../../document/measure";
import { putCleaned } from "../../../document/reduce/reduce-commands";
import { REDUCTION, reduceRunOf } from "../../../document/reduce/reduce-state";
import { reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { changeable, tellHidden } from "../../../document/vertices/changeable";
import { insideMask } from "../../../document/vertices/selection-mask";
import { vertexSelection } from "../../../document/vertices/vertex-selection";
import { runAndTell } from "../../../document/weights/painted-changes";
import { lockedBones } from "../../../document/weights/weight-locks";
import { CLEAN_UP_WORDS } from "./clean-up-words";

/**
 * The vertices to clean up: all, the selected vertices, the vertices of the selected bones, or the exceptional vertices
 * of B.
 */
export const CLEAN_UP_SCOPES = ["all", "selection", "bones", "exceptional"] as const;
export type CleanUpScope = (typeof CLEAN_UP_SCOPES)[number];

/** Cleans up the weights of the document's rig. */
export interface Cleaning {
  /** Makes one undo step, or shows a message if nothing changes. */
  clean(kind: CleanUpKind, amount: number, scope: CleanUpScope): Promise<void>;
}

export const CLEANING = serviceKey<Cleaning>("cleaning");

/** The vertices of a scope, ascending; null for all. */
export function verticesIn(stores: Stores, scope: CleanUpScope): Uint32Array | null {
  const { rig } = stores.document.getState();
  if (scope === "all" || !rig) return null;
  if (scope === "selection") return vertexSelection(stores).vertices;
  if (scope === "exceptional") {
    const state = stores.of(REDUCTION).getState();
    const found = reduceRunOf(state, state.sides.b)?.report?.exceptional?.vertices ?? [];
    return Uint32Array.from(found).sort();
  }
  const { selectedBone, alsoSelected } = stores.view.getState();
  const bones = [...(selectedBone === null ? [] : [selectedBone]), ...alsoSelected];
  const found = new Set(bones.flatMap((bone) => verticesOf(rig.weights, bone)));
  return Uint32Array.from(found).sort();
}

export function createCleaning(stores: Stores, client: SolverClient, history: History): Cleaning {
  async function clean(kind: CleanUpKind, amount: number, scope: CleanUpScope): Promise<void> {
    const { rig, sequence } = stores.document.getState();
    if (!rig || !sequence) return;
    const wanted = verticesIn(stores, scope);
    const { vertices, hidden } = changeable(stores, wanted ? insideMask(stores, wanted) : undefined);
    const input = {
      ...{ kind, amount, weights: rig.weights, boneCount: rig.bones.length, rest: rig.rest },
      triangles: sequence.triangles.map((d) => sequence.solverIndex[d]),
      vertices,
      locked: lockedBones(stores, rig.bones),
    };
    const { name, past, nothing } = CLEAN_UP_WORDS[kind];
    try {
      const { weights, changed } = await client.cleanUpWeights(input).result;
      // The rig was edited in the meantime, so the cleaned weights are out of date.
      if (stores.document.getState().rig !== rig) return;
      tellHidden(stores, hidden);
      if (changed.length === 0) {
        toast(stores, nothing);
        return;
      }
      const label = `${past} at ${plural(changed.length, "vertex", "vertices")}`;
      const command = putCleaned(stores, label, weights, changed);
      if (typeof command === "string") toast(stores, nothing, command);
      else runAndTell(stores, history, command);
    } catch (error) {
      reportError(stores, error, name);
    }
  }
  return { clean };
}
