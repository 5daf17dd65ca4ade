import type { Stores } from "../stores";
import type { Toast } from "./notices";

/** Shows a toast. At most two are visible; a new one replaces the oldest. */
export function toast(
  stores: Stores,
  title: string,
  body = "",
  more: Partial<Pick<Toast, "kind" | "offer" | "about">> = {},
): void {
  stores.notices.setState(({ toasts, said }) => {
    const next: Toast = { id: said + 1, kind: "done", offer: null, about: null, title, body, ...more };
    const others = toasts.filter(({ about }) => about === null || about !== next.about);
    return { toasts: [...others, next].slice(-2), said: said + 1 };
  });
}

export function dismissToast(stores: Stores, id: number): void {
  stores.notices.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}
