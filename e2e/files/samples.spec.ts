import { expect, test } from "@playwright/test";
import { documentOf, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { NO_PICTURE } from "../no-picture";
import { cardOf, stepsOf, untilSaved } from "../projects/kept-page";

test("each sample opens solved with one click", async ({ page }) => {
  const samples: { name: string; bones: number; vertices: number }[] = await (
    await page.request.get("./samples/index.json")
  ).json();
  expect(samples.length).toBe(3);
  for (const sample of samples) {
    await openStudio(page);
    await page.getByRole("button", { name: new RegExp(sample.name) }).click();
    await untilOpen(page);
    const opened = await documentOf(page);
    expect(opened.bones).toBe(sample.bones);
    expect(opened.vertices).toBe(sample.vertices);
    expect(opened.eRms).toBeGreaterThan(0);
    const drawn = () =>
      page.evaluate(async () => (await window.sinew.viewport()?.readDeformed())?.length ?? 0);
    await expect.poll(drawn).toBe(3 * sample.vertices);
  }
});

test("a double click on a sample, or on its project later, opens it once", NO_PICTURE, async ({ page }) => {
  const errors = await openStudio(page);
  await page.getByRole("button", { name: /Tentacle/ }).dblclick();
  await untilOpen(page);
  await untilSaved(page);
  expect(await stepsOf(page)).toEqual(["Open tentacle"]);
  await page.reload();
  await cardOf(page, "tentacle").getByRole("button", { name: "Open tentacle", exact: true }).dblclick();
  await untilOpen(page);
  await untilSaved(page);
  expect(await stepsOf(page)).toEqual(["Open tentacle"]);
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toHaveCount(0);
  expect(errors).toEqual([]);
});
