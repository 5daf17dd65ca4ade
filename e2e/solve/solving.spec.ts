import { expect, type Page, test } from "@playwright/test";
import { objAndCache } from "../../tools/studio-driver/files/fixtures";
import { documentOf, drop, openStudio, untilOpen, untilSolved } from "../../tools/studio-driver/studio";
import { bendingBar } from "../../workers/testing/sequences";

/** Large enough for a visible solve: 4 874 vertices. */
const long = () => objAndCache(bendingBar({ bones: 6, frames: 48, length: 200, width: 6 }).sequence, "long");

test.beforeEach(async ({ page }) => {
  await openStudio(page);
  await drop(page, long());
  await untilOpen(page);
});

test("a solve is shown while it runs, and discarded only if the artist chooses that", async ({ page }) => {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: /Solving/ });
  await expect(card).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => window.sinew.document.getState().partial?.bones.length ?? 0), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  // Escape asks, beside the progress; another Escape returns. The solve continues all the while.
  const question = page.getByRole("region", { name: "Stop the solve?" });
  await page.keyboard.press("Escape");
  await expect(question).toContainText("keeps running while you decide");
  await expect(question.getByRole("button", { name: "Keep this rig" })).toBeFocused();
  await expect(card).toBeVisible();
  // Escape has only one meaning at a time.
  await expect(card.getByRole("button", { name: "Cancel" })).not.toContainText("Esc");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(card.getByRole("button", { name: "Cancel" })).toContainText("Esc");
  await expect(card).toBeVisible();
  expect(await page.evaluate(() => window.sinew.document.getState().partial)).not.toBeNull();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(card).toBeHidden();
  await expect(question).toBeHidden();
  expect(await documentOf(page)).toMatchObject({ bones: 0, name: "long" });
});

/** The page's notifications, and whether the page is in a background tab. Browsers under test show neither. */
type Noticed = Window & { notices: { title: string; body?: string }[]; isBehind: boolean };

const watchNotices = (page: Page) =>
  page.evaluate(() => {
    const noticed = Object.assign(window as unknown as Noticed, { notices: [], isBehind: false });
    class Recorded {
      static permission = "default";
      static async requestPermission() {
        return "granted";
      }
      constructor(title: string, { body }: NotificationOptions) {
        noticed.notices.push({ title, body });
      }
    }
    Object.assign(window, { Notification: Recorded });
    const state = { get: () => (noticed.isBehind ? "hidden" : "visible") };
    Object.defineProperty(document, "visibilityState", state);
  });

const noticesOf = (page: Page) => page.evaluate(() => (window as unknown as Noticed).notices);

/** Solves, and keeps the first rig by Escape and Enter. */
async function keepFirstRig(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => window.sinew.document.getState().partial?.bones.length ?? 0), {
      timeout: 60_000,
    })
    .toBeGreaterThan(0);
  // Shorter work is no job.
  await expect(page.getByRole("contentinfo").getByRole("button", { name: "1 job" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => window.sinew.document.getState().partial)).toBeNull();
}

test("Escape and Enter keep the rig that a solve has; a background tab notifies of its end", async ({
  page,
}) => {
  await watchNotices(page);
  await page.getByRole("contentinfo").getByRole("button", { name: /Jobs/ }).click();
  await page.getByRole("checkbox", { name: "Notify me when work ends in a background tab" }).click();
  await page.keyboard.press("Escape");
  await keepFirstRig(page, "Solve");
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBeGreaterThan(0);
  // The artist saw that it ended.
  expect(await noticesOf(page)).toEqual([]);

  await page.evaluate(() => Object.assign(window, { isBehind: true }));
  await keepFirstRig(page, "Solve again");
  await expect.poll(() => noticesOf(page)).toHaveLength(1);
  const [{ title, body }] = await noticesOf(page);
  expect([title, body]).toEqual([
    expect.stringMatching(/^Solve .* is done$/),
    expect.stringMatching(/^Error .*, .*s$/),
  ]);
});

test("a solve is paused, resumed and kept", async ({ page }) => {
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: /Solving/ });
  await card.getByRole("button", { name: "Pause" }).click();
  await expect(card.getByText("paused at")).toBeVisible();
  await card.getByRole("button", { name: "Resume" }).click();
  await expect
    .poll(() => page.evaluate(() => window.sinew.document.getState().partial !== null), { timeout: 60_000 })
    .toBe(true);
  await card.getByRole("button", { name: "Keep this" }).click();
  await untilSolved(page);
  expect((await documentOf(page)).bones).toBe(20);
});
