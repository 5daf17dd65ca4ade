import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { pickVertex, setBrush } from "../../tools/studio-driver/brush";
import { hideBones } from "../../tools/studio-driver/looks";
import { drop, openStudio, performByName, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { writeObj } from "../../workers/formats/obj/write-obj";
import { LOBED_BONES, lobedBody, lobedSequence } from "../../workers/testing/lobed-body";
import { lobedProject } from "./lobed-project";
import { middle, stroke, vertexAt, weight, weightsOf } from "./swaying-bar";

/** The sum of each bone's weights. */
const masses = async (page: Page) => {
  const { rows } = await weightsOf(page);
  return LOBED_BONES.map((_, j) => rows.reduce((sum, row) => sum + row[j], 0));
};

/** Both arms gained about the same weight. Their vertices differ, so the sums differ a little. */
function expectAlike(before: readonly number[], after: readonly number[]): void {
  const [left, right] = [after[1] - before[1], after[2] - before[2]];
  expect(left).toBeGreaterThan(0.5);
  expect(right).toBeGreaterThan(0.6 * left);
  expect(right).toBeLessThan(1.6 * left);
}

const mirroring = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState() as DocumentState).mirroring);

test("weights mirror by the surface, are filled by smoothing, and come from a dropped file", async ({
  page,
}) => {
  const errors = await openStudio(page);
  await drop(page, [lobedProject("body", 12, 0.6)]);
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await hideBones(page);
  await setBrush(page, {
    rest: true,
    radius: 40,
    strength: 1,
    operation: "replace",
    value: 1,
    mirrorX: true,
  });

  await test.step("a mirrored stroke acts at the mirrored place", async () => {
    await selectBones(page, 1);
    const [x, y] = await middle(page);
    const at: [number, number] = [x + 40, y];
    const vertex = await vertexAt(page, at);
    const before = await masses(page);
    // Strokes are refused until all vertices are matched with the other side.
    await expect(async () => {
      await stroke(page, at, [4, 0]);
      expect(await weight(page, vertex, 1)).toBeGreaterThan(0.8);
    }).toPass();
    expectAlike(before, await masses(page));
    await page.keyboard.press("ControlOrMeta+z");
  });

  await test.step("one side is copied to the other", async () => {
    await setBrush(page, { mirrorX: false });
    const first = await masses(page);
    const [x, y] = await middle(page);
    await stroke(page, [x + 40, y], [4, 0]);
    const before = await masses(page);
    expect(before[1]).toBeGreaterThan(first[1] + 0.5);
    await page.getByRole("button", { name: "Mirror", exact: true }).click();
    const section = page.getByRole("region", { name: "Mirror" });
    await expect(section.getByText("Every vertex has a partner.")).toBeVisible();
    await section.getByRole("button", { name: "Mirror to a new layer" }).click();
    await expect.poll(async () => (await masses(page))[2]).toBeGreaterThan(before[2] + 0.5);
    expectAlike(first, await masses(page));
    expect((await weightsOf(page)).worstSum).toBeLessThan(1e-5);
  });

  await test.step("vertices without a partner are listed, shown and filled", async () => {
    const section = page.getByRole("region", { name: "Mirror" });
    const within = section.getByRole("spinbutton", { name: "Within" });
    await within.dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("0.5");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await mirroring(page)).within).not.toBeNull();
    const list = section.getByRole("list", { name: "Vertices without a partner" });
    await list.getByRole("button").first().click();
    await expect(page.getByRole("region", { name: "Markers" }).getByText("No mirror partner")).toBeVisible();
    const before = (await weightsOf(page)).rows;
    await section.getByRole("button", { name: "Fill by smoothing" }).click();
    await expect.poll(async () => (await weightsOf(page)).rows).not.toEqual(before);
    expect((await weightsOf(page)).worstSum).toBeLessThan(1e-5);
    await page.keyboard.press("ControlOrMeta+z");
    expect((await weightsOf(page)).rows).toEqual(before);
  });

  await test.step("an edge that is not in the middle is told of", async () => {
    const section = page.getByRole("region", { name: "Mirror" });
    await section.getByRole("combobox", { name: "Match by" }).click();
    await page.getByRole("option", { name: /^Topology/ }).click();
    await expect(section.getByText(/\d \(found\)/)).toBeVisible();
    // Crosses of the other match would be wrong now.
    await expect(page.getByText("No mirror partner")).toHaveCount(0);
    const note = section.getByText(/do not fit each other|far from their mirrored place/);
    await expect(note).toBeHidden();
    const [x, y] = await middle(page);
    const pick = section.getByRole("button", { name: "Pick" });
    await pick.click();
    await expect(pick).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("Click the edge in the middle of the mesh")).toBeVisible();
    const before = (await weightsOf(page)).rows;
    await page.mouse.move(x + 30, y);
    await page.mouse.down();
    await page.mouse.up();
    await expect(note).toBeVisible();
    await expect(pick).toHaveAttribute("aria-pressed", "false");
    const { edge } = await mirroring(page);
    expect(edge).not.toBeNull();
    await expect(section.getByText(`${edge![0] + 1}–${edge![1] + 1}`)).toBeVisible();
    // The click was not a stroke.
    expect((await weightsOf(page)).rows).toEqual(before);
  });

  await test.step("a picked edge can be cancelled, undone, and taken at the selected vertex", async () => {
    const section = page.getByRole("region", { name: "Mirror" });
    const pick = section.getByRole("button", { name: "Pick" });
    await page.keyboard.press("ControlOrMeta+z");
    await expect(section.getByText(/\d \(found\)/)).toBeVisible();
    await pick.click();
    await page.keyboard.press("Escape");
    await expect(pick).toHaveAttribute("aria-pressed", "false");
    const [x, y] = await middle(page);
    const vertex = await pickVertex(page, [x + 30, y]);
    await performByName(page, "Mirror from the edge at the selected vertex");
    expect((await mirroring(page)).edge).toContain(vertex);
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
  });

  await test.step("weights of a dropped file replace them in one step", async () => {
    const before = (await weightsOf(page)).rows;
    await drop(page, [lobedProject("other", 7, 0)]);
    const dialog = page.getByRole("dialog", { name: "Transfer weights" });
    await expect(dialog.getByText("All bones have partners")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Partner of head" }).click();
    await page.getByRole("option", { name: "Leave out" }).click();
    await expect(dialog.getByText("1 bone is left out")).toBeVisible();
    await dialog.getByRole("button", { name: "Transfer" }).click();
    await expect(page.getByText(/vertices matched/)).toBeVisible();
    const after = await weightsOf(page);
    expect(after.worstSum).toBeLessThan(1e-5);
    expect((await masses(page))[3]).toBeLessThan(1e-3);
    await page.keyboard.press("ControlOrMeta+z");
    expect((await weightsOf(page)).rows).toEqual(before);
  });
  expect(errors).toEqual([]);
});

test("a still mesh without bones takes those of a rig that is dropped while painting", async ({ page }) => {
  const errors = await openStudio(page);
  await drop(page, [{ path: "still.obj", bytes: writeObj(lobedSequence("still", lobedBody({ steps: 6 }))) }]);
  await untilOpen(page);
  await expect(page.getByText("No bones yet")).toBeVisible();
  await drop(page, [lobedProject("other", 7, 0)]);
  const dialog = page.getByRole("dialog", { name: "Transfer weights" });
  await dialog.getByRole("button", { name: "Transfer" }).click();
  await expect(page.getByText(/vertices matched/)).toBeVisible();
  for (const { name } of LOBED_BONES)
    await expect(page.getByRole("gridcell", { name, exact: true })).toBeVisible();
  await expect(page.getByText("While weights are found, their energy is plotted here")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("No bones yet")).toBeVisible();
  expect(errors).toEqual([]);
});
