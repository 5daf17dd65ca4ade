import { expect, type Page, test } from "@playwright/test";
import { formatFigure, formatShare } from "../../app/common/format";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import {
  ARM,
  at,
  bind,
  keepWeights,
  openBody,
  paint,
  settled,
  stroke,
  undo,
} from "../../tools/studio-driver/binding-page";
import { colourBy, pickVertex } from "../../tools/studio-driver/brush";
import { typeInto } from "../../tools/studio-driver/studio";

const reportOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState() as DocumentState).weightReport);
const paintOf = (page: Page) => page.evaluate(() => (window.sinew.view.getState() as ViewState).paint);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/**
 * Mean red of the picture, 0..255; it grows with the colours of the strain ramp.
 * @param from the left edge of the measured part, as a share of the width
 */
const redness = (page: Page, from = 0) =>
  page.evaluate(async (share) => {
    const bitmap = await createImageBitmap(await window.sinew.viewport()!.screenshot());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const left = Math.round(share * bitmap.width);
    const { data } = context.getImageData(left, 0, bitmap.width - left, bitmap.height);
    let sum = 0;
    for (let n = 0; n < data.length; n += 4) sum += data[n];
    return (4 * sum) / data.length;
  }, from);

test("the report measures the weights, and says when it is outdated", async ({ page }) => {
  const errors = await openBody(page);
  await expect(section(page, "Report")).toContainText("Not bound yet");
  await paint(page, { tool: "constraint" }, ARM);
  await bind(page);
  const first = await reportOf(page);
  expect(first).not.toBeNull();
  if (!first) return;
  const least = first.boneMass.reduce((a, b) => (b.massOfHeat < a.massOfHeat ? b : a));
  const report = section(page, "Report");
  await expect(report.locator("[data-ui=key-figure]")).toHaveText(formatFigure(first.heldOutEnergy));
  await expect(report).toContainText(formatFigure(first.heldOutHeat));
  await expect(report).toContainText(`${formatShare(least.massOfHeat)}${least.name}`);
  await expect(report).toContainText(/Memory\d/);
  await expect(report.getByRole("status")).toHaveCount(0);

  // Bones are sorted by their remaining mass. A row selects its bone.
  await page.getByRole("button", { name: /^Bone mass/ }).click();
  const masses = page.getByRole("grid", { name: "Bone mass" });
  await expect(masses.getByRole("row")).toHaveCount(first.boneMass.length);
  await expect(masses.getByRole("row").first()).toContainText(least.name);
  await masses.focus();
  await page.keyboard.press("Home");
  const selected = await page.evaluate(() => {
    const { selectedBone } = window.sinew.view.getState() as ViewState;
    return (window.sinew.document.getState() as DocumentState).rig?.bones[selectedBone ?? 0].name;
  });
  expect(selected).toBe(least.name);

  // After a stroke, the old figures stay, marked as out of date, until new ones arrive.
  await paint(page, { tool: "constraint", value: 0.2, radius: 30 }, ARM);
  const seen = await page.evaluateHandle(
    (panel) => {
      const states: string[] = [];
      const note = () => {
        const when = panel?.textContent?.includes("Out of date") ? "before" : "now";
        states.push(`${panel?.querySelector("[data-ui=key-figure]")?.textContent} ${when}`);
      };
      new MutationObserver(note).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      return states;
    },
    await report.elementHandle(),
  );
  await stroke(page, [1.2, 1.5, 0.25]);
  await expect.poll(() => seen.jsonValue()).toContain(`${formatFigure(first.heldOutEnergy)} before`);
  await settled(page);
  await expect(report.getByRole("status")).toHaveCount(0);
  const second = await reportOf(page);
  expect(second?.heldOutEnergy).not.toBe(first.heldOutEnergy);
  await expect(report.locator("[data-ui=key-figure]")).toHaveText(formatFigure(second?.heldOutEnergy ?? 0));

  // Painted weights differ from the measured ones; an undo restores those.
  await keepWeights(page);
  await expect.poll(() => page.evaluate(() => window.sinew.binding.getState().run?.state)).toBe("ended");
  await expect(report.getByRole("status")).toHaveCount(0);
  await paint(page, { tool: "weight", operation: "add", strength: 1, value: 1 }, 0);
  await stroke(page, [1.2, 1.5, 0.25]);
  await expect(report.getByRole("status")).toContainText("Out of date");
  await undo(page);
  await expect(report.getByRole("status")).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("the end of the strain ramp is dragged, nudged or typed, and reset to automatic", async ({ page }) => {
  await openBody(page);
  await bind(page);
  await paint(page, { tool: "constraint" }, ARM);
  await colourBy(page, "Strain");
  const handle = page.getByRole("slider", { name: "Where the ramp ends" });
  const fitted = Number(await handle.getAttribute("aria-valuenow"));
  const full = Number(await handle.getAttribute("aria-valuemax"));
  const before = await redness(page);

  const box = (await handle.boundingBox())!;
  const bar = (await page.locator('[data-ui=legend] [style*="gradient"]').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width / 10, bar.y + 5, { steps: 4 });
  await page.mouse.up();
  expect((await paintOf(page)).energyEnd).toBeCloseTo(full / 10, 2);
  expect(await redness(page)).toBeGreaterThan(before + 1);

  await handle.press("ArrowRight");
  expect((await paintOf(page)).energyEnd).toBeCloseTo(full / 10 + full / 100, 2);
  await handle.press("Backspace");
  expect((await paintOf(page)).energyEnd).toBeNull();
  expect(Number(await handle.getAttribute("aria-valuenow"))).toBe(fitted);
  await expect.poll(async () => Math.abs((await redness(page)) - before)).toBeLessThan(0.5);

  // The typed value is beyond the bar, so the bar extends.
  await typeInto(page, "Strain at the end of the ramp", String(100 * full * 3));
  expect((await paintOf(page)).energyEnd).toBeCloseTo(3 * full, 6);
  expect(Number(await handle.getAttribute("aria-valuemax"))).toBeGreaterThan(2.99 * full);
  await handle.dblclick();
  expect((await paintOf(page)).energyEnd).toBeNull();
});

test("heat weights in the second view are coloured by their own strain, which is larger", async ({
  page,
}) => {
  const errors = await openBody(page);
  await bind(page);
  await paint(page, { tool: "constraint" }, ARM);
  await page.getByRole("checkbox", { name: "Compare with heat weights" }).click();
  await colourBy(page, "Strain");
  const means = () =>
    page.evaluate(() => {
      const { strain, heatStrain } = window.sinew.binding.getState() as BindingState;
      const mean = (values: Float32Array) => values.reduce((sum, x) => sum + x, 0) / values.length;
      return strain && heatStrain ? [mean(strain), mean(heatStrain.values)] : null;
    });
  await expect.poll(means).not.toBeNull();
  const [own, heat] = (await means())!;
  expect(heat).toBeGreaterThan(own);
  // The picture shows the colours of strain. Clay, which it shows without them, is far redder on that side.
  const coloured = await redness(page, 0.5);
  await colourBy(page, "Clay");
  await expect.poll(() => redness(page, 0.5)).toBeGreaterThan(coloured + 1);
  expect(errors).toEqual([]);
});

test("strokes hide nothing under markers, and the lists stay still under a moving pointer", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openBody(page);
  await bind(page);
  const list = page.getByRole("grid", { name: "Influences" });
  const { height } = (await list.boundingBox())!;
  await paint(page, { tool: "weight", radius: 40 }, ARM);
  await page.mouse.move(...(await at(page, [1.2, 1.5, 0.25])));
  await expect(page.getByRole("region", { name: "Weights at the pointer" })).toContainText("At the pointer");
  expect((await list.boundingBox())!.height).toBe(height);

  await stroke(page, [1.2, 1.5, 0.25]);
  const painted = () =>
    page.evaluate(() => (window.sinew.document.getState() as DocumentState).weightEdits.painted.length);
  await expect.poll(painted).toBeGreaterThan(0);
  // Only the tool that releases painted weights marks them.
  const markers = page.getByRole("region", { name: "Markers" });
  await expect(markers.getByText("Painted by hand")).toHaveCount(0);
  await paint(page, { tool: "constraint" }, ARM);
  await expect(markers.getByText("Painted by hand")).toBeVisible();
});

test("the panels of the Paint workspace work with the keyboard alone", async ({ page }) => {
  const errors = await openBody(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  // Constraints to walk through: this body gets none by itself.
  await paint(page, { tool: "attach" }, ARM);
  await stroke(page, [1.2, 1.5, 0.25]);
  await stroke(page, [2.2, 1.5, 0.25]);
  await paint(page, { tool: "skeleton" }, ARM);

  // Skeleton bones: one tab stop, and the selection follows the arrows.
  const tree = page.getByRole("tree", { name: "Skeleton bones" });
  expect(await tree.locator('[tabindex="0"]').count()).toBe(1);
  await tree.locator('[tabindex="0"]').focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const segment = () => page.evaluate(() => (window.sinew.view.getState() as ViewState).segment?.segment);
  expect(await segment()).toBe(1);
  await page.keyboard.press("End");
  expect(await segment()).toBe(5);

  // Tools: arrows move between them, Enter selects one.
  const tools = page.getByRole("toolbar", { name: "Tools" });
  await tools.getByRole("button", { name: "Lasso tool" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Constraint tool");
  await page.keyboard.press("Enter");
  expect((await paintOf(page)).tool).toBe("constraint");

  await page.getByRole("radio", { name: "Smooth", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  expect((await paintOf(page)).falloff).toBe("round");

  // The palette starts binding.
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Find action" })).toBeFocused();
  await page.keyboard.type("bind");
  await page.getByRole("option", { name: /^Bind/ }).first().waitFor();
  await page.keyboard.press("Enter");
  await settled(page);

  // A constraint is removed, and the focus moves to its neighbour.
  const constraints = page.getByRole("list", { name: "Constraints" });
  const count = await constraints.getByRole("listitem").count();
  expect(count).toBeGreaterThan(1);
  expect(await constraints.locator('[tabindex="0"]').count()).toBe(1);
  await constraints.locator('[tabindex="0"]').focus();
  await page.keyboard.press("Delete");
  await expect(constraints.getByRole("listitem")).toHaveCount(count - 1);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-label="Constraints"]') !== null))
    .toBe(true);

  // Influences: arrows choose a bone and fold its children.
  const list = page.getByRole("grid", { name: "Influences" });
  await list.focus();
  await page.keyboard.press("Home");
  expect(await list.getByRole("row").count()).toBe(6);
  await page.keyboard.press("ArrowLeft");
  await expect(list.getByRole("row")).toHaveCount(5);
  await page.keyboard.press("ArrowRight");
  await expect(list.getByRole("row")).toHaveCount(6);

  // The table of a vertex: a value is typed, and Escape leaves the field.
  await settled(page);
  await paint(page, { tool: "weight" }, ARM);
  await pickVertex(page, await at(page, [1.2, 1.5, 0.25]));
  const field = page.getByRole("region", { name: "Weights of the vertex" }).getByRole("spinbutton").first();
  await field.focus();
  const was = Number(await field.getAttribute("aria-valuenow"));
  await page.keyboard.press(was > 0.5 ? "ArrowDown" : "ArrowUp");
  await expect.poll(async () => Number(await field.getAttribute("aria-valuenow"))).not.toBe(was);
  await list.focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Weights of the vertex" })).toHaveCount(0);
  expect(errors).toEqual([]);
});
