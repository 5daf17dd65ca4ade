import { createStore } from "zustand/vanilla";

/** A message in a corner of the page that disappears by itself. */
export interface Toast {
  id: number;
  kind: "done" | "warning";
  title: string;
  body: string;
  /** An action that the toast offers, and its label there. */
  offer: { action: string; label: string } | null;
  /** A toast replaces the one that has the same subject; null replaces none. */
  about: string | null;
}

export interface NoticesState {
  toasts: Toast[];
  /** The number of toasts so far, which is also the id of the last one. */
  said: number;
}

export const createNoticesStore = () => createStore<NoticesState>()(() => ({ toasts: [], said: 0 }));
