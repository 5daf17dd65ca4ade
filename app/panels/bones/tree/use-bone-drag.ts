import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from "react";
import { TREE_EDITING } from "../../../actions/guards/tree-editing";
import { useStudio } from "../../../actions/studio";
import { followPointer } from "../../../common/follow-pointer";
import { useStores } from "../../../document/use-stores";
import { afterRest } from "./after-rest";
import { BONE_DRAG } from "./bone-drag";
import { RowDrag, rowIndexOf, type ShownTree } from "./row-drag";

interface Dragging extends ShownTree {
  /** Why bones cannot get other parents now, or null. */
  refusal: string | null;
}

/**
 * Drags rows of a tree of bones onto their new parents. Shift leaves the branch, Alt keeps the joint, Escape cancels,
 * and a drop below the rows makes a root. A finger lifts a row by resting on it. One that moves at once scrolls.
 * @returns the handler for presses on the element around the list, and a reference to put on that element.
 */
export function useBoneDrag(shown: Dragging): {
  onPointerDown(event: ReactPointerEvent<HTMLElement>): void;
  ref: RefObject<HTMLDivElement | null>;
} {
  const stores = useStores();
  const studio = useStudio();
  const latest = useRef(shown);
  latest.current = shown;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // While a bone is lifted, the finger moves it and not the list. Browsers ask only listeners that were there before.
    const hold = (event: TouchEvent) => stores.of(BONE_DRAG).getState().drag && event.preventDefault();
    const around = ref.current;
    around?.addEventListener("touchmove", hold, { passive: false });
    return () => around?.removeEventListener("touchmove", hold);
  }, [stores]);

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const list = event.currentTarget.querySelector<HTMLElement>("[aria-rowcount]");
    const name = pressedBone(event, latest.current);
    if (!list || name === null || latest.current.refusal) return;
    const drag = new RowDrag(stores, {
      ...{ list, name },
      from: { x: event.clientX, y: event.clientY },
      now: () => latest.current,
      dropped({ bone, onto: parent, alone, keepJoint }) {
        void studio.get(TREE_EDITING).perform({ kind: "reparent", bone, parent, alone, keepJoint });
      },
      lost: () => stop.current?.(),
    });
    stop.current?.();
    const follow = () => followPointer(drag);
    stop.current =
      event.pointerType === "touch"
        ? afterRest(event, () => {
            drag.lift();
            return follow();
          })
        : follow();
  };
  return { onPointerDown, ref };
}

/** The name of the bone whose row is pressed; null for presses that drag nothing. */
function pressedBone(event: ReactPointerEvent<HTMLElement>, { bones, tree }: ShownTree): string | null {
  const pressed = event.target instanceof Element ? event.target : null;
  const row = pressed && rowIndexOf(pressed);
  if (!pressed || row === null || event.button !== 0) return null;
  if (pressed.closest("button, input")) return null;
  return bones[tree[row].bone]?.name ?? null;
}
