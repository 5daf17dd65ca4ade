import type { History } from "../../../../document/history/history";

/**
 * Distinguishes new changes of the document from those that an undo or a redo restored.
 * @returns a function that tells whether an undo or a redo changed the top step since its last call.
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
