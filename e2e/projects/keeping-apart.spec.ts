import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { hideBones } from "../../tools/studio-driver/looks";
import {
  documentOf,
  goToFrame,
  openStudio,
  selectBones,
  setBones,
  untilSolved,
} from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { cardOf, keepBar, kill, madeOf, menuOf, restore, untilSaved } from "./kept-page";

/** The artist comes back to a page. */
const comeBack = async (page: Page) => {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
};

/** Answers the message about another tab's changes by comparing. */
async function compare(page: Page) {
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText("bar was changed in another tab");
  await messages.getByRole("button", { name: "Compare…" }).click();
  const dialog = page.getByRole("dialog", { name: "bar was changed in another tab" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test(
  "two tabs work on one project: each shows what the other changed, and merges both",
  NO_PICTURE,
  async ({ page, context }) => {
    await keepBar(page);
    const other = await context.newPage();
    await openStudio(other);
    await expect(cardOf(other, "bar")).toContainText("open in another tab");
    await menuOf(other, "bar");
    await expect(other.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
    await other.keyboard.press("Escape");
    await restore(other, "bar");
    await setBones(other, 7);
    await untilSaved(other);

    // This tab solves meanwhile, which changes another part. Its save finds what the other tab has saved.
    await page.bringToFront();
    await page.clock.install();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await untilSolved(page);
    await untilSaved(page);
    // The message waits for an answer.
    await expect(page.getByRole("region", { name: "Messages" })).toContainText("changed in another tab");
    await page.clock.fastForward(60_000);
    const dialog = await compare(page);
    await expect(dialog.getByRole("region", { name: "Mine" })).toContainText("Bones, weights and layers");
    await expect(dialog.getByRole("region", { name: "Theirs" })).toContainText("Solve settings");
    const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    await dialog.getByRole("button", { name: "Merge" }).click();
    await expect.poll(async () => (await documentOf(page)).settings.bones).toBe(7);
    const { eRms } = await documentOf(page);
    expect(eRms).not.toBeNull();
    await untilSaved(page);

    await comeBack(other);
    await (await compare(other)).getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(async () => (await documentOf(other)).eRms).toBeCloseTo(eRms!, 5);
    await untilSaved(other);
    await kill(other);

    // A tab that is killed no longer has it open, and both have worked on the same project.
    const third = await context.newPage();
    await openStudio(third);
    await expect(third.getByRole("article")).toHaveCount(1);
    await kill(page);
    await expect(cardOf(third, "bar")).not.toContainText("open in another tab");
    await restore(third, "bar");
    expect(await documentOf(third)).toMatchObject({ bones: 3, settings: { bones: 7 } });
  },
);

test(
  "the browser asks before the artist leaves the page only if something is unsaved",
  NO_PICTURE,
  async ({ page }) => {
    await keepBar(page);
    const isAsked = () =>
      page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isAsked()).toBe(false);
    // The question must come between the edit and its save, so the page itself asks right after the edit.
    const during = await page.evaluateHandle(() => {
      const seen = { asked: false };
      const stop = window.sinew.document.subscribe(
        (state: DocumentState) => state.settings,
        () => {
          stop();
          queueMicrotask(() => {
            seen.asked = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
          });
        },
      );
      return seen;
    });
    await setBones(page, 9);
    expect(await during.jsonValue()).toEqual({ asked: true });
    await untilSaved(page);
    expect(await isAsked()).toBe(false);
  },
);

test(
  "unreadable projects are kept and explained, and an incomplete version is replaced by the previous one",
  NO_PICTURE,
  async ({ page }) => {
    await keepBar(page);
    await setBones(page, 6);
    await untilSaved(page);
    await page.evaluate(async () => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("projects");
      const write = async (folder: FileSystemDirectoryHandle, name: string, text: string) => {
        const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await stream.write(text);
        await stream.close();
      };
      const newest: [FileSystemDirectoryHandle, string][] = [];
      const isRecord = (name: string) => name.endsWith(".version.json");
      for await (const folder of root.values()) {
        if (folder.kind !== "directory") continue;
        const names: string[] = [];
        for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name);
        newest.push([folder as FileSystemDirectoryHandle, names.filter(isRecord).sort().at(-1)!]);
      }
      for (const [folder, name] of newest) await write(folder, name, '{"version":2,"na');
      const later = await root.getDirectoryHandle("later", { create: true });
      await write(later, "project.json", JSON.stringify({ version: 2, name: "hound", versions: [] }));
      const garbled = await root.getDirectoryHandle("garbled", { create: true });
      await write(garbled, "project.json", "{ no");
    });
    for (let n = 0; n < 2; n++) {
      await openStudio(page);
      await expect(page.getByRole("article")).toHaveCount(3);
      await expect(cardOf(page, "hound")).toContainText("Made by a newer Sinew");
      await expect(cardOf(page, "bar")).toContainText("is incomplete");
    }
    await restore(page, "bar");
    expect((await documentOf(page)).settings.bones).toBe(3);
  },
);

test("a tab that dies in the middle of a gesture restores the last complete step", async ({
  page,
  context,
}) => {
  await keepBar(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await untilSaved(page);
  const solved = await madeOf(page);
  // A number field during a drag.
  const field = (await page.getByRole("spinbutton", { name: "Bones", exact: true }).boundingBox())!;
  await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2);
  await page.mouse.down();
  await page.mouse.move(field.x + field.width / 2 + 60, field.y + field.height / 2, { steps: 5 });
  await kill(page);

  const next = await context.newPage();
  await openStudio(next);
  await restore(next, "bar");
  expect(await madeOf(next)).toEqual(solved);
  // A stroke while it is painted.
  await next.getByRole("button", { name: "Paint workspace" }).click();
  await selectBones(next, 0);
  await goToFrame(next, 6);
  await hideBones(next);
  const shownSum = () =>
    next.evaluate(async () => {
      const shown = await window.sinew.viewport()?.readDeformed();
      return shown?.reduce((all, x, n) => all + x * ((n % 31) + 1), 0) ?? 0;
    });
  await expect.poll(shownSum).not.toBe(0);
  const box = (await next.getByRole("region", { name: "Viewport" }).getByTestId("picture").boundingBox())!;
  const before = await shownSum();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Ray casts work.
  await expect
    .poll(async () => {
      await next.mouse.move(x - 59, y);
      await next.mouse.move(x - 60, y);
      return next.evaluate(() => window.sinew.view.getState().hovered?.vertex ?? -1);
    })
    .toBeGreaterThanOrEqual(0);
  await next.mouse.move(x - 60, y);
  await next.mouse.down();
  await next.mouse.move(x + 60, y, { steps: 8 });
  // The stroke is visible, but is not a step yet.
  await expect.poll(shownSum).not.toBe(before);
  await kill(next);

  const last = await context.newPage();
  await openStudio(last);
  await restore(last, "bar");
  expect(await madeOf(last)).toEqual(solved);
});
