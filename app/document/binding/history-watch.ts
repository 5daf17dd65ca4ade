import type { History } from "../history";

/**
 * Tells changes of the document that are new from those that an undo or a redo brought back.
 * @returns whether the step on top is another one than when it was last asked, and no new one.
 */
export function watchHistory(history: History): () => boolean {
  const topStep = () => {
    const { steps, position } = history.state.getState();
    return steps[position - 1]?.id ?? 0;
  };
  let last = topStep();
  let newest = history.state.getState().steps.at(-1)?.id ?? 0;
  return () => {
    const top = topStep();
    const wentBack = top !== last && top <= newest;
    last = top;
    newest = Math.max(newest, top);
    return wentBack;
  };
}

/** Whether a step is the last one, and done: nothing came after it, and it was not taken back. */
export function isOnTop(history: History, id: number): boolean {
  const { steps, position } = history.state.getState();
  return position === steps.length && steps.at(-1)?.id === id;
}
