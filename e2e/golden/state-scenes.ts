import { expect, type Page } from "@playwright/test";
import { setBrush, takeTool } from "../../tools/studio-driver/brush";
import { enterWorkspace, hideBones } from "../../tools/studio-driver/looks";
import { goToFrame, performByName, selectBones, typeInto, viewState } from "../../tools/studio-driver/studio";
import { showPanes } from "./deform-scenes";
import { press, type Scene } from "./scenes";

/** The panel with the layers, on a place of its own over the picture. Its words depend on the machine's fonts. */
const LAYERS_ALONE = `
  [aria-label="Layers"]:is(section) { position: fixed !important; inset: 0 auto auto 0 !important; z-index: 2000;
    width: 300px !important; height: 280px !important; background: var(--bg-panel); }
  [aria-label="Layers"]:is(section) * { -webkit-text-fill-color: transparent !important; }
`;

/** What the artist selects, masks and hides, other views, and layers: with the rig of a bar, in the Paint workspace. */
export const STATES: Scene[] = [
  {
    name: "vertices-selected",
    act: async (page) => {
      await goToFrame(page, 1);
      await selectBones(page, 1);
      await hideBones(page);
      await enterWorkspace(page, "Paint");
      await takeTool(page, "select");
      await performByName(page, "Select vertices by bone");
    },
  },
  {
    name: "mask-edge",
    act: async (page) => {
      await typeInto(page, "Soft edge", "0.6");
      await performByName(page, "Mask from selection");
      await takeTool(page, "mask");
    },
    pointer: [290, 110],
  },
  {
    name: "vertices-hidden",
    act: async (page) => {
      await takeTool(page, "select");
      await performByName(page, "Select vertices by bone");
      await press(page, "h");
    },
  },
  {
    name: "onion-skin",
    act: async (page) => {
      await press(page, "Alt+h");
      await goToFrame(page, 2);
      await enterWorkspace(page, "Deform");
      await showPanes(page, ["lbs", "Clay"]);
      await performByName(page, "Onion skin");
      expect((await viewState(page)).onion.on).toBe(true);
    },
  },
  {
    name: "right-orthographic",
    act: async (page) => {
      await performByName(page, "Onion skin");
      await enterWorkspace(page, "Solve");
      // Takes the focus from the tab, whose tip would be in the picture.
      await selectBones(page, 1);
      await performByName(page, "Shading: bone colours");
      await press(page, "Alt+3", "Alt+5");
      await expect.poll(async () => (await viewState(page)).orthographic).toBe(true);
    },
  },
  {
    name: "layers-muted",
    isPanel: true,
    act: async (page) => {
      await enterWorkspace(page, "Paint");
      await paintLayers(page);
      await page.addStyleTag({ content: LAYERS_ALONE });
    },
  },
];

/** Three layers: the lowest is hidden, the middle one is locked, and the highest is half transparent. */
async function paintLayers(page: Page): Promise<void> {
  await setBrush(page, { tool: "weight", operation: "replace", value: 1, strength: 0.5 });
  for (const bone of [0, 1, 2]) {
    await selectBones(page, bone);
    if (bone > 0) await performByName(page, "New layer");
    await performByName(page, "Flood bone");
  }
  const list = page.getByRole("grid", { name: "Layers" });
  await expect(list.getByRole("row")).toHaveCount(4);
  await typeInto(page, "Opacity", "50");
  await list.getByRole("button", { name: "Hide Layer 1" }).click();
  await list.getByRole("button", { name: "Lock Layer 2" }).click();
}

/** A body whose two sides differ: vertices without a mirror image have crosses. */
export const MIRRORED: Scene[] = [
  {
    name: "mirror-crosses",
    act: async (page) => {
      await enterWorkspace(page, "Paint");
      await hideBones(page);
      await page.getByRole("button", { name: "Mirror", exact: true }).click();
      await typeInto(page, "Within", "0.5");
      const list = page.getByRole("list", { name: "Vertices without a partner" });
      await list.getByRole("button").first().click();
    },
  },
  {
    name: "mirror-edge",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Match by" }).click();
      await page.getByRole("option", { name: /^Topology/ }).click();
      await page.getByRole("button", { name: "Pick", exact: true }).click();
    },
    pointer: [232, 88],
  },
];
