import type { Vector3 } from "three/webgpu";
import { usePaintNews } from "../../document/paint/paint-news";
import { selectBones } from "../../document/selection";
import { type PaintState, useView } from "../../document/view-state";
import { bonePairs } from "../../document/weights/bone-pairs";
import { knownMirror, mirrorOf } from "../../document/weights/mirror-of";
import { formatLength } from "../../ui/format";
import { BrushCursor } from "../brush/brush-cursor";
import { SurfaceReach } from "../brush/surface-reach";
import type { Grab } from "../camera/gestures";
import type { Lens } from "../picking/lens";
import type { SurfacePoint } from "../picking/picker";
import type { Subject } from "../scene/subject";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import { BrushReach } from "./brush-reach";
import { DabQueue } from "./dab-queue";
import { Dabs } from "./dabs";
import { HeldKey } from "./held-key";
import type { PaintStroke, StrokeStart } from "./paint-stroke";
import { STROKES } from "./stroke-table";
import { vertexMarks } from "./vertex-marks";

/** Most touches between two samples of the pointer. */
const MOST_STEPS = 96;
export const RADII = [4, 400] as const;

type Place = { x: number; y: number };
type Say = (text: string | null, at: Place) => void;

/** A drag that does nothing: what was pressed for has been done. */
const spent = (end: () => void = () => {}): Grab => ({ move: () => {}, end, cancel: end });

/** Strokes of the Paint workspace: what they share, whatever they paint. */
export class PaintTool {
  private readonly stage: Stage;
  private readonly edits: ViewportEdits;
  private readonly redraw: () => void;
  private readonly say: Say;
  private readonly cursor: BrushCursor;
  private readonly key: HeldKey;
  private reach: { of: Subject; along: SurfaceReach; brush: BrushReach } | null = null;
  private readonly marks: ReturnType<typeof vertexMarks>;
  private readonly quiet: () => void;
  private busy = false;
  private last: Place | null = null;

  constructor(stage: Stage, edits: ViewportEdits, redraw: () => void, element: HTMLElement, say: Say) {
    this.stage = stage;
    this.edits = edits;
    this.redraw = redraw;
    this.say = say;
    this.cursor = new BrushCursor(element);
    this.key = new HeldKey(() => this.hover(this.last));
    this.marks = vertexMarks(stage);
    stage.marks.add(this.marks);
    this.quiet = usePaintNews.subscribe(redraw);
  }

  /** What is painted with, or null where nothing is. */
  private get painting(): PaintState | null {
    const { workspace, playing, paint } = useView.getState();
    const able = workspace === "paint" && !playing && this.stage.subject && STROKES[paint.tool];
    return able ? paint : null;
  }

  /** Shows the brush under the pointer; true where there is one to show. */
  hover(at: Place | null): boolean {
    this.last = at;
    if (this.busy) return true;
    const paint = this.painting;
    if (!at || !paint) {
      this.cursor.hide();
      return false;
    }
    if (paint.mirrorX && this.stage.subject) mirrorOf(this.stage.subject.sequence);
    const part = this.stage.sight.viewAt(at.x, at.y);
    this.stage.sight.beginStroke(part.figure);
    const lens = this.stage.sight.lensOf(part);
    this.point(lens, at, this.stage.sight.surfaceAt(lens, at.x, at.y), paint);
    return true;
  }

  /** Puts the circle where the pointer is; its radius in the world, where it lies on the mesh. */
  private point(lens: Lens, at: Place, hit: SurfacePoint | null, paint: PaintState): number | null {
    const world = this.stage.subject?.placement.world;
    if (!hit || !world || paint.reach === "through") {
      this.cursor.float(at.x, at.y, paint.radius);
      return null;
    }
    const point: Vector3 = hit.point.clone().applyMatrix4(world);
    const radius = paint.radius * lens.pixelAt(point);
    this.cursor.lie({ point, normal: hit.normal.clone().transformDirection(world), radius }, lens);
    return radius;
  }

  private reachOf(subject: Subject) {
    if (this.reach?.of !== subject) {
      const along = new SurfaceReach(subject.surface);
      this.reach = { of: subject, along, brush: new BrushReach(this.stage.sight, along, subject.surface) };
    }
    return this.reach;
  }

  /** Takes a press: a stroke, a bone that is picked, or the radius that is dragged. */
  grab(at: Place, event: PointerEvent): Grab | null {
    const paint = this.painting;
    if (!paint) return null;
    if (this.key.down) return this.dragRadius(at, paint);
    if (event.altKey) return this.pick(at);
    const start = this.start(at, event, paint);
    if (!start) return null;
    const stroke = STROKES[paint.tool]?.(start);
    if (!stroke) return null;
    if (typeof stroke === "string") {
      this.say(stroke, at);
      return spent(() => this.say(null, at));
    }
    return this.follow(stroke, start, at, event);
  }

