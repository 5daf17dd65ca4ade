import type { StoreApi } from "zustand";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import type { DocumentEvent } from "./events";
import { watchHistory } from "./history-watch";

/** The parts of the document that weights depend on, and the rig that they end up in. */
const WATCHED = ["sequence", "skeleton", "weighting", "weightEdits", "rig"] as const;

/** Sends an event after each change of the document that affects weights, whether by the artist, an undo or a file. */
export function sendDocumentEvents(
  document: StoreApi<DocumentState>,
  history: History,
  send: (event: DocumentEvent) => void,
): void {
  const wentBack = watchHistory(history);
  let open = document.getState().sequence;
  let isDue = false;

  function look(): void {
    isDue = false;
    const { sequence } = document.getState();
    const opened = sequence !== open;
    open = sequence;
    send({ type: "documentChanged", undone: wentBack(), opened });
  }

  document.subscribe((state, before) => {
    if (isDue || WATCHED.every((key) => state[key] === before[key])) return;
    isDue = true;
    // Wait until the history knows whether the change was an undo.
    queueMicrotask(look);
  });
}
