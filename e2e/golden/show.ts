import type { Page } from "@playwright/test";
import { unframed } from "./frame";
import type { Scene } from "./scenes";

/** A pointer position over nothing. */
const AWAY: [number, number] = [990, 630];

/** Shows a scene after the one before it. */
export async function show(page: Page, { act }: Scene): Promise<void> {
  await unframed(page, () => act(page));
}

/** Moves the pointer to its position in the scene. */
export async function pointIn(page: Page, { pointer }: Scene): Promise<void> {
  await page.mouse.move(...AWAY);
  if (!pointer) return;
  // The cursor snaps to the surface once picking knows the pose; the second move tries again.
  await page.mouse.move(pointer[0] - 1, pointer[1]);
  await page.mouse.move(...pointer);
}
