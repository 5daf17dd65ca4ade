import type { Handle, SolverClient } from "../../../../../workers/client";
import { type DeformSource, deformSourceOf } from "../../../../../workers/model/deform";
import type { Bone, Rig } from "../../../../../workers/model/rig/rig";
import { KeptUploads } from "../../../../document/session/jobs/kept-uploads";
import type { Stores } from "../../../../document/stores";

/** The rig that data are prepared for, and the engine's copy of it. A request then only sends settings. */
export class PreparedRig {
  readonly #stores: Stores;
  readonly #uploads: KeptUploads;
  #rig: Rig | null = null;

  constructor(stores: Stores, client: SolverClient) {
    this.#stores = stores;
    this.#uploads = new KeptUploads(client);
  }

  /**
   * Goes over to the document's rig. One that was only renamed or moved keeps the data.
   * @returns whether the data were of another rig, and are discarded.
   */
  follow(): boolean {
    const { rig: now } = this.#stores.document.getState();
    const before = this.#rig;
    if (now === before) return false;
    this.#rig = now;
    this.#uploads.letGo();
    const { prepared } = this.#stores;
    const fits = now && before && posesAlike(now, before);
    if (fits) prepared.setState({ rig: now });
    else prepared.setState({ ...prepared.getInitialState(), rig: now }, true);
    return !fits;
  }

  /** The deformers' input. Made when the Deform workspace first needs it, because it would delay brush strokes. */
  source(): Handle<DeformSource> | null {
    const { sequence } = this.#stores.document.getState();
    const rig = this.#rig;
    return sequence && rig && this.#uploads.get("source", rig, () => deformSourceOf(sequence, rig));
  }
}

/** Whether deformers need the same data for two rigs. */
function posesAlike(a: Rig, b: Rig): boolean {
  const same = (p: Bone, q: Bone) => p.parent === q.parent && p.head.every((x, n) => x === q.head[n]);
  return (
    a.rest === b.rest &&
    a.weights === b.weights &&
    a.bones.length === b.bones.length &&
    a.bones.every((bone, j) => same(bone, b.bones[j]))
  );
}
