import { createStore } from "zustand/vanilla";
import { storeKey } from "../../../document/stores";
import type { MirrorCopy } from "../../../document/weights/mirror/mirror-settings";

/** What the Mirror section copies and shows. Not part of the document. */
interface MirrorChoice {
  copy: MirrorCopy;
  /** The bone whose vertices without a partner are marked. */
  shown: number | null;
  /** The number of vertices without a partner; null until somebody asks. */
  alone: number | null;
}

export const MIRROR_CHOICE = storeKey(() =>
  createStore<MirrorChoice>()(() => ({ copy: "forward", shown: null, alone: null })),
);
