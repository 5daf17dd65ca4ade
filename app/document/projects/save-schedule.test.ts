import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SAVE_TIMES, SaveSchedule } from "./save-schedule";

const { quiet, longest, retry } = SAVE_TIMES;

/** Plays changes against a clock. @returns the times of the saves. */
function play(changes: readonly { at: number; urgent: boolean }[], saveTakes: number): number[] {
  const schedule = new SaveSchedule();
  const saves: number[] = [];
  const queue = [...changes].sort((a, b) => a.at - b.at);
  let ends: number | null = null;
  for (;;) {
    const change = queue[0]?.at ?? Number.POSITIVE_INFINITY;
    const due = schedule.due() ?? Number.POSITIVE_INFINITY;
    const end = ends ?? Number.POSITIVE_INFINITY;
    const now = Math.min(change, due, end);
    if (now === Number.POSITIVE_INFINITY) return saves;
    if (now === end) {
      schedule.ended(true, now);
      ends = null;
    } else if (now === change) schedule.changed(change, queue.shift()!.urgent);
    else {
      // An overdue save begins as soon as the previous one ends.
      const begin = Math.max(due, saves.length > 0 ? saves[saves.length - 1] + saveTakes : 0);
      schedule.started();
      saves.push(begin);
      ends = begin + saveTakes;
    }
  }
}

const changes = fc.array(fc.record({ at: fc.integer({ min: 0, max: 60_000 }), urgent: fc.boolean() }), {
  minLength: 1,
  maxLength: 120,
});

describe("SaveSchedule", () => {
  it("saves every change within five seconds while the artist works", () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 800 }), (all, takes) => {
        const saves = play(all, takes);
        for (const { at } of all) {
          const save = saves.find((time) => time >= at);
          expect(save).toBeDefined();
          expect(save! + takes - at).toBeLessThanOrEqual(5000 + takes);
        }
      }),
      { seed: 5 },
    );
  });

  it("saves 36 strokes in 34 s every few seconds, not once at the end", () => {
    const strokes = Array.from({ length: 340 }, (_, n) => ({ at: n * 100, urgent: false }));
    expect(play(strokes, 200).length).toBeGreaterThanOrEqual(34_000 / (longest + 300));
  });

  it("saves once after a burst, when the artist pauses", () => {
    const burst = [0, 100, 200].map((at) => ({ at, urgent: false }));
    expect(play(burst, 50)).toEqual([200 + quiet]);
  });

  it("saves the results of long work at once", () => {
    expect(play([{ at: 70, urgent: true }], 50)).toEqual([70]);
  });

  it("reports unsaved changes until their save has ended", () => {
    const schedule = new SaveSchedule();
    expect(schedule.unsaved).toBe(false);
    schedule.changed(0);
    schedule.started();
    expect([schedule.unsaved, schedule.due()]).toEqual([true, null]);
    schedule.changed(10);
    schedule.ended(true, 20);
    expect([schedule.unsaved, schedule.due()]).toEqual([true, 10 + quiet]);
    schedule.started();
    schedule.ended(true, 600);
    expect([schedule.unsaved, schedule.due()]).toEqual([false, null]);
  });

  it("tries again after a failure, and soon after the next change", () => {
    const schedule = new SaveSchedule();
    schedule.changed(0);
    schedule.started();
    schedule.ended(false, 100);
    expect([schedule.unsaved, schedule.due()]).toEqual([true, 100 + retry]);
    schedule.changed(3000);
    expect(schedule.due()).toBeLessThanOrEqual(3000 + quiet);
  });
});
