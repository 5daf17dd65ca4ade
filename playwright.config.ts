import { defineConfig } from "@playwright/test";
import {
  findBrowser,
  NO_PICTURE_FLAGS,
  WEBGL2_FLAGS,
  WEBGPU_FLAGS,
} from "./tools/studio-driver/browser/browser";

const executablePath = await findBrowser();
// Two checkouts on one machine test side by side where one of them is given ports of its own.
const PORT = Number(process.env["SINEW_TEST_PORT"] ?? 4173);
const STATIC_PORT = PORT + 1;

/**
 * Forms, files, menus and projects. What these hold does not need the picture, which takes half of the time of a page
 * on a software GPU: they run in a browser that cannot draw, as on a machine without a graphics processor. Whole files,
 * and tests with the tag of `e2e/no-picture.ts`.
 */
const WITHOUT_PICTURE =
  /(binding-(kept|kinds)|deform|bad-files|export(-shapes)?|formats|still-meshes|keeping-(killed|room)|keyboard-only|palette|popups|shell|bone-tree|engine-names|extract|fit|drop-to-rig|engine-death|settings|solving)\.spec|@no-picture/;

export default defineConfig({
  testDir: "e2e",
  testMatch: /\.spec\.ts$/,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A software GPU compiles its shaders on one core, and a test often waits for its page: two browsers fill two cores.
  workers: 2,
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: "build/reports/e2e.json" }]],
  // Every pixel costs a software GPU time; tests of looks choose their own sizes. Recording traces takes a third of
  // all.
  use: { viewport: { width: 1120, height: 720 }, serviceWorkers: "block", trace: "on-first-retry" },
  webServer: [
    {
      // A build of its own, in which tests reach the stores; what ships is tried on the static host.
      command: `npm run -s build:testing && npx vite preview --mode testing --outDir build/testing --port ${PORT} --strictPort`,
      port: PORT,
      timeout: 180_000,
      reuseExistingServer: !process.env["CI"],
    },
    {
      command: `node e2e/hosts/static-server.mjs dist ${STATIC_PORT} /studio/`,
      // By the port: the other projects run where there is no dist/.
      port: STATIC_PORT,
      reuseExistingServer: !process.env["CI"],
    },
  ],
  projects: [
    {
      name: "webgl2",
      // Binding alone is tried on WebGPU; all that is painted and posed after it, here.
      testIgnore: /static-host|offline|firefox|solving-large|painting-large|binding\.spec/,
      grepInvert: WITHOUT_PICTURE,
      use: {
        baseURL: `http://localhost:${PORT}/`,
        launchOptions: { executablePath, args: WEBGL2_FLAGS },
      },
    },
    {
      name: "no-picture",
      grep: WITHOUT_PICTURE,
      use: {
        baseURL: `http://localhost:${PORT}/`,
        launchOptions: { executablePath, args: NO_PICTURE_FLAGS },
      },
    },
    {
      name: "webgpu",
      testMatch:
        /viewport|golden\.spec|deformers|drop-to-rig|device-loss|solving-large|painting-large|paint\.spec|stroke-picture|binding\.spec/,
      // What these paint and select does not depend on what draws.
      grepInvert:
        /locked bones keep|mirrored strokes paint|reach, radius, picking|pen's pressure|selected by clicking/,
      use: {
        baseURL: `http://localhost:${PORT}/`,
        launchOptions: { executablePath, args: WEBGPU_FLAGS },
      },
    },
    {
      name: "static-host",
      testMatch: /(static-host|offline|firefox)\.spec/,
      use: {
        baseURL: `http://localhost:${STATIC_PORT}/studio/`,
        serviceWorkers: "allow",
        // A name that is not of this machine: pages from there are not secure, as from a host in the same network.
        launchOptions: {
          executablePath,
          args: [...WEBGL2_FLAGS, "--host-resolver-rules=MAP sinew.test 127.0.0.1"],
        },
      },
    },
  ],
});
