import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from "react";
import { createStore } from "zustand/vanilla";
import { followPointer } from "../../../../common/follow-pointer";
import type { LockKind } from "../../../../document/skeleton/own-skeleton";
import { storeKey } from "../../../../document/stores";
import { useStores } from "../../../../document/use-stores";

/** A drag over a column of padlocks. */
export interface LockDrag {
  kind: LockKind;
  /** Whether the drag locks or unlocks them. */
  locked: boolean;
  bones: number[];
}

export const LOCK_DRAG = storeKey(() => createStore<{ drag: LockDrag | null }>()(() => ({ drag: null })));

/** The padlock that contains an element. */
function padlockOf(element: Element | null): { kind: LockKind; bone: number; locked: boolean } | null {
  const button = element?.closest<HTMLElement>("[data-lock]");
  if (!button) return null;
  return {
    kind: button.dataset.lock as LockKind,
    bone: Number(button.dataset.bone),
    locked: button.getAttribute("aria-pressed") === "true",
  };
}

/**
 * Drags down a column of padlocks, which all take the new state of the first. Escape cancels. The button handles a
 * press without a move.
 * @returns the handler for presses on the element around the list.
 */
export function useLockDrag(
  onDrop: (drag: LockDrag) => void,
): (event: ReactPointerEvent<HTMLElement>) => void {
  const stores = useStores();
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  return (event) => {
    const first = padlockOf(event.target instanceof Element ? event.target : null);
    if (!first || event.button !== 0 || event.pointerType === "touch") return;
    const store = stores.of(LOCK_DRAG);
    const set = (drag: LockDrag | null) => store.setState({ drag });
    let dropped: LockDrag | null = null;
    stop.current?.();
    stop.current = followPointer({
      move({ clientX, clientY }) {
        const under = padlockOf(document.elementFromPoint(clientX, clientY));
        if (!under || under.kind !== first.kind) return;
        const { drag } = store.getState();
        if (!drag && under.bone === first.bone) return;
        const bones = drag?.bones ?? [first.bone];
        if (!bones.includes(under.bone))
          set({ kind: first.kind, locked: !first.locked, bones: [...bones, under.bone] });
      },
      key(event, end) {
        if (event.key !== "Escape" || !store.getState().drag) return;
        event.preventDefault();
        event.stopPropagation();
        end();
      },
      drop() {
        if (dropped) latest.current(dropped);
      },
      end() {
        dropped = store.getState().drag;
        stop.current = null;
        set(null);
      },
    });
  };
}
