import { expect, type Page, test } from "@playwright/test";
import { bind, openBody } from "../../tools/studio-driver/binding-page";
import type { TestFile } from "../../tools/studio-driver/fixtures";
import { body } from "../../tools/studio-driver/limb";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { FAULTS } from "./faults";
import { frame } from "./frame";
import { picturePath } from "./paths";
import { COMPARES, isGolden, RECORDS, record, STILL_AT_FIRST, WHY_NOT } from "./pictures";
import { recordFault } from "./record-fault";
import { BOUND, DEFORM, PAINT, type Scene, SKELETON, SOLVE, show, THEMES } from "./scenes";

test.skip(!COMPARES, WHY_NOT);
// The style that gives the viewport its size is not the studio's own.
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

/** The same mesh with its faces turned round: light comes from outside. */
const outwards = ({ path, bytes }: TestFile): TestFile => {
  const lines = new TextDecoder().decode(bytes).split("\n");
  const turned = lines.map((line) =>
    line.startsWith("f ") ? `f ${line.slice(2).split(" ").reverse().join(" ")}` : line,
  );
  return { path, bytes: new TextEncoder().encode(turned.join("\n")) };
};

/** The tabs lie under the viewport, which covers the page's corner. */
const enter = (page: Page, workspace: "Deform" | "Paint") =>
  page.getByRole("button", { name: `${workspace} workspace` }).dispatchEvent("click");

test("an animation and its rig look as they did", async ({ page }) => {
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

test("a skeleton and the weights that it is bound by look as they did", async ({ page }) => {
  await openBody(page, outwards(body()));
  await bind(page);
  await frame(page);
  await lookAt(page, [...SKELETON, ...BOUND]);
});

if (RECORDS) {
  for (const fault of FAULTS) {
    test(`records a picture ${fault.what}`, async ({ page }) => {
      await recordFault(page, fault);
    });
  }
}
