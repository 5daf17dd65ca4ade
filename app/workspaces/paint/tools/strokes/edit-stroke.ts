import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import { plural } from "../../../../common/format";
import type { IconName } from "../../../../common/icon-names";
import { unmetHoldsNow } from "../../../../document/binding/kept-now";
import type { Stores } from "../../../../document/stores";
import { letGoOf, vertexMask } from "../../../../document/weights/painted-vertices";
import type { BrushStroke, Dab } from "../../../../viewport/brush/brush-stroke";
import { TouchedVertices } from "../../../../viewport/brush/reach/touched-vertices";
import type { PaintStart } from "../paint-stroke";

/** How a stroke changes the edits for weights. */
export interface StrokeRule {
  /** Label of the undo step. */
  label: string;
  icon: IconName;
  /** Shown beside the pointer. */
  words: string;
  /** The engine follows during the stroke. Only for edits that cost it a few solves at most. */
  live: boolean;
  /** A vertex is touched if the falloff there is at least this, 0 to 1. */
  least: number;
  /** The segment that a dab for this bone changes. */
  segment(bone: number | null): number;
  /**
   * The effect on hand-painted vertices: "stays" sets nothing there, "goes" releases them. Left out for strokes that
   * remove entries of other strokes.
   */
  painted?: "stays" | "goes";
  /**
   * @param vertices each vertex once; `shares` has the strongest touch of each, above 0 to 1. Must not keep the arrays.
   */
  apply(edits: WeightEdits, segment: number, vertices: Uint32Array, shares: Float32Array): WeightEdits;
}

/**
 * Says where a stroke had no effect.
 * @param painted number of vertices that it skipped, because their weights were painted by hand.
 * @param unmet number of vertices at which locked bones leave no room for its holds.
 */
export function tellStayed(stores: Stores, painted: number, unmet = 0): void {
  const words: string[] = [];
  if (painted > 0) {
    const what = plural(painted, "vertex", "vertices");
    const keep = painted === 1 ? "keeps its" : "keep their";
    words.push(`${what} painted by hand ${keep} weights. The eraser of the Constraint brush releases them.`);
  }
  if (unmet > 0) {
    const what = plural(unmet, "vertex", "vertices");
    words.push(
      `At ${what} locked bones leave too little weight, so the hold has no effect. Hold a lower value, or unlock the bones.`,
    );
  }
  stores.paintNews.setState({ words: words.length > 0 ? words.join(" ") : null });
}

/** A stroke over the edits for weights. Its result depends only on the strongest touch of each vertex. */
export class EditStroke implements BrushStroke {
  readonly words: string;
  private readonly start: PaintStart;
  private readonly plan: StrokeRule;
  private readonly before: WeightEdits;
  private readonly touched = new Map<number, TouchedVertices>();
  /** V: 1 for vertices with hand-painted weights, 2 once the stroke has touched them; null if there are none. */
  private readonly painted: Uint8Array | null;
  private readonly paintedTouched: number[] = [];
  private after: WeightEdits;

  constructor(start: PaintStart, plan: StrokeRule) {
    this.start = start;
    this.plan = plan;
    this.words = plan.words;
    this.before = this.after = start.stores.document.getState().weightEdits;
    this.painted = plan.painted ? vertexMask(this.before.painted, start.positions.length / 3) : null;
  }

  dab(dab: Dab, image: Dab | null): boolean {
    const { bone, partner } = this.start;
    const changed = this.take(dab, bone);
    return (image !== null && this.take(image, partner)) || changed;
  }

  private take(dab: Dab, bone: number | null): boolean {
    const segment = this.plan.segment(bone);
    let touched = this.touched.get(segment);
    if (!touched) {
      touched = new TouchedVertices(this.start.positions.length / 3);
      this.touched.set(segment, touched);
    }
    let changed = false;
    for (let n = 0; n < dab.count; n++) {
      const share = dab.shares[n] * dab.pressure;
      if (share < this.plan.least) continue;
      const i = dab.vertices[n];
      if (this.painted?.[i] && this.meetPainted(i)) changed = true;
      if (this.painted?.[i] && this.plan.painted === "stays") continue;
      if (touched.touch(i, share)) changed = true;
    }
    return changed;
  }

  /** Notes a touched vertex with hand-painted weights. Returns whether the stroke releases it. */
  private meetPainted(i: number): boolean {
    if (this.painted?.[i] !== 1) return false;
    this.painted[i] = 2;
    this.paintedTouched.push(i);
    return this.plan.painted === "goes";
  }

  show(): boolean {
    let edits = this.before;
    for (const [segment, { vertices, shares }] of this.touched) {
      if (vertices.length > 0) edits = this.plan.apply(edits, segment, vertices, shares);
    }
    if (this.plan.painted === "goes" && this.paintedTouched.length > 0)
      edits = letGoOf(edits, this.paintedTouched);
    this.after = edits;
    this.start.edits.weightsLive(edits, this.plan.live);
    return false;
  }

  end(): void {
    const { edits } = this.start;
    if (this.plan.painted === "stays")
      tellStayed(this.start.stores, this.paintedTouched.length, this.unmet());
    else tellStayed(this.start.stores, 0);
    if (this.after === this.before) edits.weightsLive(null, this.plan.live);
    else edits.weightsWanted(this.plan.label, this.plan.icon, this.after);
  }

  /** Number of touched vertices whose holds do not fit beside the locked bones. */
  private unmet(): number {
    if (this.after.holds === this.before.holds) return 0;
    const unmet = unmetHoldsNow({ ...this.start.stores.document.getState(), weightEdits: this.after });
    const touched = new Set([...this.touched.values()].flatMap(({ vertices }) => [...vertices]));
    return unmet.filter((i) => touched.has(i)).length;
  }

  cancel(): void {
    this.start.edits.weightsLive(null, this.plan.live);
  }
}
