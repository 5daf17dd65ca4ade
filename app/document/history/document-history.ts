import type { Stores } from "../stores";
import { History } from "./history";

/** The history of the open document. The array of frames identifies a file. */
export const createHistory = ({ document, steps }: Stores): History =>
  new History(
    {
      document: () => document.getState(),
      file: () => document.getState().sequence?.frames.buffer ?? null,
    },
    steps,
  );
