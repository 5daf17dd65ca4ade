import { expect, it } from "vitest";
import { createStores } from "../stores";
import { answerToasts, toast } from "./toasts";

const ASKS = { kind: "warning", offer: { action: "file.compare-tab", label: "Compare…" } } as const;

it("a warning that waits for an answer stays when others come, until its action has run", () => {
  const stores = createStores();
  const titles = () => stores.notices.getState().toasts.map(({ title }) => title);
  toast(stores, "asks", "", ASKS);
  for (const title of ["a", "b", "c"]) toast(stores, title);
  expect(titles()).toEqual(["asks", "c"]);
  answerToasts(stores, "file.save-as");
  expect(titles()).toEqual(["asks", "c"]);
  answerToasts(stores, "file.compare-tab");
  expect(titles()).toEqual(["c"]);
});

it("at most two are shown, and one replaces another about the same", () => {
  const stores = createStores();
  const titles = () => stores.notices.getState().toasts.map(({ title }) => title);
  toast(stores, "first", "", { ...ASKS, about: "tab" });
  toast(stores, "second", "", { ...ASKS, about: "tab" });
  expect(titles()).toEqual(["second"]);
  toast(stores, "third", "", ASKS);
  toast(stores, "fourth", "", ASKS);
  expect(titles()).toEqual(["third", "fourth"]);
});
