import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import {
  documentOf,
  openStudio,
  performByName,
  untilOpen,
  untilSolved,
} from "../../tools/studio-driver/studio";

/** The violations that axe finds on the page, one line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")}`);
}

/** Presses Tab until an element with a matching label or text has the focus. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return "";
      return `${element?.getAttribute("aria-label") ?? ""} ${element?.textContent ?? ""}`.trim();
    });
  for (let n = 0; n < most; n++) {
    if (name.test(await focused())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${name}`);
}

test("from files to the export with keys alone, and axe finds nothing on the way", async ({ page }) => {
  const errors = await openStudio(page);
  expect(await violations(page), "start").toEqual([]);
  await tabTo(page, /^Open files/);
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const files = objAndCache(bar().sequence, "bar").map(({ path, bytes }) => ({
    name: path,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(bytes),
  }));
  await (await chooser).setFiles(files);
  await untilOpen(page);
  expect(await violations(page), "open").toEqual([]);

  // A setting by its name: the palette goes to the field, and the field takes what is typed.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Find action" })).toBeFocused();
  expect(await violations(page), "palette").toEqual([]);
  await page.keyboard.type("smo");
  await expect(page.getByRole("option").first()).toContainText("Smoothness");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("spinbutton", { name: "Smoothness" })).toBeFocused();
  await performByName(page, "Seeded restarts");
  await expect(page.getByRole("spinbutton", { name: "Seeded restarts" })).toBeFocused();
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await performByName(page, "Bones");
  const bones = page.getByRole("spinbutton", { name: "Bones", exact: true });
  await expect(bones).toBeFocused();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(bones).toHaveAttribute("aria-valuenow", "4");

  await page.keyboard.press("ControlOrMeta+Enter");
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(4);
  expect(await violations(page), "solved").toEqual([]);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  expect(await violations(page), "keys").toEqual([]);
  await page.keyboard.press("Escape");

  await page.keyboard.press("ControlOrMeta+e");
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: "Export", exact: true });
  await expect(button).toBeEnabled({ timeout: 60_000 });
  expect(await violations(page), "export").toEqual([]);
  await tabTo(page, /^Export$/);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 4).toString()).toBe("glTF");
  expect(errors).toEqual([]);
});
