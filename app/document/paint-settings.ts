import type { MapBrush } from "./brush-settings";
import { type MapWorkspace, type PaintState, useView } from "./view-state";

/** How the tools of the Paint workspace are set. */
export const paintState = (): PaintState => useView.getState().paint;

/** Changes some of them. */
export const setPaint = (change: Partial<PaintState>): void =>
  useView.setState(({ paint }) => ({ paint: { ...paint, ...change } }));

/** Changes the brush of a workspace where maps are painted. */
export const setMapBrush = (workspace: MapWorkspace, change: Partial<MapBrush>): void =>
  useView.setState(({ mapBrushes }) => ({
    mapBrushes: { ...mapBrushes, [workspace]: { ...mapBrushes[workspace], ...change } },
  }));
