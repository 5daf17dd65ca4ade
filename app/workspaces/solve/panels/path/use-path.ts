import { useMemo } from "react";
import { useDocument, useStore } from "../../../../document/use-stores";
import { curveOf, isOnPath, PATH, type PathState } from "../../runs/path/path-state";

export const usePath = <T>(select: (state: PathState) => T): T => useStore(PATH, select);

/** The error curve of the path. */
export function usePathCurve() {
  const members = usePath((state) => state.members);
  return useMemo(() => curveOf({ members }), [members]);
}

/** Whether the document's rig is one of the path's. */
export function useOnPath(): boolean {
  const rigs = usePath((state) => state.rigs);
  return useDocument(({ rig }) => isOnPath({ rigs }, rig));
}
