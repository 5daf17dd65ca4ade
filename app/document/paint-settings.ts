import type { MapBrush } from "./brush-settings";
import type { PaintState } from "./paint-state";
import type { Stores } from "./stores";
import type { MapWorkspace } from "./view-state";

/** The settings of the Paint workspace's tools. */
export const paintState = (stores: Stores): PaintState => stores.view.getState().paint;

/** Changes some of these settings. */
export const setPaint = (stores: Stores, change: Partial<PaintState>): void =>
  stores.view.setState(({ paint }) => ({ paint: { ...paint, ...change } }));

/** Changes the map brush of a workspace. */
export const setMapBrush = (stores: Stores, workspace: MapWorkspace, change: Partial<MapBrush>): void =>
  stores.view.setState(({ mapBrushes }) => ({
    mapBrushes: { ...mapBrushes, [workspace]: { ...mapBrushes[workspace], ...change } },
  }));
