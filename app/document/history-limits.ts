/** How much may be kept to be taken back. */
export interface HistoryLimits {
  steps: number;
  /** Memory beyond what the document itself holds. */
  bytes: number;
  /** With more bytes than these, the steps reach back over one opening of a file only. */
  earlierFiles: number;
}

const GIGABYTE = 1e9;
/** Memory of a machine whose browser does not tell. */
const USUAL_MEMORY = 4 * GIGABYTE;
/** Part of the machine's memory that the history may take. */
const SHARE = 1 / 8;

/**
 * Fits the machine's memory: an earlier file of 250 MB can be taken back to on any machine.
 * @param memory bytes
 */
export function limitsFor(memory = USUAL_MEMORY): HistoryLimits {
  const bytes = Math.min(2 * GIGABYTE, Math.max(0.25 * GIGABYTE, SHARE * memory));
  return { steps: 500, bytes, earlierFiles: 16e6 };
}
