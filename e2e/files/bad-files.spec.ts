import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { documentOf, drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";

const text = (path: string, content: string): TestFile => ({
  path,
  bytes: new TextEncoder().encode(content),
});

/** Drops files that cannot be used, and returns the studio's message. */
async function complaintOf(page: Page, files: TestFile[]): Promise<string> {
  await drop(page, files);
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toBeVisible();
  const said = (await dialog.textContent()) ?? "";
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toBeHidden();
  return said;
}

test("each bad file gets a message, and the open document stays open", async ({ page }) => {
  await openStudio(page);
  const [obj, cache] = objAndCache(bar().sequence, "bar");
  await drop(page, [obj, cache]);
  await untilOpen(page);
  const before = await documentOf(page);

  const truncated = { path: "cut.pc2", bytes: cache.bytes.slice(0, cache.bytes.length - 5000) };
  expect(await complaintOf(page, [{ ...obj, path: "cut.obj" }, truncated])).toMatch(/cut\.pc2/);

  const triangle = text("small.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const unfit = await complaintOf(page, [triangle, { path: "small.pc2", bytes: cache.bytes }]);
  expect(unfit).toMatch(/small\.pc2/);
  expect(unfit).toMatch(/\b3\b/);

  expect(await complaintOf(page, [text("notes.txt", "<img src=x onerror=alert(1)>")])).toMatch(/notes\.txt/);
  expect(await complaintOf(page, [text("picture.glb", "not a glb at all")])).toMatch(/picture\.glb/);
  expect(await complaintOf(page, [text("broken.abc", "Ogawa?")])).toMatch(/broken\.abc/);
  expect(await complaintOf(page, [text("points.obj", "v 0 0 0\n")])).toMatch(/points\.obj has no faces/);

  const after = await documentOf(page);
  expect(after).toEqual(before);
});
