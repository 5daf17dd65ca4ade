import { type PaintState, useView } from "./view-state";

/** How the tools of the Paint workspace are set. */
export const paintState = (): PaintState => useView.getState().paint;

/** Changes some of them. */
export const setPaint = (change: Partial<PaintState>): void =>
  useView.setState(({ paint }) => ({ paint: { ...paint, ...change } }));