  private dragRadius(at: Place, { radius }: PaintState): Grab {
    this.key.use();
    this.busy = true;
    const set = (next: number) =>
      useView.setState(({ paint }) => ({
        paint: { ...paint, radius: Math.round(Math.max(RADII[0], Math.min(RADII[1], next))) },
      }));
    const finish = (last: number | null) => () => {
      if (last !== null) set(last);
      this.busy = false;
      this.say(null, at);
    };
    const part = this.stage.sight.viewAt(at.x, at.y);
    const lens = this.stage.sight.lensOf(part);
    const hit = this.stage.sight.surfaceAt(lens, at.x, at.y);
    return {
      move: (samples) => {
        set(radius + samples[samples.length - 1].x - at.x);
        const { paint } = useView.getState();
        this.say(this.lengthText(this.point(lens, at, hit, paint)) ?? `${paint.radius} px`, at);
      },
      end: finish(null),
      cancel: finish(radius),
    };
  }

  /** Selects the bone under the pointer, and the vertex. */
  private pick(at: Place): Grab {
    const part = this.stage.sight.viewAt(at.x, at.y);
    const lens = this.stage.sight.lensOf(part);
    const vertex = this.stage.sight.vertexAt(part, lens, at.x, at.y)?.vertex ?? null;
    const handle = part.look.bones ? this.stage.handleUnder(at.x, at.y, lens) : null;
    const bone = handle ?? (vertex === null ? null : this.stage.boneOf(vertex));
    if (bone !== null) {
      selectBones([bone]);
      this.say(this.stage.nameOf(bone), at);
    }
    if (handle === null && vertex !== null)
      useView.setState(({ paint }) => ({ paint: { ...paint, vertex } }));
    return spent(() => this.say(null, at));
  }

  private start(at: Place, event: PointerEvent, paint: PaintState): StrokeStart | null {
    const { stage } = this;
    const { subject, sight } = stage;
    if (!subject) return null;
    const part = sight.viewAt(at.x, at.y);
    const lens = sight.lensOf(part);
    const positions = sight.beginStroke(part.figure);
    const hit = positions && sight.surfaceAt(lens, at.x, at.y);
    if (!positions || (!hit && paint.reach !== "through")) return null;
    const mirror = paint.mirrorX ? knownMirror(subject.sequence) : null;
    const bones = subject.rig?.bones ?? [];
    const { edits, redraw } = this;
    const keys = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    const bone = useView.getState().selectedBone;
    const pairs = mirror ? bonePairs(bones, mirror.plane) : Int32Array.from(bones, (_, j) => j);
    const surface = this.reachOf(subject).along;
    return { stage, edits, redraw, paint, bone, keys, hit, positions, surface, mirror, pairs, part, lens };
  }

  /** The stroke from its first touch on; null where that reaches nothing. */
  private follow(stroke: PaintStroke, start: StrokeStart, at: Place, event: PointerEvent): Grab | null {
    const { paint, lens } = start;
    const { subject, sight } = this.stage;
    if (!subject) return null;
    const dabs = new Dabs(this.reachOf(subject).brush, start, subject.placement.world);
    const pressureOf = (pressure: number) => (paint.pressure && event.pointerType === "pen" ? pressure : 1);
    const touch = ({ x, y, pressure }: Place & { pressure: number }) =>
      dabs.touch({ x, y, hit: sight.surfaceAt(lens, x, y) }, pressure, (dab) => stroke.dab(dab));
    const queue = new DabQueue(touch, () => {
      stroke.show?.();
      this.redraw();
    });
    let last = { ...at, pressure: pressureOf(event.pressure) };
    if (!touch(last) && !start.hit) {
      stroke.cancel();
      return null;
    }
    stroke.show?.();
    this.redraw();
    this.busy = true;
    const step = Math.max(1, paint.spacing * paint.radius);
    const finish = () => {
      this.busy = false;
      this.say(null, at);
    };
    return {
      move: (samples) => {
        for (const sample of samples) {
          const to = { x: sample.x, y: sample.y, pressure: pressureOf(sample.pressure) };
          last = eachStep(last, to, step, (place) => queue.add(place));
        }
        queue.work();
        const now = samples[samples.length - 1];
        const length = this.lengthText(this.point(lens, now, sight.surfaceAt(lens, now.x, now.y), paint));
        this.say([length, stroke.words].filter(Boolean).join(" · ") || null, {
          x: now.x + paint.radius,
          y: now.y + paint.radius / 2,
        });
      },
      end: () => {
        finish();
        queue.end(() => {
          stroke.end();
          this.redraw();
        });
      },
      cancel: () => {
        finish();
        queue.cancel();
        stroke.cancel();
        this.redraw();
      },
    };
  }

  /** A length in the world as the artist reads it. */
  private lengthText(length: number | null): string | null {
    const metres = this.stage.subject?.sequence.metresPerUnit ?? 1;
    return length === null ? null : formatLength(length * metres);
  }

  stop(): void {
    this.stage.marks.delete(this.marks);
    this.quiet();
    this.key.stop();
    this.cursor.remove();
  }
}

/** Visits places a step apart on the way to `to`; the last of them, from which the next way begins. */
function eachStep<P extends Place & { pressure: number }>(
  from: P,
  to: P,
  step: number,
  visit: (place: P) => void,
): P {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const steps = Math.min(MOST_STEPS, Math.floor(way / step));
  const between = (a: number, b: number, n: number) =>
    a + ((b - a) * n * Math.max(step, way / MOST_STEPS)) / way;
  let last = from;
  for (let n = 1; n <= steps; n++) {
    last = {
      ...to,
      x: between(from.x, to.x, n),
      y: between(from.y, to.y, n),
      pressure: between(from.pressure, to.pressure, n),
    };
    visit(last);
  }
  return last;
}
