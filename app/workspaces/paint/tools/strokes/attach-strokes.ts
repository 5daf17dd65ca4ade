import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import { heldNow } from "../../../../document/binding/held-now";
import { attached, type HeldKind, released } from "../../../../document/binding/weight-edit-strokes";
import { vertexMask } from "../../../../document/weights/painted-vertices";
import type { BrushStroke, Dab } from "../../../../viewport/brush/brush-stroke";
import { nearestCorner } from "../nearest-corner";
import type { PaintStart, StartStroke } from "../paint-stroke";
import { EditStroke, tellStayed } from "./edit-stroke";
import { lockedRefusal, type StrokeSegments, strokeSegments } from "./stroke-segments";

const NAMES: Record<HeldKind, { add: string; words: string; icon: "anchor" | "neumann" }> = {
  attach: { add: "Attach", words: "attach", icon: "anchor" },
  neumann: { add: "Barrier", words: "barrier", icon: "neumann" },
};

/** Sets a constraint at each vertex under the pointer during the stroke; Ctrl and the eraser remove constraints. */
const startHeldStroke =
  (kind: HeldKind): StartStroke =>
  (start) => {
    const of = strokeSegments(start.stores, start);
    if (typeof of === "string") return of;
    if (start.paint.erase || start.keys.ctrl) return removing(kind, start, of);
    return lockedRefusal(start.stores, start) ?? new HeldStroke(kind, start, of);
  };

export const startAttachStroke = startHeldStroke("attach");
export const startNeumannStroke = startHeldStroke("neumann");

function removing(kind: HeldKind, start: PaintStart, of: StrokeSegments): BrushStroke {
  const all = heldNow(
    kind,
    start.stores.binding.getState().held,
    start.stores.document.getState().weightEdits,
  );
  return new EditStroke(start, {
    label: `Remove ${NAMES[kind].words} of ${of.name}`,
    icon: "erase",
    words: `remove ${NAMES[kind].words}`,
    live: true,
    least: 1e-3,
    segment: of.of,
    apply(edits, segment, vertices) {
      const touched = new Set(vertices);
      const gone = all.filter(({ vertex, bone }) => bone === segment && touched.has(vertex));
      return gone.length > 0 ? released(edits, gone) : edits;
    },
  });
}

class HeldStroke implements BrushStroke {
  readonly words: string;
  private readonly kind: HeldKind;
  private readonly start: PaintStart;
  private readonly of: StrokeSegments;
  private readonly set = new Map<number, Set<number>>();
  /** V: 1 for vertices with hand-painted weights, which stay; null if there are none. */
  private readonly painted: Uint8Array | null;
  private readonly stayed = new Set<number>();
  private after: WeightEdits;

  constructor(kind: HeldKind, start: PaintStart, of: StrokeSegments) {
    this.kind = kind;
    this.start = start;
    this.of = of;
    this.words = NAMES[kind].words;
    this.after = start.stores.document.getState().weightEdits;
    this.painted = vertexMask(this.after.painted, start.positions.length / 3);
  }

  dab({ hit }: Dab): boolean {
    if (!hit) return false;
    const { mirror, bone, partner, positions } = this.start;
    const vertex = nearestCorner(hit, positions);
    const changed = this.add(this.of.of(bone), vertex);
    const image = mirror?.nearest[vertex] ?? -1;
    return (image >= 0 && this.add(this.of.of(partner), image)) || changed;
  }

  private add(segment: number, vertex: number): boolean {
    if (this.start.mask?.[vertex] === 0) return false;
    if (this.painted?.[vertex]) {
      this.stayed.add(vertex);
      return false;
    }
    const vertices = this.set.get(segment) ?? new Set<number>();
    this.set.set(segment, vertices);
    if (vertices.has(vertex)) return false;
    vertices.add(vertex);
    return true;
  }

  show(): boolean {
    let edits = this.start.stores.document.getState().weightEdits;
    for (const [segment, vertices] of this.set) edits = attached(edits, this.kind, segment, [...vertices]);
    this.after = edits;
    this.start.edits.weightsLive(edits, true);
    return false;
  }

  end(): void {
    const { add, icon } = NAMES[this.kind];
    tellStayed(this.start.stores, this.stayed.size);
    if ([...this.set.values()].every(({ size }) => size === 0)) this.cancel();
    else this.start.edits.weightsWanted(`${add} ${this.of.name}`, icon, this.after);
  }

  cancel(): void {
    this.start.edits.weightsLive(null, true);
  }
}
