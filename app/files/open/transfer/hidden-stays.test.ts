import { expect, it } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import { UNTURNED_AXES } from "../../../../workers/geometry/placing";
import type { MatchedHow } from "../../../../workers/geometry/transfer/bone-matches";
import { UNWATCHED } from "../../../../workers/model/task";
import { TRANSFER_DEFAULTS, type TransferInput } from "../../../../workers/model/weights/transfer";
import { reusedParallel } from "../../../../workers/weights/testing/bindables";
import { transferWeights } from "../../../../workers/weights/transfer/transfer-weights";
import {
  expectHiddenStay,
  openSheet,
  SHEET,
  SHEET_SEED,
} from "../../../document/weights/testing/hidden-sheet";
import { BONES, symmetricWeights, weightAt } from "../../../document/weights/testing/weights";
import { createTransferring } from "./transferring";

const parallel = reusedParallel();
const client = {
  transferWeights: (input: TransferInput) => ({
    result: transferWeights(input, parallel, UNWATCHED),
    onProgress: () => () => {},
    cancel: () => {},
  }),
} as unknown as SolverClient;

const choice = {
  placement: { scale: 1, turn: UNTURNED_AXES, shift: [0, 0, 0] as [number, number, number] },
  matches: { bones: Int32Array.of(0, 1, 2), how: ["name", "name", "name"] as MatchedHow[] },
  bones: BONES,
  settings: TRANSFER_DEFAULTS,
  onto: null,
};

it("a transfer changes only vertices inside the mask", async () => {
  const { stores, history, row } = openSheet();
  const { sequence, rig, mesh, every } = SHEET;
  const beside = { sequence, rig: { ...rig, weights: symmetricWeights(mesh) } };
  const { vertexSelection } = stores.document.getState();
  stores.document.setState({ vertexSelection: { ...vertexSelection, vertices: Uint32Array.of(3, 4, 9) } });
  const before = every.map(row);
  await createTransferring(stores, client, history).transfer(beside, choice);
  expect(every.filter((i) => `${row(i)}` !== `${before[i]}`)).toEqual([3, 4, 9]);
});

it("a transfer onto one bone gives it the file's weights, and the others share the rest", async () => {
  const { stores, history, row } = openSheet();
  const { sequence, rig, mesh, every } = SHEET;
  const other = symmetricWeights(mesh);
  const before = every.map(row);
  const { transfer } = createTransferring(stores, client, history);
  await transfer({ sequence, rig: { ...rig, weights: other } }, { ...choice, onto: [1] });
  const at = ([bones, values]: number[][], j: number) => values[bones.indexOf(j)] ?? 0;
  for (const i of every) {
    const now = row(i);
    expect(at(now, 1)).toBeCloseTo(weightAt(other, i, 1), 6);
    expect(now[1].reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 6);
    // Where something is left, the other two keep their proportion.
    if (at(now, 1) < 0.999)
      expect(at(now, 2) / at(now, 0)).toBeCloseTo(at(before[i], 2) / at(before[i], 0), 4);
  }
  history.undo();
  expect(every.map(row)).toEqual(before);
});

it(`hidden vertices keep their weights through a transfer (seed ${SHEET_SEED})`, async () => {
  const opened = openSheet();
  const { sequence, rig, mesh } = SHEET;
  const beside = { sequence, rig: { ...rig, weights: symmetricWeights(mesh) } };
  const { transfer } = createTransferring(opened.stores, client, opened.history);
  await expectHiddenStay(opened, () => transfer(beside, choice));
  expect(opened.toasts()).toEqual([]);
});
