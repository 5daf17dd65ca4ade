import type { Handle, SolverClient } from "../../../../workers/client";

/** The values that a service uploads once for many jobs: when a job first needs one, and again if it has changed. */
export class KeptUploads {
  readonly #client: Pick<SolverClient, "upload" | "free">;
  readonly #kept = new Map<string, { of: object; handle: Handle<object> }>();

  constructor(client: Pick<SolverClient, "upload" | "free">) {
    this.#client = client;
  }

  /**
   * The upload of this name.
   *
   * @param of what the value is made from: the upload stays until this is another object
   */
  get<T extends object>(name: string, of: object, make: () => T): Handle<T> {
    const known = this.#kept.get(name);
    if (known?.of === of) return known.handle as Handle<T>;
    if (known) this.#client.free(known.handle);
    const handle = this.#client.upload(make());
    this.#kept.set(name, { of, handle });
    return handle;
  }

  /** Whether the upload of this name is made from an object. */
  isOf(name: string, of: object | null): boolean {
    return of !== null && this.#kept.get(name)?.of === of;
  }

  /** Frees all of them. */
  letGo(): void {
    for (const { handle } of this.#kept.values()) this.#client.free(handle);
    this.#kept.clear();
  }
}
