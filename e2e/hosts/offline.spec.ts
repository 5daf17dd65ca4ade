import { expect, type Page, test } from "@playwright/test";
import { openStudio, setBones, untilOpen, untilSolved } from "../../tools/studio-driver/studio";
import { hostBuild } from "./two-builds";

/** Whether the browser keeps the whole build. */
const isKept = (page: Page) =>
  page
    .evaluate(async () => {
      for (const name of await caches.keys()) {
        if (await (await caches.open(name)).match(new URL("complete", location.href.split("?")[0])))
          return true;
      }
      return false;
    })
    // The page reloads once, for the headers of the service worker.
    .catch(() => false);

test("works without a network after the first visit: opens, solves a sample, shows the manual", async ({
  page,
  context,
}) => {
  await openStudio(page);
  await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
  await context.setOffline(true);
  // The browser cannot reach files that it does not keep.
  await expect(
    page.evaluate(() =>
      fetch("./not-kept.json").then(
        () => "reached",
        () => "no network",
      ),
    ),
  ).resolves.toBe("no network");
  await openStudio(page);
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  await page.getByRole("button", { name: /^Tentacle/ }).click();
  await untilOpen(page);
  await setBones(page, 2);
  await page.getByRole("button", { name: "Solve again" }).click();
  await untilSolved(page);

  await page.getByRole("region", { name: "Outliner" }).getByRole("button").first().focus();
  await page.keyboard.press("F1");
  const manual = page.getByRole("dialog", { name: "Manual" });
  await expect(manual.getByRole("heading", { level: 1 })).toBeVisible();
  await manual.getByRole("textbox", { name: "Search the manual" }).fill("falloffs");
  await manual.getByRole("button", { name: /Painting weights: The brush/ }).click();
  await expect(manual.getByRole("heading", { name: "The brush", exact: true })).toBeInViewport();
  await manual.getByRole("textbox", { name: "Search the manual" }).fill("");
  await manual.getByRole("button", { name: "Your first rig" }).first().click();
  const picture = manual.getByRole("img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
});

test("a new build is offered, and runs only once the artist takes it; projects stay", async ({ page }) => {
  const host = await hostBuild();
  try {
    await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
    await page.goto(host.address);
    await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
    await page.getByRole("button", { name: /^Tentacle/ }).click();
    await untilOpen(page);
    await expect(page.getByText(/Saved on this machine/)).toBeVisible();
    await host.release();
    const build = () => page.locator("html").getAttribute("data-build");
    const messages = page.getByRole("region", { name: "Messages" });
    // A reload alone never changes the build: it finds the next one and offers it, and so does another reload.
    for (let n = 0; n < 2; n++) {
      await page.reload();
      await expect(messages).toContainText("A new version of Sinew is ready", { timeout: 60_000 });
      expect(await build()).toBeNull();
    }
    await messages.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => build().catch(() => null), { timeout: 30_000 }).toBe("next");
    await expect(page.getByRole("article", { name: "Tentacle" })).toBeVisible();
    await expect(messages).not.toContainText("A new version");
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
  } finally {
    await host.close();
  }
});

test("can be installed: the manifest and its icons are there", async ({ page }) => {
  await openStudio(page);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")!;
    const found = await (await fetch(link.href)).json();
    const icons: { src: string; sizes: string }[] = found.icons;
    const sizes = await Promise.all(
      icons.map(async ({ src }) => {
        const image = new Image();
        image.src = new URL(src, link.href).href;
        await image.decode();
        return image.naturalWidth;
      }),
    );
    return { ...found, sizes };
  });
  expect(manifest).toMatchObject({ name: "Sinew", display: "standalone", start_url: "./" });
  expect(manifest.sizes.slice(1)).toEqual([192, 512, 512]);
});
