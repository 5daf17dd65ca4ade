import type { SolveReport } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { type Command, History } from "../../history/history";
import { createStores } from "../../stores";
import { changeWeights } from "../painting/weight-painting";
import type { WeightRows } from "../weight-rows";
import { BONES, sheet, symmetricWeights, weightAt } from "./weights";

export const mesh = sheet();
/** The weights that were found for the sheet. */
export const found = symmetricWeights(mesh);
export const rig: Rig = {
  ...{ version: 1, bones: BONES, boneKind: "rigid", weights: found },
  ...{ motion: new Float32Array(12 * BONES.length), rest: mesh.positions },
};
export const report = { method: "auto", eRms: 1 } as unknown as SolveReport;

/** One vertex with whole rows of bones 0 and 1. */
export const painted = (vertex: number, arm: number): WeightRows => ({
  vertices: Uint32Array.of(vertex),
  offsets: Uint32Array.of(0, 2),
  bones: Uint16Array.of(0, 1),
  values: Float32Array.of(1 - arm, arm),
});

/** For tests: the open sheet with its rig, a history, and an artist's brush. */
export function paintedSheet() {
  const stores = createStores();
  const history = new History();
  stores.document.setState({ rig, report });
  const state = () => stores.document.getState();
  const weights = () => state().rig!.weights;
  /** Makes a step of a change, if there is one. */
  const run = (change: Command | string) => {
    if (typeof change !== "string") history.run(change);
  };
  return {
    stores,
    history,
    state,
    weights,
    /** The weight of bone 1 at a vertex. */
    arm: (vertex: number) => weightAt(weights(), vertex, 1),
    layers: () => state().weightLayers?.layers ?? [],
    stroke: (vertex: number, value: number) =>
      run(changeWeights(stores, "Paint", "brush", painted(vertex, value))),
  };
}
