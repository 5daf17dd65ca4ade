import { chromium, type Page } from "@playwright/test";
import { findBrowser, WEBGL2_FLAGS, WEBGPU_FLAGS } from "../../tools/studio-driver/browser/browser";
import { openDeformers } from "../../tools/studio-driver/deform/deform-stage";

const BACKENDS = [
  ["WebGPU", WEBGPU_FLAGS],
  ["WebGL2", WEBGL2_FLAGS],
] as const;

/** Opens the deformers' page on each backend in turn. @throws if one does not draw here. */
export async function onEachBackend(work: (page: Page, backend: string) => Promise<void>): Promise<void> {
  for (const [backend, args] of BACKENDS) {
    const browser = await chromium.launch({ executablePath: await findBrowser(), args });
    const page = await browser.newPage();
    const drawn = await openDeformers(page, backend === "WebGL2");
    if (drawn !== backend) throw new Error(`${backend} does not draw here: ${drawn} does`);
    await work(page, backend);
    await browser.close();
  }
}
