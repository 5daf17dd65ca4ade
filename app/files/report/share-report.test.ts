import { afterEach, expect, it, vi } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import type { Studio } from "../../actions/studio";
import { createStores } from "../../document/stores";
import { shareReport } from "./share-report";

afterEach(() => vi.unstubAllGlobals());

/** A studio with a rig, whose viewport takes the picture when the test says so. The page counts downloads. */
function studioWithRig() {
  const stores = createStores();
  stores.document.setState(bendingBar({ length: 8, width: 2, frames: 6 }));
  let take = () => {};
  const picture = new Promise<Blob>((_, reject) => {
    take = () => reject(new Error("no picture"));
  });
  const studio = { ...stores, viewport: { current: { pictureNow: () => picture } } } as unknown as Studio;
  const downloads: string[] = [];
  const link = { download: "", click: () => downloads.push(link.download) };
  vi.stubGlobal("document", { createElement: () => link });
  const waiting = () => stores.work.getState().waiting;
  return { studio, stores, downloads, take, waiting };
}

it("shows its progress, and saves a file", async () => {
  const { studio, stores, downloads, take, waiting } = studioWithRig();
  const saving = shareReport(studio);
  await vi.waitFor(() => expect(waiting()?.progress?.detail).toBe("1 of 1"));
  take();
  await saving;
  expect(downloads).toEqual([expect.stringMatching(/-report\.html$/)]);
  expect(waiting()).toBeNull();
  expect(stores.notices.getState().toasts[0].title).toMatch(/^Saved .*-report\.html$/);
});

it("saves nothing after a cancel", async () => {
  const { studio, stores, downloads, take, waiting } = studioWithRig();
  const saving = shareReport(studio);
  await vi.waitFor(() => expect(waiting()).not.toBeNull());
  waiting()?.cancel();
  take();
  await saving;
  expect(downloads).toEqual([]);
  expect(waiting()).toBeNull();
  const { toasts } = stores.notices.getState();
  expect(toasts).toEqual([]);
});
