import type { Page } from "@playwright/test";
import { withRig } from "../../tools/studio-driver/rig-on-screen";
import { AS_USERS_SEE } from "../../tools/studio-driver/studio";
import type { Rig } from "../../workers/model/rig/rig";
import type { Fault } from "./faults";
import { frame } from "./frame";
import { faultPath } from "./paths";
import { record, STILL_AT_FIRST } from "./pictures";
import { SOLVE } from "./scenes";
import { pointIn, show } from "./show";

/** Turns of the wheel towards the bar, so that a small fault changes enough of the picture. */
export const CLOSE = 2;

/** Opens the studio with the fault, and records its scene in the dark theme. */
export async function recordFault(page: Page, fault: Fault): Promise<void> {
  const { name, scene, script, shift } = fault;
  let changed = 0;
  if (script) {
    const [from, to] = script;
    await page.route("**/assets/index-*.js", async (route) => {
      const response = await route.fetch();
      const parts = (await response.text()).split(from);
      changed += parts.length - 1;
      await route.fulfill({ response, body: parts.join(to) });
    });
  }
  await withRig(page, AS_USERS_SEE);
  if (script && changed === 0) throw new Error(`The script has no ${script[0]}`);
  await frame(page, CLOSE);
  if (shift) await moveBone(page, shift);
  const last = SOLVE.findIndex((each) => each.name === scene);
  for (const each of SOLVE.slice(0, last + 1)) await show(page, each);
  await pointIn(page, SOLVE[last]);
  await record(page, faultPath(name), STILL_AT_FIRST);
}

/**
 * Moves the first bone along y in every frame, by a share of the diagonal. Writes to the store, because it is a fault
 * of the deformation that the report must not include.
 */
const moveBone = (page: Page, share: number) =>
  page.evaluate((by) => {
    const { rig } = window.sinew.document.getState() as { rig: Rig };
    const extent = [0, 1, 2].map((c) => {
      const along = rig.rest.filter((_, n) => n % 3 === c);
      return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
    });
    const B = rig.bones.length;
    const motion = rig.motion.map((x, n) => (n % (12 * B) === 7 ? x + by * Math.hypot(...extent) : x));
    window.sinew.document.setState({ rig: { ...rig, motion } });
  }, share);
