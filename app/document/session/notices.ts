import { create } from "zustand";

/** A line in a corner of the page that goes away by itself. */
export interface Toast {
  id: number;
  kind: "done" | "warning";
  title: string;
  body: string;
  /** Identifier of an action that the toast offers, and its label there. */
  offer: { action: string; label: string } | null;
}

export const useNotices = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

let lastToast = 0;

/** Says that something is done. At most two are shown; an older one gives way. */
export function toast(title: string, body = "", more: Partial<Pick<Toast, "kind" | "offer">> = {}): void {
  const next: Toast = { id: ++lastToast, kind: "done", offer: null, title, body, ...more };
  useNotices.setState(({ toasts }) => ({ toasts: [...toasts, next].slice(-2) }));
}

export function dismissToast(id: number): void {
  useNotices.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}
