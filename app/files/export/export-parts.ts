import type { ReactNode } from "react";

/** The parts of the export dialog that depend on the format. */
export interface ExportParts {
  /** The file extension, with the dot. */
  extension: string;
  options: ReactNode;
  /** Size, error and warnings of the file. */
  costs: ReactNode;
  /** Whether the file is being made. */
  busy: boolean;
  /** Whether the file can be saved. */
  ready: boolean;
  /** Saves the file under a name without an extension. */
  save(name: string): Promise<void>;
  /** Cancels a long save; null if none is running. */
  cancel?: (() => void) | null;
}
