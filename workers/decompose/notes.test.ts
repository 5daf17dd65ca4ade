import { expect, it } from "vitest";
import { clothPatch } from "../testing/sequences";
import { solve } from "./testing/solved";

const long = clothPatch({ size: 5, frames: 70 });

it("the report says what a start thinned out", async () => {
  const { report } = await solve(long, { method: "lssp", bones: 3, iterations: 2 });
  expect(report.notes).toEqual(["The spectral start compares 25 vertices in 64 of 70 frames."]);
});

it("auto, which chooses its starts, says nothing about them unless the artist chose one", async () => {
  const few = { bones: 3, iterations: 4, restarts: 1 };
  expect((await solve(long, few)).report.notes).toBeUndefined();
  const { report } = await solve(long, { ...few, initialiser: "spectral" });
  expect(report.notes).toHaveLength(1);
});
