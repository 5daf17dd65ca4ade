import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { setTheme } from "../../tools/studio-driver/looks";
import { openStudio, setBones, untilOpen, untilSolved } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { cardOf, keepBar, kill, menuOf, moveToBin, restore, untilSaved } from "../projects/kept-page";

/** The names of the cards, in their order. */
const names = (page: Page) =>
  page.getByRole("article").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));

/** Chooses an item in the menu of a project's card. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await menuOf(page, name);
  await page.getByRole("menuitem", { name: item }).click();
}

/** Gives the page a place to save to, in the browser's own file system. */
const offerPlace = (page: Page) =>
  page.evaluate(() => {
    const place = async () =>
      (await navigator.storage.getDirectory()).getFileHandle("bar.sinew", { create: true });
    Object.assign(window, { showSaveFilePicker: place });
  });

/** Lets a step of every write to a file fail as on a full disk. @returns a function that frees the disk. */
async function fillDisk(page: Page, step: "write" | "close"): Promise<() => Promise<void>> {
  const before = await page.evaluateHandle((step) => {
    const streams = FileSystemWritableFileStream.prototype;
    const before = streams[step];
    streams[step] = async function (this: FileSystemWritableFileStream) {
      if (step === "close") await this.abort();
      throw new DOMException("The disk is full.", "QuotaExceededError");
    };
    return before;
  }, step);
  return () =>
    page.evaluate(
      ([step, before]) => void Object.assign(FileSystemWritableFileStream.prototype, { [step]: before }),
      [step, before] as const,
    );
}

const bytesInFile = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle("bar.sinew")).getFile()).size;
  });

test("the start page shows each project with its picture, and arranges them", async ({ page }) => {
  await keepBar(page);
  // Pictures in both themes must not change the page's theme, or its controls would flicker at each save.
  await page.evaluate(() => {
    const seen = new MutationObserver((changes) => Object.assign(window, { themeChanges: changes.length }));
    seen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await untilSaved(page);
  const hasPicture = () =>
    page.evaluate(async () => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("projects");
      let pictures = 0;
      for await (const folder of root.values())
        for await (const name of (folder as FileSystemDirectoryHandle).keys())
          if (/\.(dark|light)\.webp$/.test(name)) pictures++;
      return pictures;
    });
  await expect.poll(hasPicture).toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => "themeChanges" in window)).toBe(false);

  // The jobs panel lists the solve with its time, or nothing if it took less than half a second.
  await page
    .getByRole("contentinfo")
    .getByRole("button", { name: /Jobs|job/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Jobs" })).toContainText("Nothing is running");
  await page.keyboard.press("Escape");

  await openStudio(page);
  const card = cardOf(page, "bar");
  await expect(card).toContainText(/Today \d\d:\d\d/);
  await expect(card).toContainText("3 bones");
  const image = card.locator("img");
  await expect(image).toBeVisible();
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);

  await card.hover();
  await card.getByRole("button", { name: "Versions of bar" }).click();
  const versions = page.getByRole("dialog", { name: "Versions of bar" });
  await expect(versions.getByRole("listitem").first()).toContainText(/After solve: \d/);
  await expect(versions).toContainText("Before solve");
  await page.keyboard.press("Escape");

  await choose(page, "bar", "Duplicate");
  await expect.poll(() => names(page)).toEqual(["bar", "bar copy"]);
  await choose(page, "bar copy", "Rename…");
  await page.getByRole("textbox", { name: "Name" }).fill("arm");
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["arm", "bar"]);
  // The copy has one version, and so it is smaller.
  await page.getByRole("combobox", { name: "Order of projects" }).click();
  await page.getByRole("option", { name: "By size" }).click();
  await expect.poll(() => names(page)).toEqual(["bar", "arm"]);
  await cardOf(page, "arm").hover();
  await cardOf(page, "arm").getByRole("button", { name: "Pin arm" }).click();
  await expect.poll(() => names(page)).toEqual(["arm", "bar"]);
  await page.getByRole("textbox", { name: "Filter by name" }).fill("AR");
  await expect.poll(() => names(page)).toEqual(["arm", "bar"]);
  await page.getByRole("textbox", { name: "Filter by name" }).fill("arm");
  await expect.poll(() => names(page)).toEqual(["arm"]);
  await page.getByRole("textbox", { name: "Filter by name" }).press("Escape");

  const download = page.waitForEvent("download");
  await choose(page, "arm", "Export as .sinew");
  expect((await download).suggestedFilename()).toBe("arm.sinew");

  await moveToBin(page, "arm");
  await expect.poll(() => names(page)).toEqual(["bar"]);
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["arm", "bar"]);
  await moveToBin(page, "arm");
  await page.getByRole("button", { name: "Bin (1)" }).click();
  await expect(cardOf(page, "arm").getByRole("button", { name: "Open arm" })).toBeDisabled();
  await cardOf(page, "arm").getByRole("button", { name: "Delete for good" }).click();
  await expect.poll(() => names(page)).toEqual(["bar"]);

  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
  // The keyboard opens a card.
  await page.getByRole("button", { name: "Open bar", exact: true }).focus();
  await page.keyboard.press("Enter");
  await untilOpen(page);
});

