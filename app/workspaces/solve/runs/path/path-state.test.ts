import { expect, it } from "vitest";
import type { PathMember } from "../../../../../workers/model/reports/solve-path";
import { NO_PATH, pathWords } from "./path-state";

it("says how many counts have a rig, then how much of the refinement is done", () => {
  const withRigs = (count: number, done: number) => ({
    members: new Map(Array.from({ length: count }, (_, h) => [h + 1, {} as PathMember])),
    most: 48,
    run: { progress: { phase: "Solution path", done, detail: "" }, paused: false, byItself: true },
  });
  expect(pathWords(withRigs(21, 0.012))).toBe("21 of 48 rigs");
  expect(pathWords(withRigs(48, 0.126))).toBe("refining, 12 %");
  expect(pathWords({ ...NO_PATH, most: 1 })).toBe("0 of 1 rig");
});
