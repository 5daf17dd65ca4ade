import { expect, test } from "@playwright/test";
import { launch } from "puppeteer-core";
import { findBrowser, WEBGL2_FLAGS } from "../../tools/studio-driver/browser/browser";
import { findFirefox } from "./find-firefox";
import { downloadFolder, smoke } from "./smoke";

const firefox = findFirefox();
/** The window's size. Older Firefox cannot set a page's size over the protocol, so the browsers start with it. */
const [WIDTH, HEIGHT] = [1000, 760];

test.setTimeout(300_000);

test("drop, solve, paint and export in Firefox", async ({ baseURL }) => {
  test.skip(!firefox, "Firefox is not installed. Install firefox-esr, or set FIREFOX_PATH.");
  const downloads = await downloadFolder();
  const browser = await launch({
    browser: "firefox",
    // On Linux, Firefox draws nothing without a display.
    headless: process.platform !== "linux" || !process.env["DISPLAY"],
    executablePath: firefox!,
    defaultViewport: null,
    args: [`--width=${WIDTH}`, `--height=${HEIGHT}`],
    extraPrefsFirefox: {
      "webgl.force-enabled": true,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.useDownloadDir": true,
      "browser.download.alwaysOpenPanel": false,
      "browser.helperApps.neverAsk.saveToDisk": "model/gltf-binary,application/octet-stream",
    },
  });
  try {
    test.info().annotations.push({ type: "browser", description: await browser.version() });
    const paints = await smoke(browser, baseURL!, downloads);
    const without = "Firefox has no WebGL2 here, so no stroke was painted. Use xvfb-run.";
    if (!paints) test.info().annotations.push({ type: "left out", description: without });
  } finally {
    await browser.close();
  }
});

test("the same steps pass in Chromium, over the same protocol", async ({ baseURL }) => {
  const downloads = await downloadFolder();
  const browser = await launch({
    browser: "chrome",
    protocol: "webDriverBiDi",
    headless: "shell",
    executablePath: await findBrowser(),
    defaultViewport: null,
    args: [...WEBGL2_FLAGS, `--window-size=${WIDTH},${HEIGHT}`],
  });
  try {
    const downloadBehavior = { policy: "allow", downloadPath: downloads } as const;
    expect(await smoke(await browser.createBrowserContext({ downloadBehavior }), baseURL!, downloads)).toBe(
      true,
    );
  } finally {
    await browser.close();
  }
});
