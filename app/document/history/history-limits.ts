/** The limits of the undo history. */
export interface HistoryLimits {
  steps: number;
  /** Memory in addition to the document's own. */
  bytes: number;
  /** Above this many bytes, the history keeps only one earlier file. */
  earlierFiles: number;
}

const GIGABYTE = 1e9;
/** Assumed memory if the browser does not tell. */
const USUAL_MEMORY = 4 * GIGABYTE;
/** The fraction of the machine's memory that the history may use. */
const SHARE = 1 / 8;

/**
 * Limits for the machine's memory. An earlier file of 250 MB stays available on any machine.
 * @param memory bytes
 */
export function limitsFor(memory = USUAL_MEMORY): HistoryLimits {
  const bytes = Math.min(2 * GIGABYTE, Math.max(0.25 * GIGABYTE, SHARE * memory));
  return { steps: 500, bytes, earlierFiles: 16e6 };
}
