import { beforeEach, expect, it } from "vitest";
import { type Command, History } from "./history";
import { OpenStep } from "./open-step";

let value: number;
let history: History;
let step: OpenStep;

/** A command that changes the value from one number to another. */
const change = (before: number, after: number): Command<number> => ({
  ...{ label: `${before} → ${after}`, icon: "imp", before, after },
  apply: (state) => (value = state),
});

beforeEach(() => {
  value = 0;
  history = new History();
  step = new OpenStep(history);
});

it("replaces its command, and one undo takes all of it back", () => {
  expect(step.begin(change(0, 1) as Command)).toBe(true);
  expect(step.replace(change(0, 2) as Command)).toBe(true);
  expect(value).toBe(2);
  expect(history.state.getState().steps.map(({ label }) => label)).toEqual(["0 → 2"]);
  history.undo();
  expect(value).toBe(0);
});

it("is not replaced before it begins, after an undo, or once another step follows", () => {
  expect(step.replace(change(0, 1) as Command)).toBe(false);
  step.begin(change(0, 1) as Command);
  expect(step.isLast).toBe(true);
  history.undo();
  expect([step.isLast, step.replace(change(0, 2) as Command), value]).toEqual([false, false, 0]);
  history.redo();
  expect(step.isLast).toBe(true);
  history.run(change(1, 5) as Command);
  expect([step.isLast, step.replace(change(0, 2) as Command), value]).toEqual([false, false, 5]);
});