test(
  "a file is saved in place; a full disk, or a tab that is killed in the middle, leaves it whole",
  NO_PICTURE,
  async ({ page, context }) => {
    await keepBar(page);
    await expect(page).toHaveTitle("bar · Sinew");
    await offerPlace(page);
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Saved bar.sinew")).toBeVisible();
    let bytes = await bytesInFile(page);
    expect(bytes).toBeGreaterThan(1000);
    await setBones(page, 7);
    await expect(page).toHaveTitle("bar* · Sinew");
    await untilSaved(page);
    for (const step of ["write", "close"] as const) {
      const mend = await fillDisk(page, step);
      await page.keyboard.press("Control+s");
      const dialog = page.getByRole("alertdialog", { name: "The disk has no room for bar.sinew" });
      await expect(dialog).toContainText("Free some space and save again");
      await page.keyboard.press("Escape");
      expect(await bytesInFile(page)).toBe(bytes);
      await expect(page).toHaveTitle("bar* · Sinew");
      await mend();
    }
    await page.keyboard.press("Control+s");
    await expect(page).toHaveTitle("bar · Sinew");
    bytes = await bytesInFile(page);
    await setBones(page, 9);
    await untilSaved(page);
    // Everything is written, and then the tab dies before the browser swaps the files.
    await page.evaluate(() => {
      FileSystemWritableFileStream.prototype.close = () => new Promise(() => {});
    });
    await page.keyboard.press("Control+s");
    const files = () =>
      page.evaluate(async () => {
        const seen: string[] = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) seen.push(name);
        return seen;
      });
    await expect.poll(files).toContainEqual(expect.stringMatching(/crswap$/));
    await kill(page);

    const next = await context.newPage();
    await openStudio(next);
    expect(await bytesInFile(next)).toBe(bytes);
    await expect(cardOf(next, "bar")).toContainText("unsaved");
    await restore(next, "bar");
    await expect(next).toHaveTitle("bar* · Sinew");
    // The browser does not ask for the place again.
    await next.evaluate(() => {
      const asked = { showSaveFilePicker: () => Promise.reject(new Error("asked again")) };
      Object.assign(window, asked);
    });
    await next.keyboard.press("Control+s");
    await expect(next).toHaveTitle("bar · Sinew");
    await openStudio(next);
    await expect(cardOf(next, "bar")).not.toContainText("unsaved");
  },
);

test("samples have pictures of the studio's theme", NO_PICTURE, async ({ page }) => {
  await openStudio(page);
  const samples = page.getByRole("region", { name: "Samples" }).locator("img");
  await expect(samples).toHaveCount(3);
  const pictures = () =>
    samples.evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => [
        image.src.split("/").at(-1),
        image.complete && image.naturalWidth,
      ]),
    );
  for (const theme of ["dark", "light"] as const) {
    await setTheme(page, theme);
    const expected = ["hound", "flag", "tentacle"].map((name) => [`${name}-${theme}.png`, 548]);
    await expect.poll(pictures).toEqual(expected);
  }
});
