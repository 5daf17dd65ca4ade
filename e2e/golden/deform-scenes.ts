import { expect, type Page } from "@playwright/test";
import { DEFORMERS } from "../../app/document/deform/deform-text";
import { enterWorkspace, hideBones } from "../../tools/studio-driver/looks";
import { goToFrame, leaveField, selectBones, viewState } from "../../tools/studio-driver/studio";
import { DEFORMER_KINDS, type DeformerKind } from "../../workers/model/deform";
import { press, type Scene } from "./scenes";

/** Chooses an option in the menu of a pane, if it is not chosen already. */
async function choose(page: Page, menu: string, choice: string): Promise<void> {
  const trigger = page.getByRole("button", { name: `${menu}: ` });
  if ((await trigger.getAttribute("aria-label")) === `${menu}: ${choice}`) return;
  await trigger.click();
  await page
    .getByRole("menuitemradio", { name: new RegExp(`^${choice}`) })
    .first()
    .click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** Adds or removes views of the Deform workspace, and chooses what each shows. */
export async function showPanes(page: Page, ...panes: [DeformerKind, shading: string][]): Promise<void> {
  const { length: count } = (await viewState(page)).panes;
  // Use keys, because small views have no room for the buttons.
  for (let n = count; n > panes.length; n--) await press(page, "Shift+X");
  for (let n = count; n < panes.length; n++) await press(page, "Shift+A");
  expect((await viewState(page)).panes).toHaveLength(panes.length);
  // Change the second view last, and always, because the view that was changed last is marked.
  for (const n of [0, 2, 3, 1].filter((each) => each < panes.length)) {
    const [kind, shading] = panes[n];
    await choose(page, `Deformer of view ${n + 1}`, DEFORMERS[kind].name);
    if (n === 1) await choose(page, "Shading of view 2", shading === "Clay" ? "Weights" : "Clay");
    await choose(page, `Shading of view ${n + 1}`, shading);
  }
  await leaveField(page);
}

/** Deformers of any rig; only a compressed one has two layers. */
const KINDS = DEFORMER_KINDS.filter((kind) => kind !== "two-layer");

const strained = (page: Page, kinds: readonly DeformerKind[]) =>
  showPanes(page, ...kinds.map((kind): [DeformerKind, string] => [kind, "Strain"]));

/** The same rig in the Deform workspace: every deformer coloured by its strain, and every shading of a pane. */
export const DEFORM: Scene[] = [
  {
    name: "deformers-classic",
    act: async (page) => {
      await goToFrame(page, 1);
      await enterWorkspace(page, "Deform");
      await expect
        .poll(() => page.evaluate(() => window.sinew.prepared.getState().direct !== null))
        .toBe(true);
      await strained(page, KINDS.slice(0, 4));
      const end = page.getByRole("slider", { name: "Where the ramp ends" }).first();
      for (let n = 0; n < 4; n++) await end.press("Shift+ArrowLeft");
      await leaveField(page);
      expect((await viewState(page)).strainRange).toBeCloseTo(0.1, 6);
    },
  },
  { name: "deformers-direct", act: (page) => strained(page, KINDS.slice(4, 8)) },
  { name: "deformers-light", act: (page) => strained(page, KINDS.slice(8)) },
  {
    name: "pane-rings",
    act: async (page) => {
      await showPanes(page, ["ddm-v0", "Clay"]);
      await selectBones(page, 1);
    },
  },
  {
    name: "panes-coloured",
    act: (page) =>
      showPanes(page, ["ddm-v0", DEFORMERS.lbs.name], ["lbs", "Weights"], ["dm", "Bone colours"]),
  },
  {
    name: "deform-brush",
    act: async (page) => {
      await hideBones(page);
      await showPanes(page, ["lbs", "Clay"], ["ddm-v0", "Clay"]);
      await page.getByRole("button", { name: "Paint slide strength" }).click();
    },
    pointer: [350, 200],
  },
];
