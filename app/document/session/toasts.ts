import { type Toast, useNotices } from "./notices";

/** Says that something is done. At most two are shown; an older one gives way. */
export function toast(title: string, body = "", more: Partial<Pick<Toast, "kind" | "offer">> = {}): void {
  useNotices.setState(({ toasts, said }) => {
    const next: Toast = { id: said + 1, kind: "done", offer: null, title, body, ...more };
    return { toasts: [...toasts, next].slice(-2), said: said + 1 };
  });
}

export function dismissToast(id: number): void {
  useNotices.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}
