import type { BindingRun } from "../../../../document/binding/binding-state";
import type { DocumentState } from "../../../../document/document";
import type { Effect } from "./events";
import { type Flow, type Phase, phaseOf } from "./flow";

/** A transition in the making: the next state, the effects so far, and the document after them. */
export class Transition {
  readonly effects: Effect[] = [];

  flow: Flow;
  document: DocumentState;

  constructor(flow: Flow, document: DocumentState) {
    this.flow = flow;
    this.document = document;
  }

  get phase(): Phase {
    return phaseOf(this.flow);
  }

  set(next: Partial<Flow>): void {
    this.flow = { ...this.flow, ...next };
  }

  /** Changes the run on screen; does nothing if there is none. */
  setRun(next: Partial<BindingRun>): void {
    const { run } = this.flow;
    if (run) this.set({ run: { ...run, ...next } });
  }

  /**
   * Adds an effect.
   * @param left the parts of the document that the effect changes.
   */
  do(effect: Effect, left: Partial<DocumentState> = {}): void {
    this.effects.push(effect);
    this.document = { ...this.document, ...left };
  }
}
