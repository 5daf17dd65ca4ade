import { expect, it } from "vitest";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { createStores } from "../stores";
import { putReduction } from "./reduce-commands";

it("keeps the report as out of date, so that the reduced rig can be measured", () => {
  const stores = createStores();
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 2 });
  const report = { eRms: 1, errorPerVertex: new Float32Array(3) } as unknown as SolveReport;
  stores.document.setState({ sequence, rig, report });
  const history = new History();
  history.run(putReduction(stores, { ...rig, weights: { ...rig.weights } }, "Reduce to 1 influence"));
  expect(stores.document.getState().report).toMatchObject({ eRms: 1, weightsChanged: true });
  history.undo();
  expect(stores.document.getState().report).toBe(report);

  stores.document.setState({ report: null });
  history.run(putReduction(stores, rig, "Reduce to 1 influence"));
  expect(stores.document.getState().report).toBeNull();
});
