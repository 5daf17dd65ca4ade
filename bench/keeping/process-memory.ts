import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

/**
 * Memory of the browser's renderer processes in bytes, counting each page of memory once. Null on systems other than
 * Linux, which do not report it.
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

/** Memory of a process, with its share of the memory that it shares with others. */
function proportionalSize(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  if (!found) throw new Error("The system does not say how much memory a process has.");
  return 1024 * Number(found[1]);
}
