import type { Handle } from "../../client";
import { makeHandle } from "../handles";

/** The upload methods of a client, and the currently uploaded values. */
export function fakeUploads() {
  const held = new Map<Handle<object>, object>();
  let next = 1;
  return {
    held,
    upload<T extends object>(value: T): Handle<T> {
      const handle = makeHandle<T>(next++);
      held.set(handle, value);
      return handle;
    },
    free: (handle: Handle<object>) => void held.delete(handle),
  };
}
