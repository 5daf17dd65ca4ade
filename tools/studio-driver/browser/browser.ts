import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Where Chromium-like browsers are installed by their own installers. */
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/microsoft-edge",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  `${process.env["PROGRAMFILES"]}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["LOCALAPPDATA"]}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/**
 * A browser for the tests: CHROMIUM_PATH, an installed one, Playwright's own, or (Linux x64) the one in an npm package,
 * unpacked on first use.
 * @throws if there is none, with a remedy.
 */
export async function findBrowser(): Promise<string> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return given;
  const found = [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  if (process.platform === "linux" && process.arch === "x64") {
    const carried = await import("@sparticuz/chromium").catch(() => null);
    if (carried) return carried.default.executablePath();
  }
  throw new Error("No browser found for the tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH.");
}

/**
 * SINEW_GPU=1 lets a browser without a display draw on the machine's graphics processor. Without it both backends draw
 * in software, so that pictures and tests are the same everywhere.
 */
const HARDWARE_FLAGS = [
  "--no-sandbox",
  "--enable-gpu",
  "--ignore-gpu-blocklist",
  "--enable-unsafe-webgpu",
  ...(process.platform === "linux" ? ["--use-angle=vulkan", "--enable-features=Vulkan"] : []),
];
const hardware = process.env["SINEW_GPU"] === "1";

export const WEBGL2_FLAGS = hardware ? HARDWARE_FLAGS : ["--no-sandbox"];
/** A browser without a graphics processor: the studio says that it cannot draw, and all else works. */
export const NO_PICTURE_FLAGS = ["--no-sandbox", "--disable-3d-apis"];
/** WebGPU without a display needs all of them. */
export const WEBGPU_FLAGS = hardware
  ? HARDWARE_FLAGS
  : [
      "--no-sandbox",
      "--enable-unsafe-webgpu",
      "--enable-features=Vulkan",
      "--use-vulkan=swiftshader",
      "--use-angle=swiftshader",
    ];
