/** An error message for the artist: what is wrong, the numbers that disagree, and what to do. */
export interface Complaint {
  /** One clause, no full stop: "hound_jump.pc2 does not fit its mesh". */
  title: string;
  /** One to three sentences with the numbers, and what to do. */
  body: string;
  /** Label and value rows of the numbers that disagree. */
  facts?: [label: string, value: string][];
}

/** An error that the user can fix, explained in sentences. Every other thrown error is a bug. */
export class SinewError extends Error {
  readonly complaint: Complaint;

  constructor(complaint: Complaint) {
    super(`${complaint.title}. ${complaint.body}`);
    this.name = "SinewError";
    this.complaint = complaint;
  }
}

/** The request does not fit into the available memory. */
export class MemoryError extends SinewError {
  constructor(complaint: Complaint) {
    super(complaint);
    this.name = "MemoryError";
  }
}

/** Thrown by a cancelled task. */
export class CancelledError extends Error {
  constructor() {
    super("Cancelled");
    this.name = "CancelledError";
  }
}
