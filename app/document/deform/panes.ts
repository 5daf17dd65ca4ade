import { createStore } from "zustand/vanilla";
import type { DeformerKind, StrengthName } from "../../../workers/model/deform";
import { type Stores, storeKey } from "../stores";
import { MOST_PANES, type Pane, type PaneShading } from "../view-state";
import { usesDirect } from "./prepared";

/** The pane that the inspector shows. */
export function focusedPane(stores: Stores): Pane {
  const { panes, focusedPane: index } = stores.view.getState();
  return panes[Math.min(index, panes.length - 1)];
}

export function changePane(stores: Stores, index: number, change: Partial<Pane>): void {
  stores.view.setState(({ panes }) => ({
    panes: panes.map((pane, n) => (n === index ? { ...pane, ...change } : pane)),
    focusedPane: index,
  }));
}

/** The deformers that new panes show, in this order. */
const NEXT_KINDS: DeformerKind[] = ["ddm-v0", "lbs", "dqs", "cor", "dm", "ddm-v5"];

/** Adds a pane at the end, with a deformer that no other pane shows and the shading of the last pane. */
export function addPane(stores: Stores): void {
  stores.view.setState(({ panes }) => {
    if (panes.length >= MOST_PANES) return {};
    const deformer = NEXT_KINDS.find((kind) => panes.every((pane) => pane.deformer !== kind)) ?? "ddm-v0";
    return { panes: [...panes, { ...panes[panes.length - 1], deformer }], focusedPane: panes.length };
  });
}

export function removePane(stores: Stores, index: number): void {
  stores.view.setState(({ panes, focusedPane: focused }) => {
    if (panes.length <= 1) return {};
    const next = panes.filter((_, n) => n !== index);
    const at = focused > index ? focused - 1 : focused;
    return { panes: next, focusedPane: Math.min(at, next.length - 1) };
  });
}

/** The shading of each pane before a strength map is painted. */
const BEFORE_PAINTING = storeKey(() => createStore<{ shadings: PaneShading[] }>()(() => ({ shadings: [] })));

/** Starts to paint a strength map and shows it in a pane; null returns to posing and to the former shading. */
export function paint(stores: Stores, map: StrengthName | null): void {
  const { panes, paintMap, focusedPane: focused } = stores.view.getState();
  if (map === paintMap) return;
  const before = stores.of(BEFORE_PAINTING);
  if (map === null) {
    const { shadings } = before.getState();
    const back = (pane: Pane, n: number): Pane =>
      pane.shading === "strength" ? { ...pane, shading: shadings[n] ?? "clay" } : pane;
    stores.view.setState({ paintMap: null, panes: panes.map(back) });
    return;
  }
  if (paintMap === null)
    before.setState({ shadings: panes.map(({ shading }) => (shading === "strength" ? "clay" : shading)) });
  // Show the map where it has an effect: in the focused pane, or in the first with a direct deformer.
  const direct = panes.findIndex(({ deformer }) => usesDirect(deformer));
  const at = usesDirect(panes[focused]?.deformer ?? "lbs") || direct < 0 ? focused : direct;
  const shown = panes.some(({ shading }) => shading === "strength");
  stores.view.setState({
    paintMap: map,
    panes: shown ? panes : panes.map((pane, n) => (n === at ? { ...pane, shading: "strength" } : pane)),
    focusedPane: at,
  });
}
