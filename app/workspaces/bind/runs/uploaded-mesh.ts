import type { Handle, SolverClient } from "../../../../workers/client";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { type Bindable, bindableOf } from "../../../../workers/model/weights/bindable";
import { type Stores, storeKey } from "../../../document/stores";

interface Uploaded {
  sequence: SequenceMesh;
  handle: Handle<Bindable>;
}

/** The last upload to each engine. */
const UPLOADS = storeKey(() => new WeakMap<SolverClient, Uploaded>());

/**
 * The rest pose of the open sequence, as a mesh that a skeleton can be bound to. It is uploaded to the engine once for
 * all requests, and freed when another sequence is opened.
 */
export function uploadedMesh(stores: Stores, client: SolverClient, sequence: SequenceMesh): Handle<Bindable> {
  const uploads = stores.of(UPLOADS);
  const last = uploads.get(client);
  if (last?.sequence === sequence) return last.handle;
  if (last) client.free(last.handle);
  const handle = client.upload(bindableOf(sequence));
  uploads.set(client, { sequence, handle });
  const stop = stores.document.subscribe((document) => {
    if (document.sequence === sequence) return;
    stop();
    if (uploads.get(client)?.handle !== handle) return;
    uploads.delete(client);
    client.free(handle);
  });
  return handle;
}
