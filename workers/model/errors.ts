/** What the artist is told: what is wrong with what, the numbers that disagree, what to do. */
export interface Complaint {
  /** One clause, no full stop: "hound_jump.pc2 does not fit its mesh". */
  title: string;
  /** One to three sentences with the numbers, and what to do. */
  body: string;
  /** Label and value rows of the numbers that disagree. */
  facts?: [label: string, value: string][];
}

/** An error that is the input's or the user's to mend, said in sentences. Everything else thrown is a bug. */
export class SinewError extends Error {
  readonly complaint: Complaint;

  constructor(complaint: Complaint) {
    super(`${complaint.title}. ${complaint.body}`);
    this.name = "SinewError";
    this.complaint = complaint;
  }
}

/** What was asked for does not fit into the memory that there is. */
export class MemoryError extends SinewError {
  constructor(complaint: Complaint) {
    super(complaint);
    this.name = "MemoryError";
  }
}

/** Thrown out of a task that was asked to stop. */
export class CancelledError extends Error {
  constructor() {
    super("Cancelled");
    this.name = "CancelledError";
  }
}
