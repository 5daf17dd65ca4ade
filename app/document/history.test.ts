import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, HISTORY_LIMIT, History } from "./history";

/** A document that is one number, and commands that set it. */
function numberDocument() {
  let value = 0;
  const set = (next: number): Command => {
    const before = value;
    return {
      label: `${next}`,
      icon: "sliders",
      do: () => {
        value = next;
      },
      undo: () => {
        value = before;
      },
    };
  };
  return { history: new History(), set, value: () => value };
}

describe("History", () => {
  it("agrees with a list of past values under any run of changes, undos, redos and jumps", () => {
    const move = fc.oneof(
      fc.integer({ min: 1, max: 1000 }).map((n) => ({ kind: "run" as const, n })),
      fc.constantFrom({ kind: "undo" as const, n: 0 }, { kind: "redo" as const, n: 0 }),
      fc.integer({ min: 0, max: 30 }).map((n) => ({ kind: "goTo" as const, n })),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { history, set, value } = numberDocument();
        let past = [0];
        let at = 0;
        for (const { kind, n } of moves) {
          if (kind === "run") {
            history.run(set(n));
            past = [...past.slice(0, at + 1), n];
            at++;
          } else if (kind === "undo") {
            expect(history.undo()).toBe(at > 0 ? `${past[at]}` : null);
            at = Math.max(0, at - 1);
          } else if (kind === "redo") {
            expect(history.redo() === null).toBe(at === past.length - 1);
            at = Math.min(past.length - 1, at + 1);
          } else {
            history.goTo(n);
            at = Math.min(n, past.length - 1);
          }
          expect(value()).toBe(past[at]);
          expect(history.state.getState().position).toBe(at);
        }
      }),
      { seed: 3 },
    );
  });

  it(`keeps ${HISTORY_LIMIT} steps and forgets the oldest`, () => {
    const { history, set, value } = numberDocument();
    for (let n = 1; n <= HISTORY_LIMIT + 20; n++) history.run(set(n));
    expect(history.state.getState().steps).toHaveLength(HISTORY_LIMIT);
    history.goTo(0);
    expect(value()).toBe(20);
    expect(history.undo()).toBeNull();
  });
});
