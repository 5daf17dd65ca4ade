import { useEffect, useState } from "react";
import { throttle } from "../common/throttle";

/** The least milliseconds between two updates. Faster ones cannot be read. */
const PACE = 250;

/** A value of a store. */
interface Paced<State, Selected> {
  store: {
    getState(): State;
    subscribe(listen: (state: State, before: State) => void): () => void;
  };
  select(state: State): Selected;
  /** Whether a change is one of a stream. Any other change shows at once. */
  streams(state: State, before: State): boolean;
}

/** Shows a value of a store now and after changes, at most four times a second while it streams. Returns its end. */
export function followPaced<State, Selected>(
  { store, select, streams }: Paced<State, Selected>,
  show: (value: Selected) => void,
): () => void {
  const later = throttle(PACE, show);
  show(select(store.getState()));
  const stop = store.subscribe((state, before) => {
    const value = select(state);
    if (value === select(before)) return;
    if (streams(state, before)) {
      later(value);
      return;
    }
    later.cancel();
    show(value);
  });
  return () => {
    stop();
    later.cancel();
  };
}

/**
 * A value of a store for panels. They follow a stream of results four times a second instead of twenty, because they
 * would take the page's time from the brush. `select` and `streams` are the same functions in every call.
 */
export function usePaced<State, Selected>(
  store: Paced<State, Selected>["store"],
  select: Paced<State, Selected>["select"],
  streams: Paced<State, Selected>["streams"],
): Selected {
  const [shown, show] = useState(() => select(store.getState()));
  useEffect(
    () => followPaced({ store, select, streams }, (value) => show(() => value)),
    [store, select, streams],
  );
  return shown;
}
