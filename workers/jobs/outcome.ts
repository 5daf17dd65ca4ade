import { CancelledError, type Complaint, SinewError } from "../model/errors";
import { NotHeldError } from "./handles";

/** The outcome of a job, in a form that can be sent between threads. */
export type Outcome<T> =
  | { kind: "value"; value: T }
  | { kind: "complaint"; complaint: Complaint }
  | { kind: "cancelled" }
  /** The engine lacks the value of a handle. The client uploads it again and repeats the job. */
  | { kind: "not held"; message: string }
  | { kind: "bug"; message: string; stack: string };

/** Runs a job and returns its outcome; never rejects. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: "value", value: await work() };
  } catch (error) {
    if (error instanceof SinewError) return { kind: "complaint", complaint: error.complaint };
    if (error instanceof CancelledError) return { kind: "cancelled" };
    if (error instanceof NotHeldError) return { kind: "not held", message: error.message };
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { kind: "bug", message, stack: stack ?? "" };
  }
}

/** The value, or the original error thrown again. */
export function unwrap<T>(outcome: Outcome<T>): T {
  switch (outcome.kind) {
    case "value":
      return outcome.value;
    case "complaint":
      throw new SinewError(outcome.complaint);
    case "cancelled":
      throw new CancelledError();
    case "not held":
      throw new SinewError({ title: "The engine lost the mesh", body: `${outcome.message}.` });
    case "bug":
      throw new SinewError({
        title: "Sinew made a mistake",
        body: `${outcome.message}. Please report this with the details.`,
        facts: [["Details", outcome.stack.split("\n").slice(0, 6).join(" ")]],
      });
  }
}
