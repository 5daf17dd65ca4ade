import type { History } from "../../../../document/history";

/**
 * Tells changes of the document that are new from those that an undo or a redo brought back.
 * @returns whether the step on top is another one than when it was last asked, and no new one.
 */
export function watchHistory(history: History): () => boolean {
  const topStep = () => {
    const { steps, position, base } = history.state.getState();
    return steps[position - 1]?.id ?? base;
  };
  let last = topStep();
  let newest = history.state.getState().steps.at(-1)?.id ?? last;
  return () => {
    const top = topStep();
    const wentBack = top !== last && top <= newest;
    last = top;
    newest = Math.max(newest, top);
    return wentBack;
  };
}
