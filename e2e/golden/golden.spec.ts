import { expect, type Page, test } from "@playwright/test";
import { bind, openBody } from "../../tools/studio-driver/binding-page";
import { bar, objAndCache } from "../../tools/studio-driver/fixtures";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { drop, openStudio, setSolve, untilOpen } from "../../tools/studio-driver/studio";
import { FAULTS } from "./faults";
import { frame } from "./frame";
import { picturePath } from "./paths";
import { COMPARES, isGolden, RECORDS, record, STILL_AT_FIRST, WHY_NOT } from "./pictures";
import { recordFault } from "./record-fault";
import { BOUND, COMPARE, DEFORM, PAINT, type Scene, SKELETON, SOLVE, show, THEMES } from "./scenes";

test.skip(!COMPARES, WHY_NOT);
// The style that sets the viewport's size is not the studio's own.
test.use({ viewport: { width: 1000, height: 640 }, bypassCSP: true });

async function lookAt(page: Page, scenes: Scene[]): Promise<void> {
  let first = true;
  for (const scene of scenes) {
    await show(page, scene);
    for (const theme of THEMES) {
      await page.evaluate((t) => window.sinew.view.setState({ theme: t }), theme);
      const name = `${scene.name}-${theme}`;
      if (RECORDS) await record(page, picturePath(name), first ? STILL_AT_FIRST : undefined);
      else await isGolden(page, name);
      first = false;
    }
  }
}

/** The tabs are under the viewport, which covers the page's corner. */
const enter = (page: Page, workspace: "Deform" | "Paint") =>
  page.getByRole("button", { name: `${workspace} workspace` }).dispatchEvent("click");

test("an animation and its rig match their pictures", async ({ page }) => {
  await withRig(page);
  await frame(page);
  await lookAt(page, SOLVE);
  await enter(page, "Deform");
  const prepared = () => page.evaluate(() => window.sinew.prepared.getState().direct !== null);
  await expect.poll(prepared).toBe(true);
  await lookAt(page, DEFORM);
  await enter(page, "Paint");
  await lookAt(page, PAINT);
});

test("a skeleton and its weights match their pictures", async ({ page }) => {
  await openBody(page);
  await bind(page);
  await frame(page);
  await lookAt(page, [...SKELETON, ...BOUND]);
});

/** Solves the bar with two and with four bones in the Compare workspace, and shows the results side by side. */
async function compareTwo(page: Page): Promise<void> {
  await openStudio(page);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setSolve(page, { Iterations: 4 });
  await page.getByRole("button", { name: "Compare workspace" }).click();
  for (const method of ["SSDR", "HIS", "EP-LBS", "FSD", "LSSP", "SMA"]) {
    await page.getByRole("checkbox", { name: method, exact: true }).click();
  }
  const counts = page.getByRole("textbox", { name: "Bone counts" });
  await counts.fill("2, 4");
  await counts.press("Enter");
  await page.getByRole("button", { name: "Add 2 runs" }).click();
  await expect(page.getByRole("button", { name: "B: Auto, 4 bones" })).toBeVisible({ timeout: 60_000 });
}

test("two results side by side match their pictures, and turn together", async ({ page }) => {
  await compareTwo(page);
  await frame(page);
  const [facing, turned] = COMPARE;
  await lookAt(page, [facing]);
  await page.mouse.move(60, 240);
  await page.mouse.down();
  await page.mouse.move(120, 200, { steps: 6 });
  await page.mouse.up();
  await lookAt(page, [turned]);
});

if (RECORDS) {
  for (const fault of FAULTS) {
    test(`records a picture ${fault.what}`, async ({ page }) => {
      await recordFault(page, fault);
    });
  }
}
