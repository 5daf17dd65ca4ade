import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentState } from "../../../../document/document";
import { bound } from "../testing/fake-weights";
import { boundDocument, CASES } from "../testing/transition-cases";
import type { BindingEvent, Effect } from "./events";
import { type Flow, hasJob, UNBOUND } from "./flow";
import { bindingReducer } from "./reducer";

/** Checks each effect against the rules of the engine and the screen. */
class World {
  flow: Flow = UNBOUND;
  private job: number | null = null;
  private lastJob = 0;
  private hasShown = false;
  private isAsked = false;
  private isStroking = false;
  private isBack = false;

  take(event: BindingEvent, document: DocumentState): void {
    if ("job" in event && event.job !== this.job) {
      expect(bindingReducer(this.flow, event, document)).toEqual({ flow: this.flow, effects: [] });
      return;
    }
    const before = this.flow;
    const { flow, effects } = bindingReducer(before, event, document);
    this.note(event);
    for (const effect of effects) this.perform(effect, event);
    this.flow = flow;
    // Weights follow a stroke only if there is a job.
    if (event.type === "stroke" && event.follows) this.isStroking ||= this.job !== null;
    expect(hasJob(flow)).toBe(this.job !== null);
    if (event.type === "documentChanged" && !document.sequence)
      expect([flow.asked, flow.run, flow.stroke]).toEqual([null, null, null]);
  }

  /** Notes what an event says about the engine and the artist. */
  private note(event: BindingEvent): void {
    if (event.type === "finished" || event.type === "failed") this.job = null;
    if (event.type === "weights") this.hasShown = true;
    if (event.type === "told" || event.type === "tellFailed") this.isAsked = false;
    if (event.type === "documentChanged") this.isBack ||= event.undone;
    else if (!("job" in event)) this.isBack = false;
    if (["edit", "moveJoints", "dropStroke", "documentChanged"].includes(event.type)) this.isStroking = false;
  }

  private perform(effect: Effect, event: BindingEvent): void {
    switch (effect.type) {
      case "startJob":
        expect(this.job).toBe(null);
        expect(effect.job).toBeGreaterThan(this.lastJob);
        this.job = this.lastJob = effect.job;
        this.hasShown = this.isAsked = this.isBack = false;
        break;
      case "cancelJob":
        expect(this.job).not.toBe(null);
        this.job = null;
        break;
      case "pauseJob":
      case "resumeJob":
      case "keepJob":
        expect(this.job).not.toBe(null);
        break;
      case "tell":
        expect([effect.job, this.hasShown, this.isAsked]).toEqual([this.job, true, false]);
        this.isAsked = true;
        break;
      case "show":
        expect(this.isBack).toBe(false);
        break;
      case "settle":
        expect(this.isBack).toBe(false);
        if (event.type === "weights") expect(this.isStroking).toBe(false);
        break;
    }
  }
}

/** A random event of the table, for the current or an earlier job. The document need not match it. */
const steps = fc.array(
  fc.record({
    kind: fc.nat(CASES.length - 1),
    isLate: fc.nat(9).map((n) => n === 0),
    isUnderWay: fc.boolean(),
  }),
  { minLength: 5, maxLength: 60 },
);

describe("the reducer of bindings", () => {
  it("obeys the rules of the engine, the screen and the history for random sequences of events", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const world = new World();
        for (const { kind, isLate, isUnderWay } of list) {
          const { event, document } = CASES[kind];
          const liveRig = isUnderWay ? bound(0.4) : null;
          const job = world.flow.job - (isLate ? 1 : 0);
          world.take("job" in event ? { ...event, job } : event, { ...boundDocument, liveRig, ...document });
        }
      }),
      { numRuns: 400 },
    );
  });

  it("never mutates the state or the document", () => {
    const freeze = <T extends object>(value: T): T => {
      for (const inner of Object.values(value))
        if (inner && typeof inner === "object" && !ArrayBuffer.isView(inner) && !Object.isFrozen(inner))
          freeze(inner);
      return Object.freeze(value);
    };
    let flow = freeze({ ...UNBOUND });
    for (let round = 0; round < 3; round++)
      for (const { event, document } of CASES) {
        const own = "job" in event ? { ...event, job: flow.job } : event;
        flow = freeze(bindingReducer(flow, own, freeze({ ...boundDocument, ...document })).flow);
      }
    expect(flow.job).toBeGreaterThan(10);
  });
});
