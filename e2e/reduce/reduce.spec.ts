import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { drop, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { strictCloth } from "../../workers/testing/strict-rigs";

/** The most influences of a vertex of the document's rig. */
const mostInfluences = (page: Page) =>
  page.evaluate(() => {
    const { offsets } = (window.sinew.document.getState() as DocumentState).rig!.weights;
    return offsets.reduce((most, end, i) => (i > 0 ? Math.max(most, end - offsets[i - 1]) : most), 0);
  });

/** How many influences each vertex has. */
const rowLengths = (page: Page) =>
  page.evaluate(() => {
    const { offsets } = (window.sinew.document.getState() as DocumentState).rig!.weights;
    return Array.from(offsets.subarray(1), (end, i) => end - offsets[i]);
  });

async function setLimit(page: Page, most: string): Promise<void> {
  await page.getByRole("spinbutton", { name: "Limit: at most" }).focus();
  await page.keyboard.type(most);
  await page.keyboard.press("Enter");
}

/** A cloth with eight bones, whose vertices all have weights of several. */
async function openDense(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { sequence, rig } = strictCloth({ bones: 8, frames: 20 });
  await openStudio(page);
  await drop(page, [{ path: "cloth.sinew", bytes: writeProject({ sequence, rig, report: null }) }]);
  await untilOpen(page);
  await enterWorkspace(page, "Reduce");
}

// Every method runs with every number of influences.
test.setTimeout(300_000);

test("all methods reduce a rig, two are shown side by side, and one becomes the rig", async ({ page }) => {
  await openDense(page);
  const before = await mostInfluences(page);
  expect(before).toBeGreaterThan(2);
  const amount = page.getByRole("spinbutton", { name: "At most", exact: true });
  await amount.focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Reduce with all methods" }).first().click();
  const table = page.getByRole("table", { name: "Methods" });
  // The heading, the original rig, five methods, and two layers of weights.
  await expect(table.getByRole("row")).toHaveCount(8, { timeout: 200_000 });
  await expect(page.getByRole("status").filter({ hasText: "done" })).toHaveCount(0, { timeout: 200_000 });
  // The best result within the budget is in view B, until the artist chooses another; its time on the GPU is known.
  const best = await table.getByRole("row").nth(2).getByRole("rowheader").innerText();
  await expect(page.getByRole("region", { name: "View B" })).toContainText(best);
  await expect(table.getByRole("row").nth(2).getByRole("cell").last()).toHaveText(/^\d/, { timeout: 30_000 });
  await table.getByRole("row", { name: /k-largest/ }).click();
  await expect(page.getByRole("region", { name: "View B" })).toContainText("k-largest");
  await expect(page.getByRole("region", { name: "View A" })).toContainText("Original");
  await table.getByRole("row", { name: /Smooth/ }).click({ modifiers: ["Alt"] });
  await expect(page.getByRole("region", { name: "View A" })).toContainText("Smooth");
  // The plot and the table are one selection.
  const plot = page.getByRole("group", { name: "Error against size, logarithmic" });
  await plot.getByRole("button", { name: /^Sinew, 2 influences/ }).click();
  await expect(page.getByRole("region", { name: "View B" })).toContainText("Sinew");
  await page.getByRole("button", { name: "Apply Sinew" }).click();
  expect(await mostInfluences(page)).toBe(2);
  await expect(page.getByText("Reduced to 2 influences")).toBeVisible();
  await expect(page.getByText(/^E_RMS .+ → [\d.]+\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Apply Sinew" }).click();
  await expect(page.getByText("The rig has these weights already")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await mostInfluences(page)).toBe(before);
});

test("each clean-up is one step, and a message says if nothing changes", async ({ page }) => {
  await openDense(page);
  const before = await mostInfluences(page);
  await setLimit(page, "2");
  await page.getByRole("button", { name: "Limit", exact: true }).click();
  await expect.poll(() => mostInfluences(page)).toBe(2);
  await page.getByRole("button", { name: "Limit", exact: true }).click();
  await expect(page.getByText("No vertex has more influences.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  expect(await mostInfluences(page)).toBe(before);
});

test("a lasso selects vertices, and a clean-up changes these alone", async ({ page }) => {
  await openDense(page);
  await page.getByRole("button", { name: "Select vertices with a lasso" }).click();
  const box = (await page.locator("canvas").first().boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 60, y - 40);
  await page.mouse.down();
  for (const [dx, dy] of [
    [60, -40],
    [60, 40],
    [-60, 40],
    [-60, -20],
  ]) {
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
  }
  await page.mouse.up();
  await page.getByRole("combobox", { name: "Clean-up scope" }).click();
  await page.getByRole("option", { name: /Selected vertices/ }).click();
  const before = await rowLengths(page);
  await setLimit(page, "1");
  await page.getByRole("button", { name: "Limit", exact: true }).click();
  await expect
    .poll(async () => {
      const after = await rowLengths(page);
      return after.filter((length, i) => length !== before[i]).length;
    })
    .toBeGreaterThan(0);
  const after = await rowLengths(page);
  expect(after.some((length, i) => length === before[i] && length > 1)).toBe(true);
});
