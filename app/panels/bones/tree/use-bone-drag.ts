import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from "react";
import type { Bone } from "../../../../workers/model/rig/rig";
import { TREE_EDITING } from "../../../actions/guards/tree-editing";
import { useStudio } from "../../../actions/studio";
import { edgeScroll } from "../../../common/edge-scroll";
import { followPointer } from "../../../common/follow-pointer";
import { useStores } from "../../../document/use-stores";
import { BONE_DRAG, type BoneDrag, dropWords } from "./bone-drag";
import type { Branch } from "./bone-tree";

/** A press that moves no farther than this is a click, in CSS pixels. */
const CLICK_REACH = 5;
/** Folded rows open after the pointer has rested on them for this long, in milliseconds. */
const OPEN_AFTER = 600;

interface Dragging {
  bones: readonly Bone[];
  tree: readonly Branch[];
  /** Why bones cannot get other parents now, or null. */
  refusal: string | null;
  unfold(bone: number): void;
}

/**
 * Drags rows of a tree of bones onto their new parents. Shift leaves the branch, Alt keeps the joint, Escape cancels,
 * and a drop below the rows makes a root. With touch, a drag scrolls the list; the inspector sets the parent.
 * @returns the handler for presses on the element around the list.
 */
export function useBoneDrag(now: Dragging): (event: ReactPointerEvent<HTMLElement>) => void {
  const stores = useStores();
  const studio = useStudio();
  const latest = useRef(now);
  latest.current = now;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  return (event) => {
    const { bones, tree, refusal } = latest.current;
    const list = event.currentTarget.querySelector<HTMLElement>("[aria-rowcount]");
    const pressed = event.target instanceof Element ? event.target : null;
    const first = pressed && rowOf(pressed);
    if (!list || !pressed || first === null || refusal || event.button !== 0 || event.pointerType === "touch")
      return;
    if (pressed.closest("button, input")) return;
    const pressedBone = bones[tree[first].bone];
    if (!pressedBone) return;
    // Identify the bone by its name, because an edit that is being solved may end during the drag and renumber the
    // bones.
    const dragged = () => latest.current.bones.findIndex(({ name }) => name === pressedBone.name);
    const from = { x: event.clientX, y: event.clientY };
    const drag = stores.of(BONE_DRAG);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (next: BoneDrag | null) => drag.setState({ drag: next });

    const under = (x: number, y: number): number | null => {
      const element = document.elementFromPoint(x, y);
      if (!element || !list.contains(element)) return null;
      const row = rowOf(element);
      return row === null ? -1 : (latest.current.tree[row]?.bone ?? null);
    };
    let dropped: BoneDrag | null = null;
    const over = (x: number, y: number): number | null => {
      const onto = under(x, y);
      if (onto !== drag.getState().drag?.onto) {
        clearTimeout(timer);
        if (onto !== null && onto >= 0) timer = setTimeout(() => latest.current.unfold(onto), OPEN_AFTER);
      }
      return onto;
    };
    const scroll = edgeScroll(list, () => {
      const held = drag.getState().drag;
      if (held) set({ ...held, onto: over(held.x, held.y) });
    });
    stop.current?.();
    stop.current = followPointer({
      move({ clientX: x, clientY: y, shiftKey, altKey }) {
        const before = drag.getState().drag;
        if (!before && Math.hypot(x - from.x, y - from.y) < CLICK_REACH) return;
        scroll.follow(y);
        const onto = over(x, y);
        const bone = dragged();
        if (bone < 0) return stop.current?.();
        set({ bone, onto, alone: shiftKey, keepJoint: altKey, x, y });
      },
      key(event, end) {
        const before = drag.getState().drag;
        if (!before) return;
        if (event.key === "Escape") end();
        else if (event.key === "Shift") set({ ...before, alone: event.type === "keydown" });
        else if (event.key === "Alt") set({ ...before, keepJoint: event.type === "keydown" });
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
      drop() {
        if (!dropped || dropped.bone < 0 || dropped.onto === null) return;
        if (!dropWords(latest.current.bones, dropped)?.allowed) return;
        const { bone, onto: parent, alone, keepJoint } = dropped;
        void studio.get(TREE_EDITING).perform({ kind: "reparent", bone, parent, alone, keepJoint });
      },
      end() {
        clearTimeout(timer);
        scroll.stop();
        const last = drag.getState().drag;
        dropped = last && { ...last, bone: dragged(), onto: under(last.x, last.y) };
        stop.current = null;
        set(null);
      },
    });
  };
}

/** The index of the row that contains an element, or null. */
function rowOf(element: Element): number | null {
  const index = element.closest("[aria-rowindex]")?.getAttribute("aria-rowindex");
  return index ? Number(index) - 1 : null;
}
