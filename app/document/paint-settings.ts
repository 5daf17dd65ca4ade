import type { MapBrush } from "./brush-settings";
import type { Stores } from "./stores";
import type { MapWorkspace, PaintState } from "./view-state";

/** How the tools of the Paint workspace are set. */
export const paintState = (stores: Stores): PaintState => stores.view.getState().paint;

/** Changes some of them. */
export const setPaint = (stores: Stores, change: Partial<PaintState>): void =>
  stores.view.setState(({ paint }) => ({ paint: { ...paint, ...change } }));

/** Changes the brush of a workspace where maps are painted. */
export const setMapBrush = (stores: Stores, workspace: MapWorkspace, change: Partial<MapBrush>): void =>
  stores.view.setState(({ mapBrushes }) => ({
    mapBrushes: { ...mapBrushes, [workspace]: { ...mapBrushes[workspace], ...change } },
  }));
