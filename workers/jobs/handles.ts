/**
 * Values that the engine holds, so that a question does not send them: a mesh is uploaded once, and each question about
 * it sends its handle. The client keeps the value too, and sends it again to an engine that starts anew.
 */

/** Stands for a value of type T in the input of a job. */
export interface Handle<out T> {
  readonly heldBy: "engine";
  /** Given once: never that of another value. */
  readonly number: number;
  /** For types alone, never there. */
  readonly value?: T;
}

/** An input with handles where the sender likes, for whole fields. */
export type Sent<Input> = { [Field in keyof Input]: Input[Field] | Handle<Input[Field]> };

export const makeHandle = <T>(number: number): Handle<T> => ({ heldBy: "engine", number });

/** A handle is plain data: it crosses from one thread to another. */
function isHandle(field: unknown): field is Handle<unknown> {
  return typeof field === "object" && field !== null && "heldBy" in field && field.heldBy === "engine";
}

/** The handles in an input. */
export const handlesIn = (input: object): Handle<unknown>[] => Object.values(input).filter(isHandle);

/** Someone asked about a value that this engine does not hold: it started after the value was uploaded. */
export class NotHeldError extends Error {
  constructor({ number }: Handle<unknown>) {
    super(
      `The engine does not hold the mesh ${number}. It started after the mesh was uploaded; upload it again`,
    );
  }
}

/** What an engine holds, from its start to its end. */
export class HeldValues {
  private readonly values = new Map<number, unknown>();

  hold(handle: Handle<unknown>, value: unknown): void {
    this.values.set(handle.number, value);
  }

  free({ number }: Handle<unknown>): void {
    this.values.delete(number);
  }

  /**
   * The input with values in place of its handles.
   * @throws NotHeldError for a handle of a value that is not held.
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
