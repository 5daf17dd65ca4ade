import type { Stores } from "../stores";
import type { Toast } from "./notices";

/** Warnings that ask for an answer stay until they get one: the artist may be away, or in the middle of a stroke. */
export const waitsForAnswer = ({ kind, offer }: Toast): boolean => kind === "warning" && offer !== null;

/** Shows a toast. At most two are visible; a new one replaces the oldest, if possible one that waits for no answer. */
export function toast(
  stores: Stores,
  title: string,
  body = "",
  more: Partial<Pick<Toast, "kind" | "offer" | "about">> = {},
): void {
  stores.notices.setState(({ toasts, said }) => {
    const next: Toast = { id: said + 1, kind: "done", offer: null, about: null, title, body, ...more };
    const others = toasts.filter(({ about }) => about === null || about !== next.about);
    const passing = others.findIndex((each) => !waitsForAnswer(each));
    const kept = others.length < 2 ? others : others.filter((_, n) => n !== Math.max(0, passing));
    return { toasts: [...kept, next], said: said + 1 };
  });
}

export function dismissToast(stores: Stores, id: number): void {
  stores.notices.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

/** An action has run: toasts that offer it have their answer. */
export function answerToasts(stores: Stores, actionId: string): void {
  const { toasts } = stores.notices.getState();
  const left = toasts.filter(({ offer }) => offer?.action !== actionId);
  if (left.length < toasts.length) stores.notices.setState({ toasts: left });
}
