import { test } from "@playwright/test";
import { launch } from "puppeteer-core";
import { findBrowser, WEBGL2_FLAGS } from "../../tools/studio-driver/browser";
import { findFirefox } from "./find-firefox";
import { downloadFolder, smoke } from "./smoke";

const firefox = findFirefox();

test("drop, solve, paint and export in Firefox", async ({ baseURL }) => {
  test.skip(!firefox, "There is no Firefox here: install firefox-esr, or set FIREFOX_PATH.");
  const downloads = await downloadFolder();
  const browser = await launch({
    browser: "firefox",
    executablePath: firefox!,
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
    await smoke(browser, baseURL!, downloads);
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
    args: WEBGL2_FLAGS,
  });
  try {
    const downloadBehavior = { policy: "allow", downloadPath: downloads } as const;
    await smoke(await browser.createBrowserContext({ downloadBehavior }), baseURL!, downloads);
  } finally {
    await browser.close();
  }
});
