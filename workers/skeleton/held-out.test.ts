import { expect, it } from "vitest";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { EXTRACT_DEFAULTS } from "../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../model/task";
import { movingShells } from "../testing/sequences";
import { extractSkeleton } from "./extract";
import { errorRatio } from "./held-out";

it("compares held-out errors with the fitted ones, and rounding with rounding as 1", () => {
  expect(errorRatio(0.3, 0.2)).toBeCloseTo(1.5, 12);
  expect(errorRatio(0, 0)).toBe(1);
  expect(errorRatio(3e-6, 0)).toBe(1);
  expect(errorRatio(0.01, 0)).toBeCloseTo(1000, 9);
});

it("reports a ratio of 1 for rigid parts, which any frame shows exactly", async () => {
  const { sequence } = movingShells({ shells: 2, detail: 2 });
  const settings = { ...EXTRACT_DEFAULTS, method: "schaefer" as const, bones: 2, holdOut: 3 };
  const { report } = await extractSkeleton(
    { sequence, from: null, settings },
    async (bytes) => new Serial(new Arena(bytes, false)),
    { ...UNWATCHED, partial() {} },
  );
  expect(report.heldOut).toMatchObject({ ratio: 1 });
  expect(report.heldOut!.rmsePercent).toBeLessThan(1e-5);
});
