import { setPaint } from "../../../document/paint-settings";
import type { PaintNumbers } from "../../../document/paint-state";
import { useStores, useView } from "../../../document/use-stores";

/** The numbers beside buttons, and a function that changes some of them. */
export function usePaintNumbers(): [PaintNumbers, (change: Partial<PaintNumbers>) => void] {
  const stores = useStores();
  const numbers = useView((view) => view.paint.numbers);
  return [numbers, (change) => setPaint(stores, { numbers: { ...numbers, ...change } })];
}
