import type { WeightEdits } from "../../../../../workers/model/weights/weight-edits";
import { unwired, wired } from "../../../../document/binding/weight-edit-strokes";
import type { BrushStroke, Dab } from "../../../../viewport/brush/brush-stroke";
import type { PaintStart, StartStroke } from "../paint-stroke";
import { EditStroke } from "./edit-stroke";
import { NO_SKELETON } from "./stroke-segments";

/** Maximum number of links per stroke. More would not hold the parts together better. */
const MOST_LINKS = 16;

/** Links the vertices at the start of the stroke with those at its end; Ctrl and the eraser remove links. */
export const startWireStroke: StartStroke = (start) => {
  if (!start.stores.document.getState().skeleton) return NO_SKELETON;
  if (!start.paint.erase && !start.keys.ctrl) return new WireStroke(start);
  return new EditStroke(start, {
    label: "Remove links",
    icon: "erase",
    words: "remove links",
    live: false,
    least: 1e-3,
    segment: () => 0,
    apply(edits, _, vertices) {
      const next = unwired(edits, vertices);
      return next.wires.length < edits.wires.length ? next : edits;
    },
  });
};

interface End {
  vertices: number[];
  centre: [number, number, number];
}

class WireStroke implements BrushStroke {
  readonly words = "link";
  private readonly start: PaintStart;
  private readonly before: WeightEdits;
  private first: End | null = null;
  private last: End | null = null;

  constructor(start: PaintStart) {
    this.start = start;
    this.before = start.stores.document.getState().weightEdits;
  }

  dab(dab: Dab): boolean {
    if (!dab.hit) return false;
    const { x, y, z } = dab.hit.point;
    const end: End = { vertices: Array.from(dab.vertices.subarray(0, dab.count)), centre: [x, y, z] };
    if (end.vertices.length === 0) end.vertices = [...dab.hit.corners];
    if (!this.first) this.first = end;
    else this.last = end;
    return true;
  }

  private linked(): WeightEdits {
    const { first, last, start, before } = this;
    if (!first || !last) return before;
    const { mask, mirror, positions } = start;
    const pairs = nearestPairs(first, last, positions);
    const images = mirror
      ? pairs
          .map(([a, b]): [number, number] => [mirror.nearest[a], mirror.nearest[b]])
          .filter((p) => !p.includes(-1))
      : [];
    const all = [...pairs, ...images];
    return wired(before, mask ? all.filter((pair) => pair.every((i) => mask[i] > 0)) : all);
  }

  show(): boolean {
    this.start.edits.weightsLive(this.linked(), false);
    return false;
  }

  end(): void {
    const after = this.linked();
    const count = (after.wires.length - this.before.wires.length) / 2;
    if (count <= 0) this.cancel();
    else {
      const label = count === 1 ? "Link vertices" : `Link ${count} pairs of vertices`;
      this.start.edits.weightsWanted(label, "wire", after);
    }
  }

  cancel(): void {
    this.start.edits.weightsLive(null, false);
  }
}

/**
 * Pairs the vertices at the two ends of a stroke: each vertex of the first end with the vertex of the last end that has
 * the most similar offset from the centre. Vertices at both ends are not linked.
 */
export function nearestPairs(a: End, b: End, positions: ArrayLike<number>): [number, number][] {
  const [inA, inB] = [new Set(a.vertices), new Set(b.vertices)];
  const from = a.vertices.filter((i) => !inB.has(i));
  const to = b.vertices.filter((i) => !inA.has(i));
  const step = Math.max(1, Math.ceil(from.length / MOST_LINKS));
  const [dx, dy, dz] = [0, 1, 2].map((c) => b.centre[c] - a.centre[c]);
  const pairs: [number, number][] = [];
  const taken = new Set<number>();
  for (let n = 0; n < from.length; n += step) {
    const at = 3 * from[n];
    const [x, y, z] = [positions[at] + dx, positions[at + 1] + dy, positions[at + 2] + dz];
    let best = -1;
    let least = Infinity;
    for (const j of to) {
      const away =
        (positions[3 * j] - x) ** 2 + (positions[3 * j + 1] - y) ** 2 + (positions[3 * j + 2] - z) ** 2;
      if (away >= least || taken.has(j)) continue;
      best = j;
      least = away;
    }
    if (best < 0) break;
    taken.add(best);
    pairs.push([from[n], best]);
  }
  return pairs;
}
