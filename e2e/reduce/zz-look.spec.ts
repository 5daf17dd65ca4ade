import { expect, test } from "@playwright/test";
import { enterWorkspace } from "../../tools/studio-driver/looks";
import { drop, openStudio, performByName, untilOpen } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { strictCloth } from "../../workers/testing/strict-rigs";

test.setTimeout(300_000);
test("reductions zz look", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { sequence, rig } = strictCloth({ bones: 8, frames: 12 });
  await openStudio(page);
  await drop(page, [{ path: "cloth.sinew", bytes: writeProject({ sequence, rig, report: null }) }]);
  await untilOpen(page);
  await enterWorkspace(page, "Reduce");
  await page.getByRole("button", { name: "Reduce with all methods" }).first().click();
  const table = page.getByRole("table", { name: "Methods" });
  await expect(table.getByRole("row", { name: /Sinew/ })).toHaveCount(1, { timeout: 100_000 });
  await table.getByRole("row", { name: /Sinew/ }).click();
  await page.screenshot({ path: "/tmp/exp-look-auto.png" });
  await page.getByRole("radio", { name: "Manual" }).click();
  await page.screenshot({ path: "/tmp/exp-look-manual.png" });
  await performByName(page, "Light theme");
  await page.setViewportSize({ width: 900, height: 700 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/exp-look-small.png" });
});
