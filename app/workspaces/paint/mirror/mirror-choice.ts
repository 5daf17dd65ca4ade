import { createStore } from "zustand/vanilla";
import { storeKey } from "../../../document/stores";
import type { MirrorCopy } from "../../../document/weights/mirror/mirror-settings";

/** The state of the Mirror section. It is not saved. */
interface MirrorChoice {
  copy: MirrorCopy;
  /** The bone whose vertices without a partner are marked; null for none or all. */
  shown: number | null;
  /** The number of vertices without a partner; null until it is known. */
  alone: number | null;
  /** Whether the section shows the edge of a mirror by topology, so that the viewport draws it. */
  showsEdge: boolean;
  /** Whether the next click on the mesh takes this edge. */
  picking: boolean;
}

export const MIRROR_CHOICE = storeKey(() =>
  createStore<MirrorChoice>()(() => ({
    copy: "forward",
    shown: null,
    alone: null,
    showsEdge: false,
    picking: false,
  })),
);
