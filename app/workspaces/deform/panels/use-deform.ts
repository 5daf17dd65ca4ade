import type { DeformSettings } from "../../../../workers/model/deform";
import { useStudio } from "../../../actions/studio";
import { keptInBounds, setDeform } from "../../../document/deform/deform-commands";
import { useDocument, useStores } from "../../../document/use-stores";

interface DeformAccess {
  /** The document's settings, which a drag starts from. */
  settings: DeformSettings;
  /** Shows a change while a drag goes on. */
  preview(change: Partial<DeformSettings>): void;
  /** Commits a change as one undo step. */
  commit(change: Partial<DeformSettings>, label?: string): void;
}

/** The settings of the deformers, and functions that change them. */
export function useDeform(): DeformAccess {
  const stores = useStores();
  const { history } = useStudio();
  const settings = useDocument((state) => state.deform);
  return {
    settings,
    preview: (change) => {
      const { deform } = stores.document.getState();
      const next = keptInBounds({ ...deform, ...change });
      // A drag that returned to its start, or was cancelled, shows the document's settings again.
      stores.document.setState({ liveDeform: sameSettings(next, deform) ? null : next });
    },
    commit: (change, label) => history.run(setDeform(stores, change, label)),
  };
}

const sameSettings = (a: DeformSettings, b: DeformSettings) =>
  (Object.keys(a) as (keyof DeformSettings)[]).every((key) => {
    const [x, y] = [a[key], b[key]];
    if (x instanceof Float32Array && y instanceof Float32Array) return x.every((value, n) => value === y[n]);
    return Object.is(x, y);
  });
