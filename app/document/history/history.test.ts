import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldBlocks } from "./held-blocks";
import { type Command, createStepsStore, History } from "./history";
import { type HistoryLimits, limitsFor } from "./history-limits";

interface Fake {
  value: number;
  /** Represents a sequence's frames, which identify a file. */
  file: Uint8Array | null;
  array: Uint8Array | null;
}

/** A small document, and commands that set parts of it. */
function fakeDocument(limits: Partial<HistoryLimits> = {}) {
  let document: Fake = { value: 0, file: null, array: null };
  const subject = { document: () => document, file: () => document.file };
  const set = (next: Partial<Fake>): Command<Partial<Fake>> => ({
    label: `${next.value}`,
    icon: "sliders",
    before: Object.fromEntries(Object.keys(next).map((key) => [key, document[key as keyof Fake]])),
    after: next,
    apply: (state) => {
      document = { ...document, ...state };
    },
  });
  const history = new History(subject, createStepsStore({ ...limitsFor(), ...limits }));
  return { history, set, value: () => document.value, document: () => document };
}

const stateOf = (history: History) => history.state.getState();

describe("History", () => {
  it("agrees with a list of past values under any run of changes, undos, redos and jumps", () => {
    const move = fc.oneof(
      fc.integer({ min: 1, max: 1000 }).map((n) => ({ kind: "run" as const, n })),
      fc.constantFrom({ kind: "undo" as const, n: 0 }, { kind: "redo" as const, n: 0 }),
      fc.integer({ min: 0, max: 30 }).map((n) => ({ kind: "goTo" as const, n })),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const { history, set, value } = fakeDocument();
        let past = [0];
        let at = 0;
        for (const { kind, n } of moves) {
          if (kind === "run") {
            history.run(set({ value: n }));
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
          expect(stateOf(history).position).toBe(at);
        }
      }),
      { seed: 3 },
    );
  });

  it("keeps a limited number of steps and drops the oldest", () => {
    const { history, set, value } = fakeDocument({ steps: 50 });
    for (let value = 1; value <= 70; value++) history.run(set({ value }));
    expect(stateOf(history)).toMatchObject({ position: 50, base: 20, letGo: { steps: 20, bytes: 0 } });
    history.goTo(0);
    expect(value()).toBe(20);
    expect(history.undo()).toBeNull();
  });
});

describe("the memory of a history", () => {
  it("counts what only its steps hold, once, and nothing that the document holds", () => {
    const { history, set } = fakeDocument();
    const [first, second] = [new Uint8Array(100), new Uint8Array(40)];
    history.run(set({ array: first }));
    expect(stateOf(history).bytes).toBe(0);
    history.run(set({ array: second }));
    history.run(set({ array: first.subarray(10, 20) }));
    expect(stateOf(history).bytes).toBe(40);
    history.undo();
    expect(stateOf(history).bytes).toBe(100);
    history.goTo(0);
    expect(stateOf(history).bytes).toBe(140);
  });

  it("stays within its limits and equals a fresh count after any runs, undos and settled steps", () => {
    const limits = { steps: 6, bytes: 300, earlierFiles: 120 };
    const move = fc.record({
      kind: fc.constantFrom("edit", "open", "share", "undo", "redo", "settle"),
      size: fc.integer({ min: 0, max: 200 }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 50 }), (moves) => {
        const { history, set, document } = fakeDocument(limits);
        let value = 0;
        const snapshots = new Map<number, Fake>([[0, document()]]);
        const shared = new Uint8Array(80);
        for (const { kind, size } of moves) {
          const { position, steps, base } = stateOf(history);
          const array = kind === "share" ? shared.subarray(0, size % 80) : new Uint8Array(size);
          const next = { ...document(), value: ++value, [kind === "open" ? "file" : "array"]: array };
          if (kind === "undo") history.undo();
          else if (kind === "redo") history.redo();
          else if (kind !== "settle") history.run(set(next));
          else if (position > 0) {
            const before = snapshots.get(steps[position - 2]?.id ?? base);
            const isLast = position === steps.length;
            expect(history.settle(steps[position - 1].id, { ...set(next), before })).toBe(isLast);
          }
          const now = stateOf(history);
          const idAt = (at: number) => now.steps[at - 1]?.id ?? now.base;
          // Undo and redo work after any number of steps was dropped.
          if (kind === "undo" || kind === "redo")
            expect(document()).toEqual(snapshots.get(idAt(now.position)));
          else snapshots.set(idAt(now.position), document());
          expect(now.steps.length).toBeLessThanOrEqual(limits.steps);
          if (kind !== "undo" && kind !== "redo" && now.position === now.steps.length) {
            expect(now.bytes).toBeLessThanOrEqual(limits.bytes);
          }
          const kept = now.steps.length > 0 ? [idAt(0), ...now.steps.map(({ id }) => id)] : [];
          const held = heldBlocks(kept.map((id) => snapshots.get(id)));
          for (const block of heldBlocks(document()).keys()) held.delete(block);
          expect(now.bytes).toBe([...held.values()].reduce((sum, bytes) => sum + bytes, 0));
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it("holds one earlier file, and more while they are small", () => {
    const { history, set, value } = fakeDocument({ bytes: 5000, earlierFiles: 200 });
    for (let value = 1; value <= 10; value++) history.run(set({ value, file: new Uint8Array(1000) }));
    expect(stateOf(history)).toMatchObject({ position: 1, bytes: 1000, letGo: { steps: 9, bytes: 8000 } });
    history.undo();
    expect(value()).toBe(9);
    history.redo();
    for (let value = 11; value <= 20; value++) history.run(set({ value, file: new Uint8Array(50) }));
    expect(stateOf(history)).toMatchObject({ position: 4, bytes: 200 });
  });

  it("does not keep an undo to a file that is larger than its limit", () => {
    const { history, set } = fakeDocument({ bytes: 500 });
    history.run(set({ file: new Uint8Array(1000) }));
    history.run(set({ file: new Uint8Array(1000) }));
    expect(stateOf(history)).toMatchObject({ steps: [], position: 0, base: 2, bytes: 0 });
    expect(history.undo()).toBeNull();
    history.run(set({ value: 3 }));
    expect(stateOf(history).position).toBe(1);
  });

  it("is found at any depth, even in shared memory and in cycles", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(64));
    const loop: Record<string, unknown> = { rows: new Map([["a", new Set([new Float64Array(2)])]]) };
    loop["self"] = [loop, { frames: [[shared.subarray(3, 5), shared]] }, [1, 2, 3], "text", null];
    expect([...heldBlocks(loop).values()].sort((a, b) => a - b)).toEqual([16, 24, 64]);
  });
});
