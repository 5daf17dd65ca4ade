import { expect, test } from "@playwright/test";
import { bar, objAndCache } from "../../tools/studio-driver/files/fixtures";
import { documentOf, drop, openStudio, setBones } from "../../tools/studio-driver/studio";
import { cardOf, keepBar, kill, restore, untilSaved } from "./kept-page";

test("without space the status bar says what to do, saved projects stay, and saving continues when there is space", async ({
  page,
  context,
}) => {
  await keepBar(page);
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  // Leave room for settings, but not for the frames of another file.
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: used + 20_000 });
  await drop(page, objAndCache(bar().sequence, "second"));
  await expect.poll(async () => (await documentOf(page)).name).toBe("second");
  const status = page.getByRole("contentinfo");
  await expect(status).toContainText("Not saved: The browser's storage is full. Save the project as a file");

  const other = await context.newPage();
  await openStudio(other);
  await expect(other.getByRole("article")).toHaveCount(1);
  await restore(other, "bar");
  const { sequence } = bar();
  expect(await documentOf(other)).toMatchObject({ vertices: sequence.vertexCount, settings: { bones: 3 } });
  await kill(other);

  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await setBones(page, 7);
  await untilSaved(page);
  await kill(page);
  const last = await context.newPage();
  await openStudio(last);
  await expect(cardOf(last, "bar")).toBeVisible();
  await restore(last, "second");
  expect((await documentOf(last)).settings.bones).toBe(7);
});
