import type { Bone } from "../../../../workers/model/rig/rig";
import { type EdgeScroll, edgeScroll } from "../../../common/edge-scroll";
import type { PointerFollower } from "../../../common/follow-pointer";
import type { Stores } from "../../../document/stores";
import { BONE_DRAG, type BoneDrag, dropWords } from "./bone-drag";
import type { Branch } from "./bone-tree";

/** A press that moves no farther than this is a click, in CSS pixels. */
const CLICK_REACH = 5;
/** Folded rows open after the pointer has rested on them for this long, in milliseconds. */
const OPEN_AFTER = 600;

/** The tree that is on screen now. */
export interface ShownTree {
  bones: readonly Bone[];
  tree: readonly Branch[];
  unfold(bone: number): void;
}

interface RowDragParts {
  /** The list of rows, which scrolls while the pointer is near its edge. */
  list: HTMLElement;
  /** The name of the dragged bone. An edit that is being solved may end during the drag and renumber the bones. */
  name: string;
  /** Where the pointer was pressed, in client pixels. */
  from: { x: number; y: number };
  now(): ShownTree;
  dropped(drop: BoneDrag & { onto: number }): void;
  /** The bone is gone: the drag cannot go on. */
  lost(): void;
}

/** A drag of one row of the tree over the others. */
export class RowDrag implements PointerFollower {
  readonly #stores: Stores;
  readonly #parts: RowDragParts;
  readonly #scroll: EdgeScroll;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: BoneDrag | null = null;

  constructor(stores: Stores, parts: RowDragParts) {
    this.#stores = stores;
    this.#parts = parts;
    this.#scroll = edgeScroll(parts.list, () => {
      const held = this.#held;
      if (held) this.#show({ ...held, onto: this.#over(held.x, held.y) });
    });
  }

  /** Lifts the row where it was pressed. */
  lift(): void {
    const { from } = this.#parts;
    const bone = this.#bone;
    if (bone >= 0) this.#show({ bone, onto: bone, alone: false, keepJoint: false, ...from });
  }

  move({ clientX: x, clientY: y, shiftKey, altKey }: PointerEvent): void {
    const { from, lost } = this.#parts;
    if (!this.#held && Math.hypot(x - from.x, y - from.y) < CLICK_REACH) return;
    this.#scroll.follow(y);
    const onto = this.#over(x, y);
    const bone = this.#bone;
    if (bone < 0) lost();
    else this.#show({ bone, onto, alone: shiftKey, keepJoint: altKey, x, y });
  }

  key(event: KeyboardEvent, end: () => void): void {
    const held = this.#held;
    if (!held) return;
    if (event.key === "Escape") end();
    else if (event.key === "Shift") this.#show({ ...held, alone: event.type === "keydown" });
    else if (event.key === "Alt") this.#show({ ...held, keepJoint: event.type === "keydown" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  drop(): void {
    const last = this.#last;
    if (!last || last.bone < 0 || last.onto === null) return;
    if (dropWords(this.#parts.now().bones, last)?.allowed) this.#parts.dropped({ ...last, onto: last.onto });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#scroll.stop();
    const held = this.#held;
    this.#last = held && { ...held, bone: this.#bone, onto: this.#under(held.x, held.y) };
    this.#show(null);
  }

  get #held(): BoneDrag | null {
    return this.#stores.of(BONE_DRAG).getState().drag;
  }

  #show(drag: BoneDrag | null): void {
    this.#stores.of(BONE_DRAG).setState({ drag });
  }

  /** The dragged bone; −1 if it is gone. */
  get #bone(): number {
    const { now, name } = this.#parts;
    return now().bones.findIndex((bone) => bone.name === name);
  }

  /** The bone under the pointer. If the pointer rests on it, its branch unfolds. */
  #over(x: number, y: number): number | null {
    const onto = this.#under(x, y);
    if (onto !== this.#held?.onto) {
      clearTimeout(this.#timer);
      if (onto !== null && onto >= 0)
        this.#timer = setTimeout(() => this.#parts.now().unfold(onto), OPEN_AFTER);
    }
    return onto;
  }

  #under(x: number, y: number): number | null {
    const { list, now } = this.#parts;
    const element = document.elementFromPoint(x, y);
    if (!element || !list.contains(element)) return null;
    const row = rowIndexOf(element);
    return row === null ? -1 : (now().tree[row]?.bone ?? null);
  }
}

/** The index of the row that contains an element, or null. */
export function rowIndexOf(element: Element): number | null {
  const index = element.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
  return index ? Number(index) - 1 : null;
}
