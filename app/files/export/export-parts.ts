import type { ReactNode } from "react";

/** What a format puts into the export dialog. */
export interface ExportParts {
  /** With the dot. */
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
  /** Cancels a save that takes a while; null while none is under way. */
  cancel?: (() => void) | null;
}
