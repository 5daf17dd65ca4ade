import type { WeightEdits } from "../../../../workers/model/weight-edits";
import { useDocument } from "../../../document/document";
import type { IconName } from "../../../ui/icon-names";
import type { Dab, PaintStroke, StrokeStart } from "../paint-stroke";
import { TouchedVertices } from "./touched-vertices";

/** What a stroke makes of the edits for weights. */
export interface EditPlan {
  /** Of the step. */
  label: string;
  icon: IconName;
  /** Said beside the pointer. */
  words: string;
  /** The engine follows while the stroke goes on: for edits that cost it no more than a few solves. */
  live: boolean;
  /** The falloff from which on a vertex is touched, 0 to 1. */
  least: number;
  /** The segment that a dab is for. */
  segment(dab: Dab): number;
  /** @param vertices each once; `shares` the strongest touch of each, above 0 to 1. Neither is kept. */
  apply(edits: WeightEdits, segment: number, vertices: Uint32Array, shares: Float32Array): WeightEdits;
}

/** A stroke over the edits for weights: it depends on the strongest touch of each vertex only. */
export class EditStroke implements PaintStroke {
  readonly words: string;
  private readonly start: StrokeStart;
  private readonly plan: EditPlan;
  private readonly before: WeightEdits;
  private readonly touched = new Map<number, TouchedVertices>();
  private after: WeightEdits;

  constructor(start: StrokeStart, plan: EditPlan) {
    this.start = start;
    this.plan = plan;
    this.words = plan.words;
    this.before = this.after = useDocument.getState().weightEdits;
  }

  dab(dab: Dab): boolean {
    const segment = this.plan.segment(dab);
    let touched = this.touched.get(segment);
    if (!touched) {
      touched = new TouchedVertices(this.start.positions.length / 3);
      this.touched.set(segment, touched);
    }
    let changed = false;
    for (let n = 0; n < dab.count; n++) {
      const share = dab.shares[n] * dab.pressure;
      if (share >= this.plan.least && touched.touch(dab.vertices[n], share)) changed = true;
    }
    return changed;
  }

  show(): boolean {
    let edits = this.before;
    for (const [segment, { vertices, shares }] of this.touched) {
      if (vertices.length > 0) edits = this.plan.apply(edits, segment, vertices, shares);
    }
    this.after = edits;
    this.start.edits.weightsLive(edits, this.plan.live);
    return false;
  }

  end(): void {
    const { edits } = this.start;
    if (this.after === this.before) edits.weightsLive(null, this.plan.live);
    else edits.weightsWanted(this.plan.label, this.plan.icon, this.after);
  }

  cancel(): void {
    this.start.edits.weightsLive(null, this.plan.live);
  }
}
