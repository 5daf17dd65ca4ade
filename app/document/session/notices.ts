import { createStore } from "zustand/vanilla";

/** A line in a corner of the page that goes away by itself. */
export interface Toast {
  id: number;
  kind: "done" | "warning";
  title: string;
  body: string;
  /** Identifier of an action that the toast offers, and its label there. */
  offer: { action: string; label: string } | null;
}

export interface NoticesState {
  toasts: Toast[];
  /** How many toasts there have been: the last one's id. */
  said: number;
}

export const createNoticesStore = () => createStore<NoticesState>()(() => ({ toasts: [], said: 0 }));
