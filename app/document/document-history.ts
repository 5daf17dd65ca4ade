import { History } from "./history";
import type { Stores } from "./stores";

/** The history of the open document. The array of frames identifies a file. */
export const createHistory = ({ document, steps }: Stores): History =>
  new History(
    {
      document: () => document.getState(),
      file: () => document.getState().sequence?.frames.buffer ?? null,
    },
    steps,
  );
