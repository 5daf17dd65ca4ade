import { describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import {
  CLEAN_UP_KINDS,
  type CleanUpInput,
  type CleanUpKind,
} from "../../../../workers/model/reduce/clean-up";
import { UNWATCHED } from "../../../../workers/model/task";
import { cleanUpWeights } from "../../../../workers/reduce/clean-up/clean-up";
import { expectHiddenStay, openSheet, SHEET_SEED } from "../../../document/weights/testing/hidden-sheet";
import { createCleaning } from "./cleaning";

const client = {
  cleanUpWeights: (input: CleanUpInput) => ({ result: cleanUpWeights(input, UNWATCHED) }),
} as unknown as SolverClient;

/** Amounts at which the rows of the sheet change, and whether new rows depend on those around them. */
const TRIED: Partial<Record<CleanUpKind, { amount: number; near: boolean }>> = {
  normalise: { amount: 0, near: false },
  limit: { amount: 2, near: false },
  prune: { amount: 0.2, near: false },
  smooth: { amount: 3, near: true },
};
/** These change only vertices without weights, loose patches and outliers, which the sheet does not have. */
const NOTHING_TO_DO: CleanUpKind[] = ["fill", "islands", "hammer"];

describe(`hidden vertices keep their weights (seed ${SHEET_SEED})`, () => {
  for (const [kind, { amount, near }] of Object.entries(TRIED)) {
    it(`through clean-up: ${kind}`, async () => {
      const opened = openSheet();
      const cleaning = createCleaning(opened.stores, client, opened.history);
      await expectHiddenStay(opened, () => cleaning.clean(kind as CleanUpKind, amount, "all"), near);
    });
  }

  it("through every kind of clean-up that changes the sheet", () => {
    expect([...Object.keys(TRIED), ...NOTHING_TO_DO].sort()).toEqual([...CLEAN_UP_KINDS].sort());
  });
});
