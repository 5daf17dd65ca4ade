/**
 * Values that the engine holds, so that a job does not send them: the client uploads a mesh once, and each job about it
 * sends only its handle. The client keeps the value too, and sends it again to an engine that restarts.
 */

import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { FiledSequence, OpenedSequence } from "../model/mesh/streamed-sequence";

/** Represents a value of type T in the input of a job. */
export interface Handle<out T> {
  readonly heldBy: "engine";
  /** Unique: no other value ever gets this number. */
  readonly number: number;
  /** Only for the type checker; never present. */
  readonly value?: T;
}

/**
 * A job's input as it is sent: any field may be a handle, and a sequence may have its frames in files. If the job needs
 * all frames in memory, the engine refuses such a sequence.
 */
export type Sent<Input> = {
  [Field in keyof Input]: Input[Field] | Handle<Input[Field]> | Filed<Input[Field]>;
};
type Filed<Field> = Field extends MeshSequence ? FiledSequence | Handle<OpenedSequence> : never;

export const makeHandle = <T>(number: number): Handle<T> => ({ heldBy: "engine", number });

/** A handle is plain data, so it can be sent to another thread. */
function isHandle(field: unknown): field is Handle<unknown> {
  return typeof field === "object" && field !== null && "heldBy" in field && field.heldBy === "engine";
}

/** The handles in an input. */
export const handlesIn = (input: object): Handle<unknown>[] => Object.values(input).filter(isHandle);

/** A job refers to a value that this engine does not hold, because the engine started after the upload. */
export class NotHeldError extends Error {
  constructor({ number }: Handle<unknown>) {
    super(
      `The engine does not hold the mesh ${number}. It started after the mesh was uploaded; upload it again`,
    );
  }
}

/** The values that an engine holds while it lives. */
export class HeldValues {
  private readonly values = new Map<number, unknown>();

  hold(handle: Handle<unknown>, value: unknown): void {
    this.values.set(handle.number, value);
  }

  free({ number }: Handle<unknown>): void {
    this.values.delete(number);
  }

  /**
   * The input with its handles replaced by their values.
   * @throws NotHeldError if a handle's value is not held.
   */
  resolve<Input extends object>(input: Sent<Input>): Input {
    if (handlesIn(input).length === 0) return input as Input;
    const fields = Object.entries(input).map(([name, field]) => [
      name,
      isHandle(field) ? this.valueOf(field) : field,
    ]);
    return Object.fromEntries(fields) as Input;
  }

  private valueOf(handle: Handle<unknown>): unknown {
    const { number } = handle;
    if (!this.values.has(number)) throw new NotHeldError(handle);
    return this.values.get(number);
  }
}
