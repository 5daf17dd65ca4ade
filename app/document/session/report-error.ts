import { CancelledError, type Complaint, SinewError } from "../../../workers/model/errors";
import type { Stores } from "../stores";
import type { Dialog } from "./dialog-state";
import { openDialog } from "./dialogs";

type Fix = Extract<Dialog, { kind: "error" }>["fix"];

/**
 * Shows an error in a dialog that stays until it is closed. Ignores a cancel. Anything that is not a SinewError is a
 * bug, and is shown with its details.
 */
export function reportError(stores: Stores, error: unknown, doing: string, fix: Fix = null): void {
  if (isCancel(error)) return;
  const complaint = explain(error, doing);
  const details = errorDetails(error, doing);
  openDialog(stores, { kind: "error", complaint, details, fix });
}

/** The text of an error for a bug report: the message, the facts, the stack of a bug, and the browser. */
export function errorDetails(error: unknown, doing: string): string {
  const { title, body, facts = [] } = explain(error, doing);
  const trace = isComplaint(error)
    ? []
    : [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  const said = facts.map(([label, value]) => `${label}: ${value}`);
  return [`${title}.`, body, ...said, ...trace, navigator.userAgent].join("\n");
}

/** An error as a message, to show beside what failed. */
export const explain = (error: unknown, doing: string): Complaint =>
  complaintOf(error) ?? bugIn(error, doing);

/** An error from a worker may have lost its class, but keeps its name. */
export function isCancel(error: unknown): boolean {
  return error instanceof CancelledError || (error instanceof Error && error.name === "CancelledError");
}

function isComplaint(error: unknown): error is Error & { complaint: Complaint } {
  return error instanceof SinewError || (error instanceof Error && "complaint" in error && !!error.complaint);
}

function complaintOf(error: unknown): Complaint | null {
  return isComplaint(error) ? error.complaint : null;
}

function bugIn(error: unknown, doing: string): Complaint {
  const message = error instanceof Error ? error.message : String(error);
  return {
    title: `${doing} stopped because of an error in Sinew`,
    body: `${message.replace(/\.?$/, ".")} Copy the details into a report, then try again.`,
  };
}
