import { expect, it } from "vitest";
import { withPhase } from "./phases";

it("moves a phase that runs again behind those that are done", () => {
  // The order in which a solve by `auto` reports them.
  const told = [
    "Reading motion",
    "Starts",
    "Starts",
    "Refinement",
    "Moves",
    "Refinement",
    "Rest pose",
    "Report",
  ];
  let phases: string[] = [];
  const shown = told.map((phase) => {
    phases = withPhase(phases, phase);
    return phases;
  });
  expect(shown[4]).toEqual(["Reading motion", "Starts", "Refinement", "Moves"]);
  expect(shown[5]).toEqual(["Reading motion", "Starts", "Moves", "Refinement"]);
  told.forEach((phase, n) => {
    expect(shown[n].at(-1)).toBe(phase);
    expect(new Set(shown[n]).size).toBe(shown[n].length);
  });
});
