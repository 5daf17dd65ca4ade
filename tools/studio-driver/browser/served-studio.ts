import { type Browser, chromium } from "@playwright/test";
import { preview } from "vite";
import { findBrowser, WEBGL2_FLAGS } from "./browser";

interface Served {
  /** The address of the studio, with a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/** Serves the studio that `npm run build:testing` has built, on the first free port. */
export async function serveStudio(): Promise<Served> {
  const server = await preview({
    build: { outDir: "build/testing" },
    preview: { port: 4180 },
    logLevel: "error",
  });
  const address = server.resolvedUrls?.local[0];
  if (!address) throw new Error("The preview has no local address.");
  return { address, close: () => server.close() };
}

/** The served studio and a browser to open it in. */
export async function browseStudio(flags = WEBGL2_FLAGS): Promise<Served & { browser: Browser }> {
  const served = await serveStudio();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: flags });
  return {
    address: served.address,
    browser,
    close: async () => {
      await browser.close();
      await served.close();
    },
  };
}
