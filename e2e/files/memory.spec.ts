import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { documentOf, openStudio } from "../../tools/studio-driver/studio";

const FILES = 5;
/** Bytes of the frames of each file. */
const SIZE = 20e6;

/** Drops a mesh and a cache whose frames repeat, until they fill `SIZE` bytes. */
async function dropLarge(page: Page, [mesh, cache]: TestFile[]): Promise<void> {
  const base64 = ({ path, bytes }: TestFile) => ({ path, base64: Buffer.from(bytes).toString("base64") });
  const times = Math.round(SIZE / cache.bytes.length);
  await page.evaluate(
    ({ mesh, cache, times }) => {
      const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const pc2 = bytesOf(cache.base64);
      const [header, frames] = [pc2.slice(0, 32), pc2.slice(32)];
      const view = new DataView(header.buffer);
      view.setInt32(28, times * view.getInt32(28, true), true);
      const data = new DataTransfer();
      data.items.add(new File([bytesOf(mesh.base64)], mesh.path));
      data.items.add(new File([header, ...Array(times).fill(frames)], cache.path));
      const drop = { dataTransfer: data, bubbles: true, cancelable: true };
      document.querySelector("#root > *")?.dispatchEvent(new DragEvent("drop", drop));
    },
    { mesh: base64(mesh), cache: base64(cache), times },
  );
}

test("one file after another takes the memory of two", async ({ page }) => {
  const errors = await openStudio(page);
  const devtools = await page.context().newCDPSession(page);
  const { sequence } = bar();
  const opened = await page.evaluateHandle(() => [] as WeakRef<ArrayBufferLike>[]);
  /** Which of the files' frames are still in memory, oldest first. */
  const kept = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    return opened.evaluate((refs) => refs.map((ref) => ref.deref() !== undefined));
  };
  for (let n = 0; n < FILES; n++) {
    await dropLarge(page, objAndCache(sequence, `bar-${n}`));
    await expect.poll(async () => (await documentOf(page)).name).toBe(`bar-${n}`);
    await opened.evaluate((refs) => {
      const { sequence } = window.sinew.document.getState();
      if (sequence) refs.push(new WeakRef((sequence.frames as Float32Array).buffer));
    });
  }
  const lastTwo = Array.from({ length: FILES }, (_, n) => n >= FILES - 2);
  await expect.poll(kept).toEqual(lastTwo);

  // The history can return to the previous file. Everything before it is dropped, and the page says so.
  await page.keyboard.press("ControlOrMeta+h");
  await expect(page.getByText(/older undo steps were removed to free memory \(\d/)).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`Open bar-${FILES - 1}`) })).toBeVisible();
  const history = page.getByRole("dialog", { name: "History" });
  // Waits until the list is fully open, because a list that is closed while it opens can hang.
  const opening = () =>
    history.evaluate(
      (list) => list.getAnimations().length + Number(list.hasAttribute("data-starting-style")),
    );
  await expect.poll(opening).toBe(0);
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(async () => (await documentOf(page)).name).toBe(`bar-${FILES - 2}`);
  expect(errors).toEqual([]);
});
