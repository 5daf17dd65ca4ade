import { useEffect, useState } from "react";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import { useDocument, useStores } from "../../../../document/use-stores";
import { knownMirror, mirrorOf } from "../../../../document/weights/mirror/cached-mirror";
import { MIRROR_CHOICE } from "../../mirror/mirror-choice";

/** The mirror images of the mesh's vertices; null while they are computed. */
export function useMirror(): SurfaceMirror | null {
  const sequence = useDocument((state) => state.sequence);
  const settings = useDocument((state) => state.mirroring);
  const [, setFound] = useState<SurfaceMirror | null>(null);
  const stores = useStores();
  useEffect(() => {
    if (!sequence) return;
    let isNow = true;
    const take = (mirror: SurfaceMirror | null) => {
      if (!isNow) return;
      setFound(mirror);
      stores.of(MIRROR_CHOICE).setState({ alone: mirror?.unmatched.length ?? null, shown: null });
    };
    mirrorOf(sequence, settings).then(take, () => take(null));
    return () => {
      isNow = false;
    };
  }, [stores, sequence, settings]);
  return sequence && knownMirror(sequence, settings);
}
