import { type Handle, handlesIn, makeHandle } from "../handles";
import type { Connection } from "./engine-connection";

/** Values that jobs refer to by handles. Each is sent once to every worker that needs it. */
export class Uploads {
  /** By the numbers of their handles. */
  readonly #values = new Map<number, object>();
  #next = 1;

  add<T extends object>(value: T): Handle<T> {
    const handle = makeHandle<T>(this.#next++);
    this.#values.set(handle.number, value);
    return handle;
  }

  remove({ number }: Handle<object>): void {
    this.#values.delete(number);
  }

  /** Sends the values that an input refers to, unless the worker already holds them. */
  async send({ door, held }: Connection, input: object): Promise<void> {
    const missing = handlesIn(input).filter(({ number }) => !held.has(number));
    const sent = missing.map((handle) => {
      const value = this.#values.get(handle.number);
      if (!value) throw new Error(`The mesh ${handle.number} was freed: upload it again`);
      held.add(handle.number);
      return door.hold(handle, value);
    });
    await Promise.all(sent);
  }
}
