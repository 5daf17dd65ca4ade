import type { Stores } from "../stores";
import type { Toast } from "./notices";

/** Says that something is done. At most two are shown; an older one gives way. */
export function toast(
  stores: Stores,
  title: string,
  body = "",
  more: Partial<Pick<Toast, "kind" | "offer">> = {},
): void {
  stores.notices.setState(({ toasts, said }) => {
    const next: Toast = { id: said + 1, kind: "done", offer: null, title, body, ...more };
    return { toasts: [...toasts, next].slice(-2), said: said + 1 };
  });
}

export function dismissToast(stores: Stores, id: number): void {
  stores.notices.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}
