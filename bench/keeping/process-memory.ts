import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

/**
 * Memory of the browser's renderer processes, in bytes, each page of memory counted once. Null where the system does not
 * tell: only Linux does.
 */
export async function rendererMemory(browser: Browser): Promise<number | null> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  try {
    return renderers.reduce((sum, { id }) => sum + proportionalSize(id), 0);
  } catch {
    return null;
  }
}

/** What a process has in memory; of what it shares with others, its part. */
function proportionalSize(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  if (!found) throw new Error("The system does not say how much memory a process has.");
  return 1024 * Number(found[1]);
}
