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
import { BONES, symmetricWeights } from "../../../document/weights/testing/weights";
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

it(`hidden vertices keep their weights through a transfer (seed ${SHEET_SEED})`, async () => {
  const opened = openSheet();
  const { sequence, rig, mesh } = SHEET;
  const beside = { sequence, rig: { ...rig, weights: symmetricWeights(mesh) } };
  const { transfer } = createTransferring(opened.stores, client, opened.history);
  await expectHiddenStay(opened, () => transfer(beside, choice));
  expect(opened.toasts()).toEqual([]);
});
